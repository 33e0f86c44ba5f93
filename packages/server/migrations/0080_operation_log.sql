-- How a person is called, for other domains to join.
CREATE VIEW person AS SELECT id AS user_id, nickname AS name FROM app_user;

-- What people changed: who, when, from where, what, before and after. Written in the transaction of the change itself.
CREATE TABLE operation_log (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at            timestamptz NOT NULL,
  company_id    int,                          -- null: before anybody belongs to a company (registration)
  project_id    int,                          -- null: an affair of the whole company
  user_id       int,                          -- null: nobody had signed in
  user_name     text NOT NULL,                -- as it was then; names change, the log does not
  call          text NOT NULL,                -- name of the call in the contract
  address       text NOT NULL,
  user_agent    text NOT NULL,
  subject_kind  text NOT NULL,                -- 'project', 'member', 'role' …
  subject_id    text,
  subject_name  text NOT NULL,
  before        jsonb,
  after         jsonb
);
CREATE INDEX operation_log_company ON operation_log (company_id, id DESC);
CREATE INDEX operation_log_project ON operation_log (project_id, id DESC) WHERE project_id IS NOT NULL;

-- Rows up to last_id with the hash of the batch before: whoever changes a row later breaks every hash from there on.
CREATE TABLE operation_log_batch (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  first_id       bigint NOT NULL,
  last_id        bigint NOT NULL,
  row_count      int NOT NULL,
  sealed_at      timestamptz NOT NULL,
  previous_hash  bytea NOT NULL,
  hash           bytea NOT NULL
);
CREATE UNIQUE INDEX operation_log_batch_last ON operation_log_batch (last_id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The operation log is only added to';
END $$;
CREATE TRIGGER operation_log_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON operation_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operation_log_batch_fixed BEFORE UPDATE OR DELETE OR TRUNCATE ON operation_log_batch
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
