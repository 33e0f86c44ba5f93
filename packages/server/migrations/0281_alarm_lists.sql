-- The lists of past alarms and of those to be handled count and order a month of a project without looking at the rows.
DROP INDEX alarm_history;
CREATE INDEX alarm_history ON alarm (project_id, raised_at DESC)
  INCLUDE (id, returned_at, severity, hidden_by, handled_at, acknowledged_at, device_id, point_id);
CREATE INDEX alarm_returned ON alarm (project_id, returned_at DESC)
  INCLUDE (id, raised_at, severity, device_id, point_id) WHERE returned_at IS NOT NULL;
CREATE INDEX alarm_unhandled ON alarm (project_id, raised_at DESC)
  INCLUDE (id, returned_at, severity, device_id, point_id) WHERE handled_at IS NULL AND hidden_by IS NULL;
