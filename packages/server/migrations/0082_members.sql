ALTER TABLE company
  -- Runs this installation: decides about companies that apply, reads the test inbox.
  ADD COLUMN is_operator boolean NOT NULL DEFAULT false,
  -- An external data screen of its own; {company}, {user}, {language} and {code} are filled in. Null: none.
  ADD COLUMN data_screen_url text,
  -- Where the knowledge hub stands; null: none.
  ADD COLUMN knowledge_hub_url text;
UPDATE company SET is_operator = true WHERE id = (SELECT min(id) FROM company);
CREATE UNIQUE INDEX company_operator ON company (is_operator) WHERE is_operator;

-- Free key-value pairs the specification names without explaining: kept and returned as sent, bounded in size.
ALTER TABLE role
  ADD COLUMN storage_space jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN name_en text;                                  -- shown in English where given: of the roles we bring ourselves

ALTER TABLE membership
  ADD COLUMN real_name text COLLATE natural_name,           -- his name in this company; null: his nickname counts
  ADD COLUMN department text,
  -- Came with an account of his own, by invitation; the company may not touch that account.
  ADD COLUMN external boolean NOT NULL DEFAULT false,
  ADD COLUMN storage_space jsonb NOT NULL DEFAULT '[]';
UPDATE membership SET real_name = nickname, department = app_user.department FROM app_user WHERE app_user.id = membership.user_id;
-- The member list comes out of this in its order: sorting fifty thousand names by pinyin takes longer than reading them.
CREATE INDEX membership_name ON membership (company_id, real_name, user_id);

-- An entry has a number on the wire, for taking it away.
ALTER TABLE role_entry ADD COLUMN id int GENERATED ALWAYS AS IDENTITY;
CREATE UNIQUE INDEX role_entry_id ON role_entry (id);
CREATE INDEX role_entry_role ON role_entry (role_id, user_id);
-- What a list asks of each member, answered without looking at the row.
CREATE INDEX role_entry_user ON role_entry (user_id, company_id, project_id);

-- What he may do with each device while he sees all of them; the listed ones say it themselves.
ALTER TABLE member_scope ADD COLUMN can_write boolean NOT NULL DEFAULT true;

-- A link that lets one person in, for 24 hours, once.
CREATE TABLE invitation (
  id               int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id       int NOT NULL REFERENCES company ON DELETE CASCADE,
  token_hash       bytea NOT NULL UNIQUE,
  company_role_id  int REFERENCES role ON DELETE CASCADE,
  note             text NOT NULL DEFAULT '',
  created_by       int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  revoked_at       timestamptz,
  used_at          timestamptz,
  used_by          int REFERENCES app_user ON DELETE SET NULL
);
CREATE INDEX invitation_company ON invitation (company_id, created_at);
CREATE TABLE invitation_project (
  invitation_id  int NOT NULL REFERENCES invitation ON DELETE CASCADE,
  project_id     int NOT NULL REFERENCES project ON DELETE CASCADE,
  role_id        int NOT NULL REFERENCES role ON DELETE CASCADE,
  PRIMARY KEY (invitation_id, project_id)
);
