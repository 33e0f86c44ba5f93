-- A unit's key leaves the platform once. It belongs to the number, as the passwords do: registered again, a unit does not show it again.
CREATE TABLE boot_unit_key (
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  unit_number text NOT NULL,
  version     smallint NOT NULL CHECK (version >= 1),
  shown_at    timestamptz NOT NULL,
  shown_name  text NOT NULL,
  PRIMARY KEY (company_id, unit_number)
);

-- A device is one unit: of several the one that was changed last keeps it.
UPDATE boot_unit b SET device_id = NULL, lock_point_id = NULL
  WHERE EXISTS (SELECT 1 FROM boot_unit o WHERE o.device_id = b.device_id AND (o.updated_at, o.id) > (b.updated_at, b.id));
DROP INDEX boot_unit_device;
CREATE UNIQUE INDEX boot_unit_device ON boot_unit (device_id) WHERE device_id IS NOT NULL;

ALTER TABLE boot_unit
  ADD running_before int[] NOT NULL DEFAULT '{}',   -- run states that were on when it was released: they show no start
  DROP CONSTRAINT boot_unit_state_check,
  ADD CONSTRAINT boot_unit_state_check
    CHECK (state IN ('registered', 'deviates', 'conforms', 'rejected', 'released', 'booted'));

-- What was issued stays in the list when its unit is deleted, for the people who saw the unit.
ALTER TABLE boot_password
  ADD unit_name text NOT NULL DEFAULT '',
  ADD project_id int REFERENCES project ON DELETE SET NULL;
UPDATE boot_password w SET unit_name = b.name, project_id = b.project_id FROM boot_unit b WHERE b.id = w.unit_id;
CREATE INDEX boot_password_project ON boot_password (project_id) WHERE project_id IS NOT NULL;
