-- Data screens of a company, by name: which projects they show and through which stations a wall goes.
CREATE TABLE data_screen (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      int NOT NULL REFERENCES company ON DELETE CASCADE,
  name            text NOT NULL,
  all_projects    boolean NOT NULL,               -- else those of data_screen_project
  stations        text[] NOT NULL,                -- of the contract's stationKinds, in their order
  station_seconds int NOT NULL CHECK (station_seconds BETWEEN 5 AND 600),
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  UNIQUE (company_id, name)
);
-- A project that went to another company is shown no more: readers compare its company with that of the screen.
CREATE TABLE data_screen_project (
  data_screen_id int NOT NULL REFERENCES data_screen ON DELETE CASCADE,
  project_id     int NOT NULL REFERENCES project ON DELETE CASCADE,
  PRIMARY KEY (data_screen_id, project_id)
);
CREATE INDEX data_screen_project_project ON data_screen_project (project_id);

-- A wall: a browser that shows one data screen under an identity of its own. It belongs to the company of its screen.
CREATE TABLE display (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  data_screen_id  int NOT NULL REFERENCES data_screen ON DELETE CASCADE,
  project_id      int NOT NULL REFERENCES project ON DELETE CASCADE, -- where it hangs: its clock, and whose people are told when it is dark
  name            text NOT NULL,
  language        text NOT NULL,
  sound           boolean NOT NULL,
  from_hour       smallint NOT NULL CHECK (from_hour BETWEEN 0 AND 23),
  until_hour      smallint NOT NULL CHECK (until_hour BETWEEN 1 AND 24),
  token_hash      bytea NOT NULL UNIQUE,          -- SHA-256
  next_token_hash bytea UNIQUE,                   -- handed out; the present one counts until this one is used
  token_from      timestamptz NOT NULL,
  paired_by       int REFERENCES app_user ON DELETE SET NULL,
  paired_at       timestamptz NOT NULL,
  last_seen_at    timestamptz NOT NULL,
  revoked_at      timestamptz,
  CHECK (from_hour < until_hour)
);
CREATE INDEX display_screen ON display (data_screen_id);
CREATE INDEX display_project ON display (project_id);

-- A browser that shows a code and waits. Both are kept as hashes only.
CREATE TABLE display_pairing (
  secret_hash bytea PRIMARY KEY,                  -- SHA-256 of what the browser alone knows
  code_hash   bytea NOT NULL UNIQUE,              -- keyed hash of what it shows
  expires_at  timestamptz NOT NULL,
  display_id  int REFERENCES display ON DELETE CASCADE -- null: nobody confirmed it yet
);
CREATE INDEX display_pairing_expires ON display_pairing (expires_at);
CREATE INDEX display_pairing_display ON display_pairing (display_id) WHERE display_id IS NOT NULL;

-- Setting up data screens (1043) and pairing walls (1044) are permissions of their own. They go to roles that keep the settings of the
-- company (1006): until now the address of a data screen of its own was among these.
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, added.id, false FROM role_permission p CROSS JOIN (VALUES (1043), (1044)) AS added(id)
  WHERE p.permission_id = 1006 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
