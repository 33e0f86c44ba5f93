-- Which alarms people were told of, and how severe each was at its worst, is answered from the index as well: an analysis counts a year.
DROP INDEX alarm_history;
CREATE INDEX alarm_history ON alarm (project_id, raised_at DESC)
  INCLUDE (id, returned_at, severity, effective_severity, had_severities, kind, hidden_by, handled_at, acknowledged_at, acknowledged_by, handled_by, device_id, point_id,
    worst_severity, never_shown);
