-- For other domains to join: what is outside its limits now, whatever people did about it.
CREATE VIEW open_alarm AS
  SELECT id, company_id, project_id, device_id, point_id, severity, raised_at
  FROM alarm WHERE returned_at IS NULL;
