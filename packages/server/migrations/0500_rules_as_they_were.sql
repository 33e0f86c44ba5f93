-- What each alarm rule said when: late readings, "why" and back-test judge the past by the rule of its time. Written in the
-- transaction of each edit. Of the time before the first row of a rule nothing is known.
CREATE TABLE alarm_rule_version (
  rule_id      int NOT NULL,
  valid_from   timestamptz NOT NULL,
  project_id   int NOT NULL REFERENCES project ON DELETE CASCADE,
  strategy_id  int NOT NULL,
  strategy_name     text NOT NULL,  -- for when it is deleted
  strategy_name_en  text,
  definition   jsonb,               -- null: the rule was deleted
  subjects     jsonb NOT NULL,      -- [{"kind": "point", "id": 12, "definition": {…}}]; with limits of its own where it has them
  enabled      boolean NOT NULL,
  PRIMARY KEY (rule_id, valid_from)
);
CREATE INDEX alarm_rule_version_subject ON alarm_rule_version USING gin (subjects jsonb_path_ops);
CREATE INDEX alarm_rule_version_strategy ON alarm_rule_version (strategy_id, rule_id);

-- What stands today has stood since it was last changed.
INSERT INTO alarm_rule_version (rule_id, valid_from, project_id, strategy_id, strategy_name, strategy_name_en, definition, subjects, enabled)
SELECT r.id, st.changed_at, st.project_id, st.id, st.name, st.name_en, r.definition, coalesce(s.subjects, '[]'), st.enabled
FROM alarm_rule r JOIN alarm_strategy st ON st.id = r.strategy_id LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object('kind', subject_kind, 'id', subject_id)
    || CASE WHEN definition IS NULL THEN '{}' ELSE jsonb_build_object('definition', definition) END
    ORDER BY subject_kind, subject_id) AS subjects
  FROM alarm_rule_subject WHERE rule_id = r.id) s ON true;

-- How often a point was expected to report, from when on. Written by the database: points are set up, imported, copied and changed in
-- many ways.
CREATE TABLE point_cycle (
  point_id       int NOT NULL REFERENCES point ON DELETE CASCADE,
  valid_from     timestamptz NOT NULL,
  cycle_seconds  int NOT NULL,
  PRIMARY KEY (point_id, valid_from)
);
INSERT INTO point_cycle SELECT id, to_timestamp(0), sampling_interval_seconds FROM point;

CREATE FUNCTION remember_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO point_cycle
  VALUES (NEW.id, CASE TG_OP WHEN 'INSERT' THEN to_timestamp(0) ELSE now() END, NEW.sampling_interval_seconds)
  ON CONFLICT (point_id, valid_from) DO UPDATE SET cycle_seconds = EXCLUDED.cycle_seconds;
  RETURN NULL;
END $$;
CREATE TRIGGER point_cycle_set AFTER INSERT ON point FOR EACH ROW EXECUTE FUNCTION remember_cycle();
CREATE TRIGGER point_cycle_changed AFTER UPDATE ON point FOR EACH ROW
  WHEN (OLD.sampling_interval_seconds <> NEW.sampling_interval_seconds) EXECUTE FUNCTION remember_cycle();
