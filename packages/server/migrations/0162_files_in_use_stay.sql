-- A picture that somebody shows is not deleted, also when he begins to show it at the same moment. What pointed nowhere is
-- forgotten first.
UPDATE app_user SET avatar = NULL WHERE avatar IS NOT NULL AND avatar NOT IN (SELECT id FROM uploaded_file);
UPDATE project SET cover_file_id = NULL WHERE cover_file_id IS NOT NULL AND cover_file_id NOT IN (SELECT id FROM uploaded_file);
UPDATE device SET cover_file_id = NULL WHERE cover_file_id IS NOT NULL AND cover_file_id NOT IN (SELECT id FROM uploaded_file);
ALTER TABLE app_user ADD CONSTRAINT app_user_avatar_kept FOREIGN KEY (avatar) REFERENCES uploaded_file ON DELETE RESTRICT;
ALTER TABLE project ADD CONSTRAINT project_cover_kept FOREIGN KEY (cover_file_id) REFERENCES uploaded_file ON DELETE RESTRICT;
ALTER TABLE device ADD CONSTRAINT device_cover_kept FOREIGN KEY (cover_file_id) REFERENCES uploaded_file ON DELETE RESTRICT;
CREATE INDEX app_user_avatar ON app_user (avatar) WHERE avatar IS NOT NULL;
CREATE INDEX project_cover ON project (cover_file_id) WHERE cover_file_id IS NOT NULL;
CREATE INDEX device_cover ON device (cover_file_id) WHERE cover_file_id IS NOT NULL;
