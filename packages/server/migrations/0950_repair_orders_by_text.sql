-- What an order is searched by, in lower case, and when it was reported; the list asks for both of many orders.
ALTER TABLE repair_order
  ADD COLUMN reported_at timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(submitted_at, created_at)) STORED,
  ADD COLUMN search_text text COLLATE pg_c_utf8 NOT NULL GENERATED ALWAYS AS (
    lower((fault_content || chr(10) || coalesce(number, '') || chr(10) || device_name || chr(10) || coalesce(device_name_en, ''))
      COLLATE pg_c_utf8)) STORED;
CREATE INDEX repair_order_text_parts ON repair_order USING gin (search_text gin_trgm_ops);

-- Counting and searching read an index alone. Two letters, the usual Chinese word, have no part that the index above could find by.
DROP INDEX repair_order_project, repair_order_newest;
CREATE INDEX repair_order_project ON repair_order (project_id, status, reported_at DESC)
  INCLUDE (id, applicant_id, assignee_id, team_id, device_id, symptom_id, severity, search_text);
-- A page far from the first is counted off in its index alone: which orders someone sees depends on project, state and applicant.
CREATE INDEX repair_order_newest ON repair_order (reported_at DESC, id DESC) INCLUDE (project_id, status, applicant_id, assignee_id);

-- Whether someone's orders name a code is one look into its index.
DROP INDEX repair_order_symptom, repair_order_mechanism, repair_order_cause, repair_order_remedy;
CREATE INDEX repair_order_symptom ON repair_order (symptom_id, project_id) WHERE symptom_id IS NOT NULL;
CREATE INDEX repair_order_mechanism ON repair_order (mechanism_id, project_id) WHERE mechanism_id IS NOT NULL;
CREATE INDEX repair_order_cause ON repair_order (cause_id, project_id) WHERE cause_id IS NOT NULL;
CREATE INDEX repair_order_remedy ON repair_order (remedy_id, project_id) WHERE remedy_id IS NOT NULL;

-- Clocks that run and targets that are missed are few, whatever lies behind.
CREATE INDEX work_clock_next_due ON work_clock (order_id, due_at) WHERE order_kind = 'repair' AND state = 'running';
CREATE INDEX work_clock_missed ON work_clock (order_id) WHERE order_kind = 'repair' AND breached_at IS NOT NULL AND met_at IS NULL;
