-- Tasks that are carried out by the clock. Each due time has a row before anything is sent: carried out at most once.
CREATE TABLE schedule_group (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  name        text NOT NULL COLLATE natural_name,
  description text NOT NULL,
  enabled     boolean NOT NULL,
  updated_at  timestamptz NOT NULL,
  UNIQUE (company_id, name)
);
CREATE TABLE schedule_group_project (
  group_id   int NOT NULL REFERENCES schedule_group ON DELETE CASCADE,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  PRIMARY KEY (group_id, project_id)
);
CREATE INDEX schedule_group_project_project ON schedule_group_project (project_id);
CREATE TABLE schedule_group_point (
  group_id int NOT NULL REFERENCES schedule_group ON DELETE CASCADE,
  point_id int NOT NULL REFERENCES point ON DELETE CASCADE,
  PRIMARY KEY (group_id, point_id)
);
CREATE INDEX schedule_group_point_point ON schedule_group_point (point_id);

CREATE TABLE schedule_job (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      int NOT NULL REFERENCES company ON DELETE CASCADE,
  group_id        int NOT NULL REFERENCES schedule_group ON DELETE CASCADE,
  name            text NOT NULL COLLATE natural_name,
  description     text NOT NULL,
  expression      text NOT NULL,
  day_filter      text NOT NULL CHECK (day_filter IN ('all', 'workdays', 'nonWorkdays', 'holidays', 'notHolidays')),
  mode            text NOT NULL CHECK (mode IN ('write', 'http')),
  writes          jsonb NOT NULL,               -- [{"pointId": …, "value": …}], in this order
  url             text,
  method          text NOT NULL CHECK (method IN ('GET', 'POST', 'PUT')),
  content_type    text NOT NULL CHECK (content_type IN ('json', 'form', 'text')),
  params          text NOT NULL,
  timeout_seconds int NOT NULL,
  resp_codes      int[] NOT NULL,
  parse_mode      text NOT NULL CHECK (parse_mode IN ('none', 'jsonEquals')),
  parse_pointer   text,
  parse_value     text NOT NULL,
  grace_minutes   int,
  enabled         boolean NOT NULL,
  suspended_zh    text,                         -- why the platform switched it off
  suspended_en    text,
  owner_id        int REFERENCES app_user ON DELETE SET NULL,
  next_at         timestamptz,                  -- null: off, or never again
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  UNIQUE (group_id, name)
);
CREATE INDEX schedule_job_company ON schedule_job (company_id);
CREATE INDEX schedule_job_due ON schedule_job (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE schedule_run (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id      int NOT NULL REFERENCES schedule_job ON DELETE CASCADE,
  due_at      timestamptz NOT NULL,
  started_at  timestamptz,
  finished_at timestamptz,
  outcome     text NOT NULL,
  message_zh  text,
  message_en  text,
  response    text,
  by_user     int REFERENCES app_user ON DELETE SET NULL,
  UNIQUE (job_id, due_at)
);
CREATE INDEX schedule_run_open ON schedule_run (job_id) WHERE finished_at IS NULL;
