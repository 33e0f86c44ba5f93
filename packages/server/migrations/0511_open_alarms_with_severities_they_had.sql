-- Who sees one of the severities that an alarm had keeps seeing it, on boards and devices as in its lists.
CREATE OR REPLACE VIEW open_alarm AS
  SELECT id, company_id, project_id, device_id, point_id, severity, raised_at, effective_severity, had_severities
  FROM alarm WHERE returned_at IS NULL AND hidden_by IS NULL;
