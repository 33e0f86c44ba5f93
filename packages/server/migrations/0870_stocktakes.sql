-- Assets counted by their labels. What a stocktake expects is frozen when it begins; the register changes only when it is closed,
-- and only where the person who closes it says so.
CREATE TABLE stocktake (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id  int REFERENCES project ON DELETE CASCADE,      -- null: of the whole company
  client_key  uuid NOT NULL,
  name        text NOT NULL COLLATE natural_name,
  location    text NOT NULL,                                 -- empty: every location
  state       text NOT NULL CHECK (state IN ('open', 'closed', 'cancelled')),
  opened_by   int REFERENCES app_user ON DELETE SET NULL,
  opened_name text NOT NULL,
  opened_at   timestamptz NOT NULL,
  ended_name  text,
  ended_at    timestamptz,
  end_note    text NOT NULL DEFAULT '',
  UNIQUE (company_id, client_key),
  CHECK ((state = 'open') = (ended_at IS NULL))
);
CREATE INDEX stocktake_company ON stocktake (company_id, opened_at DESC);
CREATE INDEX stocktake_project ON stocktake (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX stocktake_opened_by ON stocktake (opened_by) WHERE opened_by IS NOT NULL;

CREATE TABLE stocktake_expected (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  stocktake_id int NOT NULL REFERENCES stocktake ON DELETE CASCADE,
  asset_id     int REFERENCES asset ON DELETE SET NULL,
  code         text NOT NULL COLLATE natural_name,
  name         text NOT NULL COLLATE natural_name,
  project_id   int REFERENCES project ON DELETE SET NULL,
  location     text NOT NULL,
  moved_to     text,                                         -- where the register had it at the end, if it moved meanwhile
  done         text CHECK (done IN ('verified', 'moved'))
);
CREATE UNIQUE INDEX stocktake_expected_code ON stocktake_expected (stocktake_id, lower(code));
CREATE INDEX stocktake_expected_asset ON stocktake_expected (asset_id) WHERE asset_id IS NOT NULL;
CREATE INDEX stocktake_expected_project ON stocktake_expected (project_id) WHERE project_id IS NOT NULL;

CREATE TABLE stocktake_scan (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  stocktake_id int NOT NULL REFERENCES stocktake ON DELETE CASCADE,
  client_key   uuid NOT NULL,
  code         text NOT NULL COLLATE natural_name,
  asset_id     int REFERENCES asset ON DELETE SET NULL,
  name         text,                                         -- null: no asset that the person sees has this code
  project_id   int REFERENCES project ON DELETE SET NULL,
  location     text NOT NULL,
  expected     boolean NOT NULL,
  said_at      timestamptz NOT NULL,                         -- by the phone
  kept_at      timestamptz NOT NULL,
  user_id      int REFERENCES app_user ON DELETE SET NULL,
  user_name    text NOT NULL,
  removed_at   timestamptz,
  moved_to     text,
  done         text CHECK (done IN ('verified', 'moved')),
  UNIQUE (stocktake_id, client_key)
);
CREATE UNIQUE INDEX stocktake_scan_code ON stocktake_scan (stocktake_id, lower(code)) WHERE removed_at IS NULL;
CREATE INDEX stocktake_scan_asset ON stocktake_scan (asset_id) WHERE asset_id IS NOT NULL;
CREATE INDEX stocktake_scan_project ON stocktake_scan (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX stocktake_scan_user ON stocktake_scan (user_id) WHERE user_id IS NOT NULL;
