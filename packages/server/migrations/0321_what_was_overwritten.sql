-- What stood in history before somebody filled in or erased something there, as it was (history/segmentCodec.ts); of a change
-- that replaced very much the beginning alone, which the change's detail says.
CREATE TABLE history_overwritten (
  change_id  bigint NOT NULL REFERENCES history_change,
  day        int NOT NULL,                        -- days since 1970-01-01, in UTC
  encoded    bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (change_id, day)
);
CREATE INDEX history_change_point ON history_change (point_id, id) WHERE point_id IS NOT NULL;
