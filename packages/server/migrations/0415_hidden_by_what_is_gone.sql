-- Alarms that were hidden by something that was deleted with its device or area, and that nobody has been told of since: looked for
-- every ten seconds, hardly ever found.
CREATE INDEX alarm_hider_gone ON alarm (id) WHERE hidden_by IS NULL AND hidden_since IS NOT NULL;
