-- Visits that do not come by the calendar: after so many hours of running, or when a warning was confirmed. They are under a
-- contract, and of one device.
CREATE TABLE maintenance_plan (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contract_id     int NOT NULL REFERENCES maintenance_contract ON DELETE CASCADE,
  project_id      int NOT NULL REFERENCES project ON DELETE CASCADE,
  device_id       int NOT NULL REFERENCES device ON DELETE CASCADE,
  name            text NOT NULL COLLATE natural_name,
  kind            text NOT NULL CHECK (kind IN ('runtime', 'condition')),
  template_id     int REFERENCES maintenance_template,  -- null: those of the contract
  -- Of run time. A register counts by itself; a state is counted here.
  point_id        int REFERENCES point ON DELETE SET NULL,
  step_hours      int CHECK (step_hours >= 1),
  epoch           int NOT NULL DEFAULT 0,                -- counted anew, because the machine is another one
  counted_from    timestamptz,
  counted_until   timestamptz,
  run_seconds     float8 NOT NULL DEFAULT 0,             -- known to have run
  unknown_seconds float8 NOT NULL DEFAULT 0,             -- may have run
  last_register   float8,
  daily_seconds   float8,                                -- of the last four weeks; null: not known yet
  enabled         boolean NOT NULL,
  updated_at      timestamptz NOT NULL,
  CHECK ((kind = 'runtime') = (step_hours IS NOT NULL))
);
CREATE INDEX maintenance_plan_contract ON maintenance_plan (contract_id);
CREATE INDEX maintenance_plan_project ON maintenance_plan (project_id);
CREATE INDEX maintenance_plan_device ON maintenance_plan (device_id);
CREATE INDEX maintenance_plan_point ON maintenance_plan (point_id) WHERE point_id IS NOT NULL;
CREATE INDEX maintenance_plan_template ON maintenance_plan (template_id) WHERE template_id IS NOT NULL;

-- A visit is of the k-th cycle, or of a plan for a reason that has a key: 'c0:3' for three steps of run time, 'w:81' for a warning.
ALTER TABLE maintenance_order
  ALTER COLUMN k DROP NOT NULL,
  ADD COLUMN plan_id     int REFERENCES maintenance_plan ON DELETE SET NULL,
  ADD COLUMN plan_key    text,
  ADD COLUMN plan_name   text,
  ADD COLUMN merged_into int REFERENCES maintenance_order ON DELETE CASCADE,
  ADD CHECK ((k IS NULL) = (plan_key IS NOT NULL)),
  DROP CONSTRAINT maintenance_order_state_check,
  ADD CONSTRAINT maintenance_order_state_check CHECK (state IN ('planned', 'started', 'done', 'confirmed', 'skipped', 'merged')),
  ADD CHECK ((state = 'merged') = (merged_into IS NOT NULL));
-- However often and by however many it is looked, each reason makes one visit.
CREATE UNIQUE INDEX maintenance_order_plan ON maintenance_order (plan_id, plan_key) WHERE plan_id IS NOT NULL;
CREATE INDEX maintenance_order_merged ON maintenance_order (merged_into) WHERE merged_into IS NOT NULL;
