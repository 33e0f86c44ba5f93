-- Days of alarms counted beforehand, so that an analysis of a year does not read it alarm by alarm. A day is that of the project's clock.
-- Only days with something to count have rows.
CREATE TABLE analysis_device_day (
  project_id        int NOT NULL REFERENCES project ON DELETE CASCADE,
  day               date NOT NULL,
  device_id         int REFERENCES device ON DELETE CASCADE,  -- null: alarms of no device
  -- Raised on this day.
  alarms            int NOT NULL,
  urgent            int NOT NULL,
  unacknowledged    int NOT NULL,
  ack_seconds       bytea NOT NULL,           -- seconds until each was acknowledged, and cleared: big-endian integers of 4 bytes
  back_seconds      bytea NOT NULL,
  -- Active on this day, whenever raised.
  excursion_seconds double precision NOT NULL, -- beyond limits, each alarm by itself
  fault_seconds     double precision NOT NULL, -- urgent or important; what overlaps counts once
  degree_seconds    double precision NOT NULL, -- K·s beyond the limit, of points in °C
  UNIQUE NULLS NOT DISTINCT (project_id, day, device_id)
);
CREATE INDEX analysis_device_day_device ON analysis_device_day (device_id);
CREATE TABLE analysis_device_month (LIKE analysis_device_day INCLUDING DEFAULTS);
ALTER TABLE analysis_device_month
  ADD FOREIGN KEY (project_id) REFERENCES project ON DELETE CASCADE,
  ADD FOREIGN KEY (device_id) REFERENCES device ON DELETE CASCADE,
  ADD UNIQUE NULLS NOT DISTINCT (project_id, day, device_id);
CREATE INDEX analysis_device_month_device ON analysis_device_month (device_id);
COMMENT ON COLUMN analysis_device_month.day IS 'the first of the month';

-- The same of all devices of a project together, and how long its points were known.
CREATE TABLE analysis_project_day (
  project_id        int NOT NULL REFERENCES project ON DELETE CASCADE,
  day               date NOT NULL,
  alarms            int NOT NULL,
  urgent            int NOT NULL,
  unacknowledged    int NOT NULL,
  ack_seconds       bytea NOT NULL,
  back_seconds      bytea NOT NULL,
  excursion_seconds double precision NOT NULL,
  fault_seconds     double precision NOT NULL,
  degree_seconds    double precision NOT NULL,
  -- From the nightly comparison with history: all points that rules watch, and what was not known of them.
  watched_seconds   double precision NOT NULL,
  offline_seconds   double precision NOT NULL, -- gateway or slave lost
  silent_seconds    double precision NOT NULL, -- no data for another reason
  bad_seconds       double precision NOT NULL, -- data that means nothing
  PRIMARY KEY (project_id, day)
);
CREATE TABLE analysis_project_month (LIKE analysis_project_day INCLUDING DEFAULTS);
ALTER TABLE analysis_project_month
  ADD FOREIGN KEY (project_id) REFERENCES project ON DELETE CASCADE,
  ADD PRIMARY KEY (project_id, day);
COMMENT ON COLUMN analysis_project_month.day IS 'the first of the month';

-- How far a project is counted. What comes later, and what a note names, is counted when somebody asks.
CREATE TABLE analysis_through (
  project_id int PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  time_zone  text NOT NULL,                    -- by which its days were counted
  through    date NOT NULL,
  proofs_at  timestamptz NOT NULL              -- comparisons with history up to this moment are counted
);

-- Alarms that came or changed, so that their days are counted once more. No reference: an alarm must not wait for a project's row.
CREATE TABLE analysis_note (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL,
  from_at    timestamptz NOT NULL,
  until_at   timestamptz                       -- null: as far as days are counted
);

CREATE FUNCTION note_alarms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analysis_note (project_id, from_at, until_at) SELECT project_id, raised_at, returned_at FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_noted AFTER INSERT ON alarm REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alarms();
CREATE TRIGGER alarm_removal_noted AFTER DELETE ON alarm REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_alarms();

-- When an alarm is acknowledged, the day on which it was raised changes. When its end changes, the days between both ends change. When its
-- device, its severity or whether people were to be told changes, all days on which it was active change.
CREATE FUNCTION note_changed_alarms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analysis_note (project_id, from_at, until_at)
  SELECT n.project_id, least(o.raised_at, n.raised_at), CASE
      WHEN (o.raised_at, o.worst_severity, o.kind, o.never_shown, o.hidden_by IS NULL, coalesce(o.device_id, 0))
        IS DISTINCT FROM (n.raised_at, n.worst_severity, n.kind, n.never_shown, n.hidden_by IS NULL, coalesce(n.device_id, 0))
      THEN CASE WHEN o.returned_at IS NOT NULL AND n.returned_at IS NOT NULL THEN greatest(o.returned_at, n.returned_at) END
      ELSE n.raised_at END
  FROM earlier o JOIN changed n USING (id)
  WHERE (o.raised_at, o.returned_at, o.acknowledged_at, o.worst_severity, o.kind, o.never_shown, o.hidden_by IS NULL, coalesce(o.device_id, 0))
    IS DISTINCT FROM (n.raised_at, n.returned_at, n.acknowledged_at, n.worst_severity, n.kind, n.never_shown, n.hidden_by IS NULL, coalesce(n.device_id, 0))
  UNION ALL
  SELECT n.project_id, least(o.returned_at, n.returned_at),
    CASE WHEN o.returned_at IS NOT NULL AND n.returned_at IS NOT NULL THEN greatest(o.returned_at, n.returned_at) END
  FROM earlier o JOIN changed n USING (id) WHERE o.returned_at IS DISTINCT FROM n.returned_at;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_change_noted AFTER UPDATE ON alarm REFERENCING OLD TABLE AS earlier NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_alarms();

-- Samples that came late may fill an alarm with values, though it stays as it is.
CREATE FUNCTION note_late_samples() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO analysis_note (project_id, from_at) SELECT p.project_id, min(c.from_at) FROM changed c JOIN point p ON p.id = c.point_id GROUP BY 1;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_late_stretch_noted AFTER INSERT ON alarm_late_stretch REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_late_samples();
CREATE TRIGGER alarm_late_stretch_moved AFTER UPDATE ON alarm_late_stretch REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_late_samples();
