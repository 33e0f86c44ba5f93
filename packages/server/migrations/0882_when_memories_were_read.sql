-- When a gateway read the memory, by its contact with the tag: a message that waited says nothing of the time in between.
ALTER TABLE tag_upload ADD COLUMN read_at timestamptz;
UPDATE tag_upload SET read_at = received_at;
ALTER TABLE tag_upload ALTER COLUMN read_at SET NOT NULL;
CREATE INDEX tag_upload_read ON tag_upload (tag_id, read_at DESC);
