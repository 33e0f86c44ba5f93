-- What one person keeps is limited.
CREATE INDEX uploaded_file_user ON uploaded_file (user_id) WHERE user_id IS NOT NULL;
