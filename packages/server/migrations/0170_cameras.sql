-- Cameras: where the pictures of a place come from. They belong to a project, and may look at one of its devices: who sees that
-- device sees its camera, and it counts in the device's subsystem.
CREATE TABLE camera (
  id                 int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id         int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id         int NOT NULL REFERENCES project ON DELETE CASCADE,
  device_id          int,
  name               text NOT NULL COLLATE natural_name,
  name_en            text,                         -- shown in English; null: the name itself
  number             text NOT NULL DEFAULT '',     -- on its plate
  kind               text NOT NULL CHECK (kind IN ('hls', 'flv', 'whep')),
  address            bytea NOT NULL,               -- sealed: it may hold a login
  shown_address      text NOT NULL,                -- without login and parameters
  note               text NOT NULL DEFAULT '',
  cover_file_id      text REFERENCES uploaded_file ON DELETE RESTRICT,  -- its last picture
  covered_at         timestamptz,
  checked_at         timestamptz,                  -- null: never
  failure            text,                         -- why there was no stream then; null: there was
  unreachable_since  timestamptz,
  created_at         timestamptz NOT NULL,
  created_by         int REFERENCES app_user ON DELETE SET NULL,
  updated_at         timestamptz NOT NULL,
  UNIQUE (project_id, name),
  FOREIGN KEY (device_id, project_id) REFERENCES device (id, project_id) ON DELETE SET NULL (device_id)
);
CREATE INDEX camera_company ON camera (company_id);
CREATE INDEX camera_device ON camera (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX camera_cover ON camera (cover_file_id) WHERE cover_file_id IS NOT NULL;
-- The one that waits longest is asked next.
CREATE INDEX camera_checked ON camera (checked_at NULLS FIRST);

CREATE OR REPLACE VIEW file_in_use AS
  SELECT avatar AS file_id FROM app_user WHERE avatar IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM project WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM device WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM camera WHERE cover_file_id IS NOT NULL;
