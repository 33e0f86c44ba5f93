-- What is written back where that is not what the point read before: a second value for a time stands in for the first, and what
-- is to come back is what was there before both.
ALTER TABLE write_record ADD COLUMN return_value double precision;

-- A value that could not be taken back is told of, and looked for often.
CREATE INDEX write_record_return_failed ON write_record (return_at) WHERE return_state = 'failed';
