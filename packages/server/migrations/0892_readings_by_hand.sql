-- Registers that nobody connected: people read them and enter what they show.
ALTER TABLE energy_installation ADD COLUMN is_manual boolean NOT NULL DEFAULT false;
CREATE TABLE energy_reading (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  installation_id int NOT NULL REFERENCES energy_installation ON DELETE CASCADE,
  read_at         timestamptz NOT NULL,
  reading         double precision NOT NULL CHECK (reading >= 0), -- in the unit of the register
  note            text NOT NULL DEFAULT '',
  entered_at      timestamptz NOT NULL,
  entered_by      int REFERENCES app_user ON DELETE SET NULL,
  UNIQUE (installation_id, read_at)
);
