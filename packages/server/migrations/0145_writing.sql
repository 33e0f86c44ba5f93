-- Where a point is, for other domains to join: its device is the first of those it serves, device_ids are all of them.
CREATE VIEW point_place AS
  SELECT p.id AS point_id, p.company_id, p.project_id, p.gateway_id, p.slave_id, p.name, p.name_en, p.unit, p.decimals, p.writable,
         p.sampling_interval_seconds, p.point_type_id, t.name_zh AS type_zh, t.name_en AS type_en, t.value_type, t.status_values,
         d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en, d.device_class_id,
         c.subsystem_id, c.name_zh AS class_zh, c.name_en AS class_en,
         coalesce(served.ids, '{}') AS device_ids
  FROM point p
  JOIN point_type t ON t.id = p.point_type_id
  LEFT JOIN LATERAL (SELECT array_agg(dp.device_id ORDER BY dp.device_id) AS ids FROM device_point dp WHERE dp.point_id = p.id) served ON true
  LEFT JOIN device d ON d.id = served.ids[1]
  LEFT JOIN device_class c ON c.id = d.device_class_id;

CREATE INDEX point_writable ON point (project_id) WHERE writable;

-- Whom a company's users are told apart by in a log: points, devices and people change, what was written does not. No row
-- here hangs on the point: a record outlives it.
CREATE TABLE write_batch (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    int NOT NULL REFERENCES company ON DELETE CASCADE,
  user_id       int NOT NULL,
  reason        text NOT NULL,
  stop_on_error boolean NOT NULL,
  state         text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'stopped', 'cancelled', 'interrupted')),
  requested_at  timestamptz NOT NULL,
  finished_at   timestamptz
);
CREATE INDEX write_batch_user ON write_batch (company_id, user_id, id DESC);
CREATE INDEX write_batch_running ON write_batch (id) WHERE state = 'running';

-- One write to one point. Written before anything is sent (outcome 'sending'), completed after: what a crash leaves is
-- 'sending', which the next start turns into 'unknown'.
CREATE TABLE write_record (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id      int NOT NULL REFERENCES project ON DELETE CASCADE,
  point_id        int NOT NULL,
  point_name      text NOT NULL,
  point_name_en   text,
  device_id       int,
  device_ids      int[] NOT NULL,            -- all it served: who may see one of them may see the record
  device_name     text,
  device_name_en  text,
  unit            text NOT NULL,
  decimals        smallint NOT NULL,
  status_values   jsonb NOT NULL,
  user_id         int,                       -- null: the system
  user_name       text NOT NULL,
  reason          text NOT NULL,
  requested_at    timestamptz NOT NULL,
  sent_at         timestamptz,
  finished_at     timestamptz,
  old_value       double precision,
  value           double precision NOT NULL,
  read_back       double precision,
  outcome         text NOT NULL,
  exception_code  smallint,
  message         jsonb,                     -- {"zh": "…", "en": "…"}: what the outcome alone does not say
  batch_id        int REFERENCES write_batch ON DELETE SET NULL,
  position        int,                       -- in the batch
  return_at       timestamptz,
  return_state    text CHECK (return_state IN ('waiting', 'returning', 'returned', 'cancelled', 'superseded', 'changedMeanwhile', 'failed')),
  returns_id      bigint REFERENCES write_record ON DELETE SET NULL
);
CREATE INDEX write_record_company ON write_record (company_id, id DESC);
CREATE INDEX write_record_project ON write_record (project_id, id DESC);
CREATE INDEX write_record_point ON write_record (point_id, requested_at);
CREATE INDEX write_record_batch ON write_record (batch_id, position) WHERE batch_id IS NOT NULL;
CREATE INDEX write_record_sending ON write_record (point_id) WHERE outcome = 'sending';
CREATE INDEX write_record_returning ON write_record (return_at) WHERE return_state IN ('waiting', 'returning');

-- What may be written to a point and when. The interlock's point has no reference: when it is gone the interlock cannot be
-- checked, and then nothing is written, instead of the interlock going quietly with it.
CREATE TABLE point_write_limit (
  point_id             int PRIMARY KEY REFERENCES point ON DELETE CASCADE,
  low                  double precision,
  high                 double precision,
  allowed_values       double precision[] NOT NULL DEFAULT '{}',
  min_interval_seconds int NOT NULL DEFAULT 0,
  interlock_point_id   int,
  interlock_operator   text CHECK (interlock_operator IN ('equal', 'notEqual', 'below', 'atMost', 'above', 'atLeast')),
  interlock_value      double precision,
  interlock_sentence   text,
  interlock_sentence_en text,
  CHECK (low < high),
  CHECK (interlock_point_id IS NULL OR (interlock_operator IS NOT NULL AND interlock_value IS NOT NULL AND interlock_sentence IS NOT NULL))
);
