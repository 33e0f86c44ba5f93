-- Which uploaded files something refers to; the others are deleted after a day. A domain that begins to keep images adds itself.
CREATE VIEW file_in_use AS
  SELECT avatar AS file_id FROM app_user WHERE avatar IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM project WHERE cover_file_id IS NOT NULL;
