-- An alarm that was urgent for ten minutes and then fell to important was urgent: what is over stands with the worst it was.
-- What is still active goes by what it is now, because that is what people act on.
ALTER TABLE alarm ADD COLUMN worst_severity smallint CHECK (worst_severity BETWEEN 1 AND 4);
COMMENT ON COLUMN alarm.severity IS 'the present one; of an alarm that is over, the one it had at its end';
COMMENT ON COLUMN alarm.worst_severity IS 'the most severe it ever was';
-- The journal has the severity of each of its steps. Where it is lost, the last one is all that is known.
UPDATE alarm a SET worst_severity = least(a.severity, (SELECT min(j.severity) FROM alarm_journal j WHERE j.alarm_id = a.id));
ALTER TABLE alarm
  ALTER COLUMN worst_severity SET NOT NULL,
  ADD CHECK (worst_severity <= severity),
  ADD COLUMN effective_severity smallint NOT NULL
    GENERATED ALWAYS AS (CASE WHEN returned_at IS NULL THEN severity ELSE worst_severity END) STORED;
COMMENT ON COLUMN alarm.effective_severity IS 'by which it is listed, ordered and counted';

-- Lists filter, order and count by it without looking at the rows.
DROP INDEX alarm_current, alarm_history, alarm_returned, alarm_unhandled;
CREATE INDEX alarm_current ON alarm (project_id, effective_severity, raised_at DESC)
  WHERE (returned_at IS NULL OR acknowledged_at IS NULL) AND hidden_by IS NULL;
CREATE INDEX alarm_history ON alarm (project_id, raised_at DESC)
  INCLUDE (id, returned_at, severity, effective_severity, kind, hidden_by, handled_at, acknowledged_at, device_id, point_id);
CREATE INDEX alarm_returned ON alarm (project_id, returned_at DESC)
  INCLUDE (id, raised_at, severity, effective_severity, device_id, point_id) WHERE returned_at IS NOT NULL;
CREATE INDEX alarm_unhandled ON alarm (project_id, raised_at DESC)
  INCLUDE (id, returned_at, severity, effective_severity, device_id, point_id) WHERE handled_at IS NULL AND hidden_by IS NULL;
