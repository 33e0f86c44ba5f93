-- What the energy of a day depends on and people enter: opening hours, turnover (¥), goods handled.
CREATE TABLE energy_variable (
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind IN ('openHours', 'turnover', 'throughput')),
  day        date NOT NULL,
  value      double precision NOT NULL CHECK (value >= 0),
  PRIMARY KEY (project_id, kind, day)
);

-- Energy of a day as a line through its variables, drawn through the days of a period. One is in use a project and meter.
CREATE TABLE energy_baseline (
  id               int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id       int NOT NULL REFERENCES project ON DELETE CASCADE,
  meter_id         int REFERENCES energy_meter ON DELETE CASCADE,   -- null: what supplies the project
  from_day         date NOT NULL,
  to_day           date NOT NULL CHECK (to_day >= from_day),
  variables        text[] NOT NULL,
  outdoor_point_id int REFERENCES point ON DELETE SET NULL,
  base_cool        double precision,                                -- °C
  base_heat        double precision,
  fit              jsonb NOT NULL,                                  -- coefficients in Wh and how well they fit
  static_factors   text NOT NULL,
  state            text NOT NULL CHECK (state IN ('draft', 'approved', 'retired')),
  created_at       timestamptz NOT NULL
);
CREATE INDEX energy_baseline_project ON energy_baseline (project_id);
CREATE INDEX energy_baseline_meter ON energy_baseline (meter_id);
CREATE INDEX energy_baseline_point ON energy_baseline (outdoor_point_id);
CREATE UNIQUE INDEX energy_baseline_in_use ON energy_baseline (project_id, meter_id) NULLS NOT DISTINCT WHERE state = 'approved';

-- Budgets of months.
CREATE TABLE energy_target (
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  month      date NOT NULL,
  budget_wh  bigint,
  budget_fen bigint,
  PRIMARY KEY (project_id, month),
  CHECK (budget_wh IS NOT NULL OR budget_fen IS NOT NULL)
);
