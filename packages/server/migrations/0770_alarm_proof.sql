-- Each night the rules are replayed over the day that ended and compared with the alarms on record.
CREATE TABLE alarm_proof (
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  day        date NOT NULL,
  proved_at  timestamptz NOT NULL,
  -- Replayed once more some days later, for what came late.
  is_final   boolean NOT NULL,
  PRIMARY KEY (project_id, day)
);

-- One row for each point that had a rule about its values at the end of the day.
CREATE TABLE alarm_proof_point (
  project_id  int NOT NULL,
  day         date NOT NULL,
  point_id    int NOT NULL REFERENCES point ON DELETE CASCADE,
  rules       int NOT NULL,
  -- Alarms of these rules as history tells them.
  alarms      int NOT NULL,
  gap_seconds int NOT NULL,
  bad_seconds int NOT NULL,
  PRIMARY KEY (project_id, day, point_id),
  FOREIGN KEY (project_id, day) REFERENCES alarm_proof ON DELETE CASCADE
);
CREATE INDEX alarm_proof_point_of ON alarm_proof_point (point_id);

-- Where the record says something else than history does.
CREATE TABLE alarm_proof_difference (
  project_id      int NOT NULL,
  day             date NOT NULL,
  point_id        int NOT NULL,
  rule_id         int NOT NULL,
  -- missing: history tells of an alarm, the record does not; extra: the other way round; other: times or severity differ.
  kind            text NOT NULL CHECK (kind IN ('missing', 'extra', 'other')),
  severity        smallint NOT NULL,
  alarm_id        bigint,
  raised_at       timestamptz,
  returned_at     timestamptz,
  recorded_raised timestamptz,
  recorded_end    timestamptz,
  FOREIGN KEY (project_id, day, point_id) REFERENCES alarm_proof_point ON DELETE CASCADE
);
CREATE INDEX alarm_proof_difference_day ON alarm_proof_difference (project_id, day, point_id);
