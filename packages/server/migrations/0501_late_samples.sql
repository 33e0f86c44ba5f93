-- Samples that came after their point had been judged up to them or beyond, from the earliest on: written with the samples, deleted
-- with what judging them once more changed. No reference to the point: a deleted one must not hold up readings.
CREATE TABLE alarm_late_stretch (
  point_id  int PRIMARY KEY,
  from_at   timestamptz NOT NULL
);

-- 5: it came and went while its gateway was offline.
ALTER TABLE notification DROP CONSTRAINT notification_push_type_check, ADD CHECK (push_type BETWEEN 0 AND 5);
ALTER TABLE alarm_strategy_contact ADD COLUMN tells_offline boolean NOT NULL DEFAULT true;
