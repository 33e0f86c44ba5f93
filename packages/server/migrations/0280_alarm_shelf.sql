-- What people do not want to see for a while though it goes on being evaluated: shelved by an operator for some hours, out of
-- service until it is taken back, maintained at planned times.
CREATE TABLE alarm_shelf (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id    int NOT NULL REFERENCES project ON DELETE CASCADE,
  kind          text NOT NULL CHECK (kind IN ('shelved', 'outOfService', 'maintenance')),
  -- Shelved is one alarm: its subject and what it is about. One that becomes more severe than it was then shows all the same.
  subject_kind  text,
  subject_id    int,
  alarm_kind    text,
  severity      smallint CHECK (severity BETWEEN 1 AND 4),
  -- What is hidden, the narrowest that is given; none of them: the whole project.
  point_id      int REFERENCES point ON DELETE CASCADE,
  device_id     int REFERENCES device ON DELETE CASCADE,
  area_id       int REFERENCES subarea ON DELETE CASCADE,
  reason        text NOT NULL,
  from_at       timestamptz NOT NULL,
  until_at      timestamptz CHECK (until_at > from_at),  -- null: until somebody ends it
  -- Repeated weekly between the two, by the clock of the project: on these days (1 Monday) between these minutes. An end at or
  -- before the start is on the next day.
  weekdays      smallint[] CHECK (cardinality(weekdays) > 0 AND weekdays <@ '{1,2,3,4,5,6,7}'),
  from_minute   smallint CHECK (from_minute BETWEEN 0 AND 1439),
  until_minute  smallint CHECK (until_minute BETWEEN 1 AND 1440),
  review_on     date,                        -- out of service: the day on which somebody looks whether that is still right
  created_by    int REFERENCES app_user ON DELETE SET NULL,
  created_at    timestamptz NOT NULL,
  ended_at      timestamptz,                 -- by somebody, or found to be over
  ended_by      int REFERENCES app_user ON DELETE SET NULL,
  CHECK ((kind = 'shelved') = (subject_kind IS NOT NULL AND subject_id IS NOT NULL AND alarm_kind IS NOT NULL AND severity IS NOT NULL)),
  CHECK (kind <> 'shelved' OR until_at IS NOT NULL),
  CHECK ((weekdays IS NULL) = (from_minute IS NULL) AND (weekdays IS NULL) = (until_minute IS NULL))
);
CREATE INDEX alarm_shelf_open ON alarm_shelf (project_id) WHERE ended_at IS NULL;
CREATE INDEX alarm_shelf_project ON alarm_shelf (project_id, created_at DESC);
-- At most one a shelved alarm.
CREATE UNIQUE INDEX alarm_shelf_alarm ON alarm_shelf (subject_kind, subject_id, alarm_kind) WHERE kind = 'shelved' AND ended_at IS NULL;

-- What hides an alarm now, and since when. It stays with those that came and went while they were hidden: nobody needs to confirm them.
ALTER TABLE alarm
  ADD COLUMN hidden_by        int REFERENCES alarm_shelf ON DELETE SET NULL,
  ADD COLUMN hidden_since     timestamptz,
  -- Handling, besides the follow-up and the remarks (comment).
  ADD COLUMN measures         text,
  ADD COLUMN analysis_result  text,
  -- When people first wrote something about it, in a comment or by handling it.
  ADD COLUMN first_comment_at timestamptz;
UPDATE alarm SET first_comment_at = handled_at WHERE handled_at IS NOT NULL;
CREATE INDEX alarm_hidden ON alarm (hidden_by) WHERE hidden_by IS NOT NULL;
-- Those that come back when what hides them is over.
CREATE INDEX alarm_hidden_now ON alarm (project_id)
  WHERE hidden_by IS NOT NULL AND (returned_at IS NULL OR (acknowledged_at IS NULL AND raised_at < hidden_since));

DROP INDEX alarm_current;
CREATE INDEX alarm_current ON alarm (project_id, severity, raised_at DESC)
  WHERE (returned_at IS NULL OR acknowledged_at IS NULL) AND hidden_by IS NULL;

-- What is outside its limits now, whatever people did about it, and not hidden from them.
CREATE OR REPLACE VIEW open_alarm AS
  SELECT id, company_id, project_id, device_id, point_id, severity, raised_at
  FROM alarm WHERE returned_at IS NULL AND hidden_by IS NULL;

-- What people wrote about an alarm.
CREATE TABLE alarm_comment (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alarm_id  bigint NOT NULL REFERENCES alarm ON DELETE CASCADE,
  at        timestamptz NOT NULL,
  user_id   int REFERENCES app_user ON DELETE SET NULL,
  text      text NOT NULL
);
CREATE INDEX alarm_comment_alarm ON alarm_comment (alarm_id, id);
