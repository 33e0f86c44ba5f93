-- What no policy says of gateways and slaves: how severe it is that one with watched points falls silent, and after how long.
ALTER TABLE company
  ADD COLUMN link_alarm_severity smallint NOT NULL DEFAULT 2 CHECK (link_alarm_severity BETWEEN 1 AND 4),
  ADD COLUMN link_alarm_seconds  int NOT NULL DEFAULT 120 CHECK (link_alarm_seconds BETWEEN 60 AND 86400);
-- Negative: what the company says itself, with its id.
COMMENT ON COLUMN alarm.rule_id IS 'negative: the company''s own rule for loss of communication, by its id';
