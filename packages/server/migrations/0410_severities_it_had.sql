-- An alarm that is over is for whoever was told of it, and people are told by the severity it had at that moment: important, then
-- urgent, then normal was important to some.
ALTER TABLE alarm ADD COLUMN had_severities smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN alarm.had_severities IS 'bit n: it had severity n; the last and the worst one count without it';
UPDATE alarm a SET had_severities = had.bits
FROM (SELECT alarm_id, bit_or(1 << severity)::smallint AS bits FROM alarm_journal WHERE severity IS NOT NULL
      GROUP BY alarm_id HAVING count(DISTINCT severity) > 1) had
WHERE a.id = had.alarm_id;

-- Whoever sees some levels only counts without looking at the rows, as whoever sees all.
DROP INDEX alarm_history, alarm_returned, alarm_unhandled;
CREATE INDEX alarm_history ON alarm (project_id, raised_at DESC)
  INCLUDE (id, returned_at, severity, effective_severity, had_severities, kind, hidden_by, handled_at, acknowledged_at, device_id, point_id);
CREATE INDEX alarm_returned ON alarm (project_id, returned_at DESC)
  INCLUDE (id, raised_at, severity, effective_severity, had_severities, device_id, point_id) WHERE returned_at IS NOT NULL;
CREATE INDEX alarm_unhandled ON alarm (project_id, raised_at DESC)
  INCLUDE (id, returned_at, severity, effective_severity, had_severities, device_id, point_id) WHERE handled_at IS NULL AND hidden_by IS NULL;

-- What fell to "record only" reminds nobody.
UPDATE alarm SET next_repeat_at = NULL WHERE severity = 4 AND next_repeat_at IS NOT NULL;

-- A company's own systems hear that an alarm ended without having been over, too: 4.
ALTER TABLE notification DROP CONSTRAINT notification_push_type_check, ADD CHECK (push_type BETWEEN 0 AND 4);
