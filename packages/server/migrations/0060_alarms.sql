-- Strategies, the evaluator's state, occurrences and their journal.

CREATE TABLE alarm_strategy (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id  int NOT NULL REFERENCES project ON DELETE CASCADE,
  name        text NOT NULL COLLATE natural_name,
  name_en     text,
  enabled     boolean NOT NULL DEFAULT true,
  repeat_minutes int CHECK (repeat_minutes >= 5),  -- null: told once
  notify_on_clear boolean NOT NULL DEFAULT true
);
CREATE INDEX alarm_strategy_project ON alarm_strategy (project_id);

CREATE TABLE alarm_rule (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  strategy_id  int NOT NULL REFERENCES alarm_strategy ON DELETE CASCADE,
  definition   jsonb NOT NULL                  -- the engine's AlarmRule without its id
);
CREATE INDEX alarm_rule_strategy ON alarm_rule (strategy_id);

CREATE TABLE alarm_rule_subject (
  rule_id       int NOT NULL REFERENCES alarm_rule ON DELETE CASCADE,
  subject_kind  text NOT NULL CHECK (subject_kind IN ('point', 'slave', 'gateway')),
  subject_id    int NOT NULL,
  PRIMARY KEY (rule_id, subject_kind, subject_id)
);

-- The evaluator's memory, written in the transaction of the readings that changed it. No row: normal.
CREATE TABLE alarm_state (
  rule_id       int NOT NULL,
  subject_kind  text NOT NULL,
  subject_id    int NOT NULL,
  state         jsonb NOT NULL,
  rule_hash     text NOT NULL,                 -- of the definition it was made under: another rule must not continue it
  PRIMARY KEY (rule_id, subject_kind, subject_id)
);

CREATE TABLE alarm (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id       int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id       int NOT NULL REFERENCES project ON DELETE CASCADE,
  strategy_id      int REFERENCES alarm_strategy ON DELETE SET NULL,
  rule_id          int NOT NULL,
  rule_definition  jsonb NOT NULL,             -- the rule as it stood when the alarm was raised
  subject_kind     text NOT NULL,
  subject_id       int NOT NULL,
  point_id         int REFERENCES point ON DELETE SET NULL,
  device_id        int REFERENCES device ON DELETE SET NULL,
  area_id          int REFERENCES subarea ON DELETE SET NULL,
  subject_name     text NOT NULL,              -- names as they were, so that history survives a rename or delete
  subject_name_en  text,
  device_name      text NOT NULL DEFAULT '',
  device_name_en   text,
  area_name        text,
  area_name_en     text,
  unit             text NOT NULL DEFAULT '',   -- of the point's value, limits and extreme, as it was
  decimals         smallint NOT NULL DEFAULT 1,
  kind             text NOT NULL,
  severity         smallint NOT NULL CHECK (severity BETWEEN 1 AND 4),
  band             text,
  raised_at        timestamptz NOT NULL,
  returned_at      timestamptz,
  end_reason       text,                       -- null: the condition was over; else suppressedBySource, ruleClosed, …
  detected_late    boolean NOT NULL DEFAULT false,
  value_at_raise   double precision,
  limit_value      double precision,
  extreme          double precision,
  sentence_zh      text NOT NULL,
  sentence_en      text NOT NULL,
  acknowledged_at  timestamptz,
  acknowledged_by  int REFERENCES app_user ON DELETE SET NULL,
  handled_at       timestamptz,
  handled_by       int REFERENCES app_user ON DELETE SET NULL,
  follow_up        text,
  comment          text,
  next_repeat_at   timestamptz,
  repeat_count     int NOT NULL DEFAULT 0
);
-- At most one open occurrence per rule and subject: held by the database, not by hope.
CREATE UNIQUE INDEX alarm_open ON alarm (rule_id, subject_kind, subject_id) WHERE returned_at IS NULL;
CREATE INDEX alarm_current ON alarm (project_id, severity, raised_at DESC) WHERE returned_at IS NULL OR acknowledged_at IS NULL;
CREATE INDEX alarm_history ON alarm (project_id, raised_at DESC);
CREATE INDEX alarm_point ON alarm (point_id, raised_at DESC);
CREATE INDEX alarm_repeat ON alarm (next_repeat_at) WHERE next_repeat_at IS NOT NULL;

CREATE TABLE alarm_journal (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alarm_id  bigint NOT NULL REFERENCES alarm ON DELETE CASCADE,
  at        timestamptz NOT NULL,
  kind      text NOT NULL,                     -- raised, stillActive, severityChanged, returnedToNormal, acknowledged, handled, repeated, ended
  severity  smallint,
  value     double precision,
  limit_value double precision,
  text_zh   text NOT NULL,
  text_en   text NOT NULL,
  user_id   int REFERENCES app_user ON DELETE SET NULL
);
CREATE INDEX alarm_journal_alarm ON alarm_journal (alarm_id, id);
