-- The paper of a calibration certificate, as its laboratory issued it.
ALTER TABLE calibration_certificate
  ADD COLUMN file_id text REFERENCES uploaded_file,
  ADD COLUMN file_sha256 bytea,                 -- of the bytes that are kept
  ADD CHECK ((file_id IS NULL) = (file_sha256 IS NULL));
CREATE INDEX calibration_certificate_file ON calibration_certificate (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX calibration_certificate_paper ON calibration_certificate (file_sha256) WHERE file_sha256 IS NOT NULL;

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
  SELECT file_id FROM boot_photo
  UNION ALL
  SELECT file_id FROM waybill_handover_photo
  UNION ALL
  SELECT file_id FROM customer_document
  UNION ALL
  SELECT file_id FROM calibration_certificate WHERE file_id IS NOT NULL;
