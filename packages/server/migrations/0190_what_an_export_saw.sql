-- What the one who asked could see when his file was made: it is handed out only while he still sees all of that. Null: made before
-- this was noted.
ALTER TABLE download ADD COLUMN seen jsonb;
