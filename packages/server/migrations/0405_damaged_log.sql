-- A commit in the log that could not be read is put aside, too: of which points it is stands in what cannot be read.
ALTER TABLE history_damaged ALTER COLUMN point_id DROP NOT NULL;
COMMENT ON COLUMN history_damaged.point_id IS 'null: a commit of that hour in the log, of many points';
