-- What all kinds of orders share: numbers, journal, pictures, service clocks, costs.

-- Numbers without gaps: the last one of a company, kind and day. The row stays locked until the transaction that takes one
-- commits, and a rollback takes it back, which a sequence does not.
CREATE TABLE number_series (
  company_id int NOT NULL REFERENCES company ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind IN ('R', 'M', 'C', 'K')),
  day        date NOT NULL,
  last       int NOT NULL,
  PRIMARY KEY (company_id, kind, day)
);

-- A request with this key was done already; its repetition is answered and not done again.
CREATE TABLE work_request (
  user_id    int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  client_key uuid NOT NULL,
  call       text NOT NULL,
  order_kind text NOT NULL,
  order_id   int NOT NULL,
  at         timestamptz NOT NULL,
  PRIMARY KEY (user_id, client_key)
);
CREATE INDEX work_request_at ON work_request (at);

-- What happened to an order. Neither changed nor deleted; names and people are those of that time, so nothing is referenced.
CREATE TABLE work_journal (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id  int NOT NULL,
  order_kind  text NOT NULL,
  order_id    int NOT NULL,
  at          timestamptz NOT NULL,
  user_id     int,                              -- null: the platform itself
  user_name   text,
  action      text NOT NULL,
  from_state  smallint,
  to_state    smallint,
  text_zh     text NOT NULL,
  text_en     text NOT NULL,
  latitude    float8,
  longitude   float8,
  user_agent  text NOT NULL DEFAULT ''
);
CREATE INDEX work_journal_order ON work_journal (order_kind, order_id, id);
CREATE INDEX work_journal_project ON work_journal (project_id);
CREATE TRIGGER work_journal_fixed BEFORE UPDATE OR DELETE ON work_journal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE work_attachment (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id  int NOT NULL REFERENCES project ON DELETE CASCADE,
  order_kind  text NOT NULL,
  order_id    int NOT NULL,
  step        text NOT NULL CHECK (step IN ('before', 'during', 'after')),
  file_id     text NOT NULL REFERENCES uploaded_file ON DELETE RESTRICT,
  user_id     int REFERENCES app_user ON DELETE SET NULL,
  user_name   text NOT NULL,
  at          timestamptz NOT NULL
);
CREATE INDEX work_attachment_order ON work_attachment (order_kind, order_id, id);
CREATE INDEX work_attachment_file ON work_attachment (file_id);
CREATE INDEX work_attachment_project ON work_attachment (project_id);
CREATE INDEX work_attachment_user ON work_attachment (user_id) WHERE user_id IS NOT NULL;

CREATE OR REPLACE VIEW file_in_use AS
  SELECT avatar AS file_id FROM app_user WHERE avatar IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM project WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM device WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM camera WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT file_id FROM work_attachment;

-- How an order stands against one of its targets. While it stands still there is no due time.
CREATE TABLE work_clock (
  project_id      int NOT NULL REFERENCES project ON DELETE CASCADE,
  order_kind      text NOT NULL,
  order_id        int NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('response', 'arrival', 'resolution')),
  calendar        text NOT NULL CHECK (calendar IN ('always', 'working')),
  state           text NOT NULL CHECK (state IN ('running', 'paused', 'stopped', 'met', 'cancelled')),
  started_at      timestamptz NOT NULL,
  target_seconds  int NOT NULL CHECK (target_seconds >= 60),
  due_at          timestamptz,
  met_at          timestamptz,
  breached_at     timestamptz,                  -- stays, whatever comes later
  PRIMARY KEY (order_kind, order_id, kind)
);
CREATE INDEX work_clock_due ON work_clock (due_at) WHERE state = 'running' AND breached_at IS NULL;
CREATE INDEX work_clock_project ON work_clock (project_id);

-- When clocks stood still. `kind` null: all but the response; else that clock alone.
CREATE TABLE work_pause (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id  int NOT NULL REFERENCES project ON DELETE CASCADE,
  order_kind  text NOT NULL,
  order_id    int NOT NULL,
  clock_kind  text,
  reason      text NOT NULL,
  note        text NOT NULL DEFAULT '',
  from_at     timestamptz NOT NULL,
  until_at    timestamptz,                      -- null: it lasts
  user_id     int REFERENCES app_user ON DELETE SET NULL
);
CREATE INDEX work_pause_order ON work_pause (order_kind, order_id);
CREATE INDEX work_pause_project ON work_pause (project_id);
CREATE INDEX work_pause_user ON work_pause (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE cost_line (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id      int NOT NULL REFERENCES project ON DELETE CASCADE,
  order_kind      text NOT NULL,
  order_id        int NOT NULL,
  kind            text NOT NULL,
  description     text NOT NULL,
  quantity_milli  int NOT NULL,
  unit            text NOT NULL DEFAULT '',
  price_fen       bigint NOT NULL,
  amount_fen      bigint NOT NULL               -- half up of quantity × price
);
CREATE INDEX cost_line_order ON cost_line (order_kind, order_id, id);
CREATE INDEX cost_line_project ON cost_line (project_id);
