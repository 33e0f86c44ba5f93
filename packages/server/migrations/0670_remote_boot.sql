-- Condensing units that may start once their piping is as the maker requires. Lengths in mm, diameters in 1/100 mm.
CREATE TABLE boot_pipe_standard (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    int NOT NULL REFERENCES company ON DELETE CASCADE,
  model         text NOT NULL COLLATE natural_name,
  max_length    int NOT NULL,
  gas_climb     int NOT NULL,
  liquid_climb  int NOT NULL,
  oil_type      text NOT NULL,
  updated_at    timestamptz NOT NULL
);
CREATE UNIQUE INDEX boot_pipe_standard_model ON boot_pipe_standard (company_id, lower(model));
CREATE TABLE boot_caliber_standard (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    int NOT NULL REFERENCES company ON DELETE CASCADE,
  model         text NOT NULL COLLATE natural_name,
  length_from   int NOT NULL,
  length_to     int NOT NULL,
  climb_from    int NOT NULL,
  climb_to      int NOT NULL,
  gas           int NOT NULL,
  riser         int NOT NULL,
  liquid        int NOT NULL,
  updated_at    timestamptz NOT NULL,
  CHECK (length_from < length_to AND climb_from < climb_to)
);
CREATE INDEX boot_caliber_standard_model ON boot_caliber_standard (company_id, lower(model));

CREATE TABLE boot_unit (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id      int REFERENCES project ON DELETE SET NULL,
  name            text NOT NULL COLLATE natural_name,
  contract_number text NOT NULL,
  unit_number     text NOT NULL,                -- capitals and digits alone
  model           text NOT NULL,
  position        text NOT NULL,
  state           text NOT NULL CHECK (state IN ('registered', 'deviates', 'conforms', 'released')),
  install         jsonb,                        -- the figures, as they were entered
  verdicts        jsonb NOT NULL,
  updated_at      timestamptz NOT NULL,
  UNIQUE (company_id, unit_number),
  CHECK ((install IS NULL) = (state = 'registered'))
);
CREATE INDEX boot_unit_project ON boot_unit (project_id);

-- The secret from which a company's boot passwords come, sealed. The codes themselves are kept nowhere.
CREATE TABLE boot_key (
  company_id int PRIMARY KEY REFERENCES company ON DELETE CASCADE,
  master     bytea NOT NULL
);
CREATE TABLE boot_password (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  unit_id    int NOT NULL REFERENCES boot_unit ON DELETE CASCADE,
  day        date NOT NULL,
  attempt    smallint NOT NULL CHECK (attempt BETWEEN 0 AND 3),
  issued_by  int REFERENCES app_user ON DELETE SET NULL,
  issued_at  timestamptz NOT NULL,
  revoked_by int REFERENCES app_user ON DELETE SET NULL,
  revoked_at timestamptz,
  reason     text NOT NULL DEFAULT '',
  UNIQUE (unit_id, day, attempt)
);
