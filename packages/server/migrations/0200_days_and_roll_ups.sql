-- The second step of sealing: once a day is over its hours become one row, and beside it stands what curves over months are
-- drawn from.

-- One row a point and day of measured time (history/segmentCodec.ts). Hours of the same day that stand in history_segment
-- came later: they are newer, and are merged in at the next sealing.
CREATE TABLE history_day (
  point_id  int NOT NULL,
  day       int NOT NULL,                        -- days since 1970-01-01, in UTC
  encoded   bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (point_id, day)
);

-- Buckets of an analog point, 32 days a row (history/rollupCodec.ts), each day marked as rolled up or not. Never more than a
-- second way to say what the days say: it can be made again from them at any time.
CREATE TABLE history_rollup (
  point_id  int NOT NULL,
  minutes   smallint NOT NULL,                   -- width of a bucket
  block     int NOT NULL,                        -- day / 32
  encoded   bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (point_id, minutes, block)
);
