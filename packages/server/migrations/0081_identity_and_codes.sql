-- Proof within this sign-in that it is he: asked for again before dangerous actions.
ALTER TABLE session_family ADD COLUMN identity_proven_at timestamptz;
ALTER TABLE session_family ADD COLUMN last_seen_at timestamptz;

ALTER TABLE app_user
  ADD COLUMN mobile_region text NOT NULL DEFAULT '86',     -- dialling code of `mobile`
  ADD COLUMN password_changed_at timestamptz,
  ADD COLUMN created_by_company_id int REFERENCES company ON DELETE SET NULL,  -- null: he registered himself
  ADD COLUMN openid_issuer text,                            -- the bound chat-app account
  ADD COLUMN openid_subject text,
  ADD COLUMN openid_name text;
CREATE UNIQUE INDEX app_user_openid ON app_user (openid_issuer, openid_subject) WHERE openid_subject IS NOT NULL;
CREATE UNIQUE INDEX app_user_email ON app_user (lower(email)) WHERE email IS NOT NULL;

-- A code is good for one purpose and one target, for five minutes and five tries, once.
CREATE TABLE verification_code (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose     text NOT NULL,
  target      text NOT NULL,                   -- mobile with dialling code, or e-mail address
  code_hash   bytea NOT NULL,
  address     text NOT NULL,                   -- where it was asked from
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  tries_left  smallint NOT NULL,
  used_at     timestamptz
);
CREATE INDEX verification_code_target ON verification_code (target, purpose, created_at);
CREATE INDEX verification_code_address ON verification_code (address, created_at);

-- Messages that a provider would have sent: the demo's SMS and mail, readable by administrators.
CREATE TABLE inbox_message (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel     text NOT NULL CHECK (channel IN ('sms', 'mail')),
  recipient   text NOT NULL,
  subject     text,
  body        text NOT NULL,
  sent_at     timestamptz NOT NULL
);
CREATE INDEX inbox_message_sent ON inbox_message (sent_at);

-- A company that wants to join; decided by an administrator of the company that runs this installation.
CREATE TABLE company_application (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_name  text NOT NULL,
  industry      smallint NOT NULL CHECK (industry BETWEEN 1 AND 4),
  full_name     text NOT NULL,
  mobile        text NOT NULL,
  mobile_region text NOT NULL,
  state         text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'refused')),
  applied_at    timestamptz NOT NULL,
  decided_at    timestamptz,
  decided_by    int REFERENCES app_user ON DELETE SET NULL,
  reason        text,
  company_id    int REFERENCES company ON DELETE SET NULL
);
CREATE INDEX company_application_state ON company_application (state, applied_at);

-- Signs in from another system: good once, for a minute.
CREATE TABLE sign_in_code (
  code_hash   bytea PRIMARY KEY,
  user_id     int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  company_id  int REFERENCES company ON DELETE CASCADE,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz
);
