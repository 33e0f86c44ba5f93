-- Reports by policy: one a period and project. What was published stays as it is; a correction is a further revision.
CREATE TABLE report_policy (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   int NOT NULL REFERENCES company ON DELETE CASCADE,
  name         text NOT NULL COLLATE natural_name,
  cycle        text NOT NULL CHECK (cycle IN ('day', 'week', 'month', 'quarter', 'year')),
  run_at       text NOT NULL,                   -- HH:MM by the clock of the project, on the day after the period
  indicators   jsonb NOT NULL,                  -- [{"name": …, "target": per cent or null}]
  contents     text[] NOT NULL,
  auto_publish boolean NOT NULL,
  enabled      boolean NOT NULL,
  created_at   timestamptz NOT NULL,
  UNIQUE (company_id, name)
);
CREATE TABLE report_policy_project (
  policy_id  int NOT NULL REFERENCES report_policy ON DELETE CASCADE,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  since      timestamptz NOT NULL,              -- periods that ended before are not made by themselves
  PRIMARY KEY (policy_id, project_id)
);
CREATE INDEX report_policy_project_project ON report_policy_project (project_id);

CREATE TABLE report (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  policy_id     int REFERENCES report_policy ON DELETE SET NULL,
  project_id    int NOT NULL REFERENCES project ON DELETE CASCADE,
  policy_name   text NOT NULL,                  -- it, its cycle, targets and contents as they were
  cycle         text NOT NULL,
  indicators    jsonb NOT NULL,
  contents      text[] NOT NULL,
  from_day      date NOT NULL,
  until_day     date NOT NULL,                  -- included
  revision      int NOT NULL DEFAULT 1,
  status        smallint NOT NULL CHECK (status BETWEEN 0 AND 2),
  figures       jsonb,                          -- frozen when it was generated
  failure       text,
  tries         int NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL,
  generated_at  timestamptz,
  published_at  timestamptz,
  published_by  int REFERENCES app_user ON DELETE SET NULL,
  UNIQUE (policy_id, project_id, from_day, revision),
  CHECK ((figures IS NULL) = (status = 0)),
  CHECK ((published_at IS NULL) = (status < 2))
);
CREATE INDEX report_page ON report (project_id, from_day DESC);
CREATE INDEX report_waiting ON report (id) WHERE status = 0;

CREATE FUNCTION refuse_published_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 2 AND (OLD.figures, OLD.status, OLD.from_day, OLD.until_day, OLD.revision, OLD.published_at)
     IS DISTINCT FROM (NEW.figures, NEW.status, NEW.from_day, NEW.until_day, NEW.revision, NEW.published_at)
  THEN RAISE EXCEPTION 'A published report stays as it is'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER report_fixed BEFORE UPDATE ON report FOR EACH ROW EXECUTE FUNCTION refuse_published_report();

-- Who is to be told of a published report. Asked again for what they may see when it is read.
CREATE TABLE report_push (
  id        int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  report_id int NOT NULL REFERENCES report ON DELETE CASCADE,
  user_id   int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  read_at   timestamptz,
  UNIQUE (report_id, user_id)
);
CREATE INDEX report_push_unread ON report_push (user_id, id DESC) WHERE read_at IS NULL;
