-- Who confirmed and who handled alarms of a project is read by skipping from one person to the next.
CREATE INDEX alarm_acknowledged_by ON alarm (project_id, acknowledged_by) WHERE acknowledged_by IS NOT NULL;
CREATE INDEX alarm_handled_by ON alarm (project_id, handled_by) WHERE handled_by IS NOT NULL;
