-- What was measured of devices by day: how long they cooled, how fast they came down, how often they defrosted (kinds stand in
-- alarms/warnings/figureKinds.ts). One row a figure, with the values of the last weeks in a row.
CREATE TABLE device_figure (
  device_id  int NOT NULL REFERENCES device ON DELETE CASCADE,
  point_id   int NOT NULL REFERENCES point ON DELETE CASCADE,
  kind       text NOT NULL,
  first_day  int NOT NULL,                       -- days of UTC since 1970; of the first value
  daily      real[] NOT NULL,                    -- null: not known that day
  PRIMARY KEY (device_id, point_id, kind)
);
CREATE INDEX device_figure_point ON device_figure (point_id);

-- Days of which the figures were taken of all devices there were.
CREATE TABLE device_figure_day (
  day      int PRIMARY KEY,
  taken_at timestamptz NOT NULL
);

-- A figure of a device that leaves those of like ones, its own past or its limit.
CREATE TABLE fault_warning (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id      int NOT NULL REFERENCES device ON DELETE CASCADE,
  point_id       int NOT NULL REFERENCES point ON DELETE CASCADE,
  kind           text NOT NULL,                  -- of the contract's warningKinds
  severity       smallint NOT NULL CHECK (severity BETWEEN 1 AND 4),
  started_at     timestamptz NOT NULL,
  seen_at        timestamptz NOT NULL,
  ended_at       timestamptz,                    -- null: it holds
  end_reason     text,                           -- of the contract's warningEnds
  value          float8 NOT NULL,
  like_value     float8,
  like_count     int NOT NULL DEFAULT 0,
  like_ids       int[] NOT NULL DEFAULT '{}',    -- devices it was compared with, some of them where they are many
  past_value     float8,                         -- as it was before the warning began
  limit_value    float8,
  expected_at    timestamptz,                    -- when the limit is reached, with the soonest and the latest
  expected_from  timestamptz,
  expected_to    timestamptz,
  evidence_from  timestamptz NOT NULL,
  evidence_to    timestamptz NOT NULL
);
CREATE UNIQUE INDEX fault_warning_open ON fault_warning (device_id, point_id, kind) WHERE ended_at IS NULL;
CREATE INDEX fault_warning_device ON fault_warning (device_id, started_at DESC);
CREATE INDEX fault_warning_point ON fault_warning (point_id);
CREATE INDEX fault_warning_ended ON fault_warning (ended_at);

-- What the service department said, the last of a warning being its state.
CREATE TABLE fault_warning_feedback (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  warning_id  bigint NOT NULL REFERENCES fault_warning ON DELETE CASCADE,
  feedback    text NOT NULL,                     -- of the contract's warningFeedbacks
  remark      text NOT NULL DEFAULT '',
  user_id     int REFERENCES app_user ON DELETE SET NULL,
  at          timestamptz NOT NULL
);
CREATE INDEX fault_warning_feedback_warning ON fault_warning_feedback (warning_id, id DESC);
CREATE INDEX fault_warning_feedback_user ON fault_warning_feedback (user_id) WHERE user_id IS NOT NULL;
