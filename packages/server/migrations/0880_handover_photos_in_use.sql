-- Migration 0872 made the view anew without the photos of handovers.
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
  SELECT file_id FROM waybill_handover_photo;
