-- What a run wrote, so that it can be undone once: [{"pointId", "value", "before"}], those that took their value.
ALTER TABLE schedule_run
  ADD COLUMN writes jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN undone_at timestamptz,
  ADD COLUMN undone_by int REFERENCES app_user ON DELETE SET NULL;

-- The first project of a group, whose clock, calendar and position count for its tasks. A deleted one counts for nothing.
CREATE VIEW schedule_place AS
  SELECT DISTINCT ON (gp.group_id) gp.group_id, p.id AS project_id, p.time_zone, p.latitude, p.longitude
  FROM schedule_group_project gp JOIN project p ON p.id = gp.project_id AND p.deleted_at IS NULL
  ORDER BY gp.group_id, p.id;
