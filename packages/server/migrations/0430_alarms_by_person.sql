-- Who confirmed and who handled an alarm is counted without looking at the rows, as its times are.
DROP INDEX alarm_history;
CREATE INDEX alarm_history ON alarm (project_id, raised_at DESC)
  INCLUDE (id, returned_at, severity, effective_severity, had_severities, kind, hidden_by, handled_at, handled_by, acknowledged_at,
    acknowledged_by, device_id, point_id);
-- What somebody wrote, over all alarms; and whoever leaves is taken out of it.
CREATE INDEX alarm_comment_user ON alarm_comment (user_id) WHERE user_id IS NOT NULL;
