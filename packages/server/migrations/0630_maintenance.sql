-- Teams that maintain, what they check, the contracts under which they come, and each visit. Amounts in fen.
CREATE TABLE maintenance_team (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id int NOT NULL REFERENCES company ON DELETE CASCADE,
  name       text NOT NULL COLLATE natural_name,
  types      text[] NOT NULL CHECK (types <@ '{onSite,remote}' AND cardinality(types) > 0),
  areas      text[] NOT NULL CHECK (cardinality(areas) > 0),
  enabled    boolean NOT NULL,
  note       text NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX maintenance_team_name ON maintenance_team (company_id, lower(name));
CREATE TABLE maintenance_member (
  team_id  int NOT NULL REFERENCES maintenance_team ON DELETE CASCADE,
  user_id  int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  is_admin boolean NOT NULL,
  mobile   text NOT NULL,
  PRIMARY KEY (team_id, user_id)
);

CREATE TABLE maintenance_template (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id int NOT NULL REFERENCES company ON DELETE CASCADE,
  name       text NOT NULL COLLATE natural_name,
  type       text NOT NULL,
  draft      jsonb NOT NULL,                   -- groups of items, as they are being worked on
  has_draft  boolean NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX maintenance_template_company ON maintenance_template (company_id, name, id);
-- What was published never changes: orders that were started on it stay as they were.
CREATE TABLE maintenance_template_revision (
  template_id  int NOT NULL REFERENCES maintenance_template ON DELETE CASCADE,
  n            int NOT NULL,
  groups       jsonb NOT NULL,
  published_at timestamptz NOT NULL,
  published_by text NOT NULL,
  PRIMARY KEY (template_id, n)
);

CREATE TABLE maintenance_contract (
  id               int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id       int NOT NULL REFERENCES company ON DELETE CASCADE,
  team_id          int NOT NULL REFERENCES maintenance_team,
  name             text NOT NULL COLLATE natural_name,
  number           text NOT NULL COLLATE natural_name,
  party_a          text NOT NULL,
  signing_date     date,
  valid_from       date NOT NULL,
  valid_to         date NOT NULL,
  cycle            text NOT NULL CHECK (cycle IN ('day', 'halfMonth', 'month', 'quarter', 'halfYear', 'year')),
  cycle_count      smallint NOT NULL CHECK (cycle_count BETWEEN 1 AND 10),
  first_on         date NOT NULL,
  amount_fen       bigint CHECK (amount_fen >= 0),
  note             text NOT NULL,
  terminated_at    timestamptz,
  terminate_reason text NOT NULL DEFAULT '',
  updated_at       timestamptz NOT NULL,
  CHECK (valid_from <= first_on AND first_on <= valid_to)
);
CREATE UNIQUE INDEX maintenance_contract_number ON maintenance_contract (company_id, lower(number));
CREATE INDEX maintenance_contract_team ON maintenance_contract (team_id);
CREATE TABLE maintenance_contract_project (
  contract_id int NOT NULL REFERENCES maintenance_contract ON DELETE CASCADE,
  project_id  int NOT NULL REFERENCES project ON DELETE CASCADE,
  PRIMARY KEY (contract_id, project_id)
);
CREATE INDEX maintenance_contract_project_project ON maintenance_contract_project (project_id);
CREATE TABLE maintenance_contract_template (
  contract_id int NOT NULL REFERENCES maintenance_contract ON DELETE CASCADE,
  template_id int NOT NULL REFERENCES maintenance_template,
  PRIMARY KEY (contract_id, template_id)
);
CREATE INDEX maintenance_contract_template_template ON maintenance_contract_template (template_id);
-- A signature is of the document with this hash; any change takes it away.
CREATE TABLE maintenance_signature (
  contract_id int NOT NULL REFERENCES maintenance_contract ON DELETE CASCADE,
  party       text NOT NULL CHECK (party IN ('a', 'b')),
  hash        text NOT NULL,
  user_id     int REFERENCES app_user ON DELETE SET NULL,
  name        text NOT NULL,
  at          timestamptz NOT NULL,
  PRIMARY KEY (contract_id, party)
);

CREATE TABLE maintenance_order (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contract_id   int NOT NULL REFERENCES maintenance_contract ON DELETE CASCADE,
  project_id    int NOT NULL REFERENCES project ON DELETE CASCADE,
  k             int NOT NULL,                  -- which of the cycle, from 0
  nominal_on    date NOT NULL,
  planned_on    date NOT NULL,
  state         text NOT NULL CHECK (state IN ('planned', 'started', 'done', 'confirmed', 'skipped')),
  assignee_id   int REFERENCES app_user ON DELETE SET NULL,
  assignee_name text,
  reason        text NOT NULL DEFAULT '',
  done_at       timestamptz,
  confirmed_by  text,
  bad_count     int NOT NULL DEFAULT 0,
  -- However often and by however many the plan is made, each visit is there once.
  UNIQUE (contract_id, project_id, k)
);
CREATE INDEX maintenance_order_project ON maintenance_order (project_id, planned_on);
CREATE TABLE maintenance_sheet (
  order_id      int NOT NULL REFERENCES maintenance_order ON DELETE CASCADE,
  template_id   int NOT NULL,
  template_name text NOT NULL,
  n             int NOT NULL,
  groups        jsonb NOT NULL,
  answers       jsonb NOT NULL,
  PRIMARY KEY (order_id, template_id)
);
