-- Time zones are checked when they are entered; one that is not known all the same counts as UTC, and stops nothing.
CREATE FUNCTION known_zone(zone text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM timezone(zone, now());
  RETURN zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END $$;

-- Projects that are neither deleted nor disabled, with when their service ends: the last day counts whole. People are told of a
-- project that is here and has not ended, as the server's isServed decides it in memory.
CREATE VIEW project_served AS
  SELECT id AS project_id,
         CASE WHEN service_end IS NULL THEN 'infinity'::timestamptz
              ELSE (service_end + 1)::timestamp AT TIME ZONE known_zone(time_zone) END AS served_until
    FROM project WHERE deleted_at IS NULL AND disabled_at IS NULL;

-- Who may open the events (123) of a project: active members to whom it is open with all its devices. They alone can be told.
CREATE VIEW sees_events AS
  SELECT m.user_id, p.id AS project_id
    FROM project p JOIN membership m ON m.company_id = p.company_id AND m.active
   WHERE EXISTS (SELECT 1 FROM opens_project o WHERE o.user_id = m.user_id AND o.project_id = p.id)
     AND EXISTS (
       SELECT 1 FROM role_entry e JOIN role_permission r ON r.role_id = e.role_id AND r.permission_id IN (0, 123) AND NOT r.half_selected
        WHERE e.user_id = m.user_id AND e.company_id = p.company_id AND e.project_id IN (-1, p.id))
     AND NOT EXISTS (
       SELECT 1 FROM scope_in_force v WHERE v.user_id = m.user_id AND v.project_id = p.id AND v.devices = 'listed');

-- What lasts goes along when its gateway moves to another project, and begins there.
ALTER TABLE platform_event DROP CONSTRAINT platform_event_type_subject_kind_subject_id_started_at_key;
ALTER TABLE platform_event ADD CONSTRAINT platform_event_once UNIQUE (project_id, type, subject_kind, subject_id, started_at);
