-- Repair orders. They go along with their project; numbers, names of devices and people stay those of their time.
CREATE TABLE repair_order (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id        int NOT NULL REFERENCES project ON DELETE CASCADE,
  number            text,                       -- null: a draft
  status            smallint NOT NULL CHECK (status IN (-1, 0, 1, 2, 3, 4, 6, 7)),
  revision          int NOT NULL DEFAULT 1,
  severity          smallint NOT NULL CHECK (severity BETWEEN 1 AND 3),
  source            text NOT NULL,
  device_id         int REFERENCES device ON DELETE SET NULL,
  device_name       text NOT NULL DEFAULT '',
  device_name_en    text,
  area_id           int REFERENCES subarea ON DELETE SET NULL,
  fault_content     text NOT NULL,
  remark            text NOT NULL DEFAULT '',
  service_type      text NOT NULL,
  contact_phone     text,
  applicant_id      int REFERENCES app_user ON DELETE SET NULL,
  applicant_name    text NOT NULL,
  assignee_id       int REFERENCES app_user ON DELETE SET NULL,
  assignee_name     text,
  created_at        timestamptz NOT NULL,
  submitted_at      timestamptz,
  accepted_at       timestamptz,
  arrived_at        timestamptz,
  finished_at       timestamptz,
  completed_at      timestamptz,
  expected_at       timestamptz,
  is_app            boolean NOT NULL DEFAULT false,
  was_remote        boolean NOT NULL DEFAULT false,
  failed_times      int NOT NULL DEFAULT 0,     -- acceptances that failed
  cause             text,
  remedy            text,
  reject_type       text,
  reject_reason     text,
  acceptance_text   text,
  score             smallint CHECK (score BETWEEN 1 AND 5),
  assess_text       text,
  settlement        text,
  parent_id         int REFERENCES repair_order ON DELETE SET NULL,
  paused_since      timestamptz,
  recovery_state    text,                       -- null: not finished yet
  recovery_why      text,
  recovery_since    timestamptz,
  verified_at       timestamptz,
  recovery_seconds  int,                        -- how long it has to hold
  observed_seconds  int NOT NULL DEFAULT 0,
  CHECK ((number IS NULL) = (status = -1)),
  CHECK ((submitted_at IS NULL) = (status = -1))
);
CREATE INDEX repair_order_project ON repair_order (project_id, status, submitted_at DESC);
CREATE INDEX repair_order_device ON repair_order (device_id, submitted_at DESC) WHERE device_id IS NOT NULL;
CREATE INDEX repair_order_area ON repair_order (area_id) WHERE area_id IS NOT NULL;
CREATE INDEX repair_order_applicant ON repair_order (applicant_id) WHERE applicant_id IS NOT NULL;
CREATE INDEX repair_order_assignee ON repair_order (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX repair_order_parent ON repair_order (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX repair_order_observed ON repair_order (id) WHERE status = 6 AND recovery_state IN ('waiting', 'observing', 'notRecovered');

-- The alarms an order is about.
CREATE TABLE repair_alarm (
  order_id  int NOT NULL REFERENCES repair_order ON DELETE CASCADE,
  alarm_id  bigint NOT NULL REFERENCES alarm ON DELETE CASCADE,
  PRIMARY KEY (order_id, alarm_id)
);
CREATE INDEX repair_alarm_alarm ON repair_alarm (alarm_id);

-- The points whose readings show whether the trouble is over, with their limits at the report and what was found.
CREATE TABLE repair_point (
  order_id     int NOT NULL REFERENCES repair_order ON DELETE CASCADE,
  point_id     int NOT NULL REFERENCES point ON DELETE CASCADE,
  high         float8,
  low          float8,
  state        text,
  since_at     timestamptz,
  worst_value  float8,
  worst_at     timestamptz,
  PRIMARY KEY (order_id, point_id)
);
CREATE INDEX repair_point_point ON repair_point (point_id);

-- What people are told of an order: the message centre shows it, the outbox carries it away.
CREATE TABLE repair_message (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id    int NOT NULL REFERENCES repair_order ON DELETE CASCADE,
  user_id     int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  at          timestamptz NOT NULL,
  text_zh     text NOT NULL,
  text_en     text NOT NULL,
  urgent      boolean NOT NULL DEFAULT false,   -- by SMS, too
  sent_at     timestamptz                       -- null: not handed to the outbox yet
);
CREATE INDEX repair_message_user ON repair_message (user_id, id DESC);
CREATE INDEX repair_message_order ON repair_message (order_id);
CREATE INDEX repair_message_unsent ON repair_message (at) WHERE sent_at IS NULL;
