-- Readings: first a log that is written at the speed of the disk, then segments that are small and quick to read.

-- One row a commit: every reading of that commit as packed arrays (history/logCodec.ts). Partitions by hour of
-- committed_at are made ahead of need and dropped whole once sealed; nothing here is ever deleted row by row.
CREATE TABLE sample_log (
  id            bigint GENERATED ALWAYS AS IDENTITY,
  committed_at  timestamptz NOT NULL,
  sample_count  int NOT NULL,
  payload       bytea STORAGE EXTERNAL NOT NULL  -- packed already: compressing again would only cost time
) PARTITION BY RANGE (committed_at);
-- The order of replay: among samples of the same point and time the last one wins.
CREATE INDEX sample_log_id ON sample_log (id);

-- One row a point and hour of measured time (history/segmentCodec.ts). Count, extremes and quality live inside the
-- payload: as columns they would cost more than the samples themselves.
CREATE TABLE history_segment (
  point_id  int NOT NULL,
  hour      int NOT NULL,                        -- hours since 1970-01-01T00:00Z
  encoded   bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (point_id, hour)
);

-- The newest sealed reading of each point, so that a start need not search the segments.
CREATE TABLE point_latest (
  point_id     int PRIMARY KEY,
  measured_at  timestamptz NOT NULL,
  value        double precision,                 -- null: no number
  quality      smallint NOT NULL
) WITH (fillfactor = 70);
