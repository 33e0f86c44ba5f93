-- Proof within this sign-in that it is he: asked for again before dangerous actions.
ALTER TABLE session_family ADD COLUMN identity_proven_at timestamptz;
ALTER TABLE session_family ADD COLUMN last_seen_at timestamptz;

-- A phone number is kept as people write it down: 11 digits of mainland China, of any other country + with dialling code.
ALTER TABLE app_user
  ALTER COLUMN password_hash DROP NOT NULL,                 -- null: registered by phone, has not set one yet
  ADD COLUMN password_changed_at timestamptz,
  ADD COLUMN account_chosen boolean NOT NULL DEFAULT true,  -- false: made up for him when he registered by phone
  ADD COLUMN company_name text,                             -- what he says himself; shown while he belongs to no company
  ADD COLUMN created_by_company_id int REFERENCES company ON DELETE SET NULL,  -- null: he registered himself
  -- Has belonged to a company: then, with no active membership left, he was shut out and does not just wait to be let in.
  ADD COLUMN joined boolean NOT NULL DEFAULT false,
  ADD COLUMN openid_issuer text,                            -- the bound chat-app account
  ADD COLUMN openid_subject text,
  ADD COLUMN openid_name text;
CREATE UNIQUE INDEX app_user_openid ON app_user (openid_issuer, openid_subject) WHERE openid_subject IS NOT NULL;
CREATE UNIQUE INDEX app_user_email ON app_user (lower(email)) WHERE email IS NOT NULL;

UPDATE app_user SET joined = true WHERE id IN (SELECT user_id FROM membership);
-- Here, because people come into companies by many ways and none of them may forget it.
CREATE FUNCTION remember_joining() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE app_user SET joined = true WHERE NOT joined AND id IN (SELECT user_id FROM joining);
  RETURN NULL;
END $$;
CREATE TRIGGER membership_joined AFTER INSERT ON membership REFERENCING NEW TABLE AS joining
  FOR EACH STATEMENT EXECUTE FUNCTION remember_joining();

-- A code is good for one purpose and one target, for five minutes and five tries, once.
CREATE TABLE verification_code (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose     text NOT NULL,
  target      text NOT NULL,                   -- phone number as in app_user, or e-mail address
  code_hash   bytea NOT NULL,                  -- keyed with a secret of the installation: six digits alone could be tried out
  address     text NOT NULL,                   -- where it was asked from
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  tries_left  smallint NOT NULL,
  used_at     timestamptz
);
CREATE INDEX verification_code_target ON verification_code (target, purpose, created_at);
CREATE INDEX verification_code_address ON verification_code (address, created_at);

-- Calls that are answered only so many times from one place: whether an account exists, whom a number belongs to.
CREATE TABLE counted_call (
  key  text NOT NULL,                          -- what is counted and for whom: 'exists:<address>', 'query:<user>'
  at   timestamptz NOT NULL
);
CREATE INDEX counted_call_key ON counted_call (key, at);

-- Messages that a provider would have sent: the demo's SMS and mail, readable by administrators.
CREATE TABLE inbox_message (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key         text NOT NULL,                   -- the sender's: the same message sent again is not a second one
  channel     text NOT NULL CHECK (channel IN ('sms', 'mail')),
  recipient   text NOT NULL,
  subject     text,
  body        text NOT NULL,
  sent_at     timestamptz NOT NULL
);
CREATE UNIQUE INDEX inbox_message_key ON inbox_message (key);
CREATE INDEX inbox_message_sent ON inbox_message (sent_at);

-- A company that wants to join; decided by an administrator of the company that runs this installation.
CREATE TABLE company_application (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_name  text NOT NULL,
  industry      smallint NOT NULL CHECK (industry BETWEEN 1 AND 4),
  full_name     text NOT NULL,
  mobile        text NOT NULL,
  language      text NOT NULL CHECK (language IN ('zh', 'en')),  -- in which he applied, and is answered
  state         text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'refused')),
  applied_at    timestamptz NOT NULL,
  decided_at    timestamptz,
  decided_by    int REFERENCES app_user ON DELETE SET NULL,
  reason        text,
  company_id    int REFERENCES company ON DELETE SET NULL
);
CREATE INDEX company_application_state ON company_application (state, applied_at);
CREATE UNIQUE INDEX company_application_waiting ON company_application (mobile) WHERE state = 'pending';

-- Signs in from another system: good once, for a minute.
CREATE TABLE sign_in_code (
  code_hash   bytea PRIMARY KEY,
  user_id     int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  company_id  int REFERENCES company ON DELETE CASCADE,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz
);

-- A browser that was sent to the sign-in service of another account and is expected back.
CREATE TABLE openid_attempt (
  state_hash     bytea PRIMARY KEY,            -- sha256 of the state in the address
  nonce          text NOT NULL,
  code_verifier  text NOT NULL,                -- PKCE
  user_id        int REFERENCES app_user ON DELETE CASCADE,       -- null: he signs in; else whose account is bound
  session_id     uuid REFERENCES session_family ON DELETE CASCADE,  -- the sign-in that binds
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL
);
