-- A unit starts by its password or by a safe write to its lock point. Its first hour is watched by the points of its device.
ALTER TABLE boot_unit
  ADD COLUMN device_id     int REFERENCES device ON DELETE SET NULL,
  ADD COLUMN lock_point_id int REFERENCES point ON DELETE SET NULL,
  ADD COLUMN unlock_value  double precision NOT NULL DEFAULT 1,     -- what unlocks it
  ADD COLUMN submitted_by  int REFERENCES app_user ON DELETE SET NULL,
  ADD COLUMN waiver        text NOT NULL DEFAULT '',                -- why it was released in spite of deviations
  ADD COLUMN waived_name   text,
  ADD COLUMN released_at   timestamptz,
  ADD COLUMN booted_at     timestamptz,
  ADD COLUMN boot_way      text CHECK (boot_way IN ('written', 'reported', 'seen')),
  ADD COLUMN watch_state   text CHECK (watch_state IN ('watching', 'ok', 'failed', 'unknown')),
  ADD COLUMN watch_checks  jsonb NOT NULL DEFAULT '[]',
  DROP CONSTRAINT boot_unit_state_check,
  ADD CHECK (state IN ('registered', 'deviates', 'conforms', 'released', 'booted')),
  ADD CHECK ((booted_at IS NULL) = (state <> 'booted')),
  ADD CHECK ((watch_state IS NULL) = (state <> 'booted'));
UPDATE boot_unit SET released_at = updated_at WHERE state = 'released';
CREATE INDEX boot_unit_device ON boot_unit (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX boot_unit_lock_point ON boot_unit (lock_point_id) WHERE lock_point_id IS NOT NULL;
CREATE INDEX boot_unit_submitted_by ON boot_unit (submitted_by) WHERE submitted_by IS NOT NULL;
CREATE INDEX boot_unit_awaited ON boot_unit (id) WHERE state = 'released' OR watch_state = 'watching';

CREATE TABLE boot_photo (
  unit_id int NOT NULL REFERENCES boot_unit ON DELETE CASCADE,
  file_id text NOT NULL REFERENCES uploaded_file ON DELETE RESTRICT,
  at      timestamptz NOT NULL,
  PRIMARY KEY (unit_id, file_id)
);
CREATE INDEX boot_photo_file ON boot_photo (file_id);

CREATE TABLE boot_event (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  unit_id   int NOT NULL REFERENCES boot_unit ON DELETE CASCADE,
  kind      text NOT NULL,
  at        timestamptz NOT NULL,
  user_name text,                                                    -- null: the system
  text_zh   text NOT NULL DEFAULT '',
  text_en   text NOT NULL DEFAULT ''
);
CREATE INDEX boot_event_unit ON boot_event (unit_id, id);

CREATE OR REPLACE VIEW file_in_use AS
  SELECT avatar AS file_id FROM app_user WHERE avatar IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM project WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM device WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM camera WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT file_id FROM work_attachment
  UNION ALL
  SELECT base_file_id FROM plan
  UNION ALL
  SELECT file_id FROM boot_photo;
