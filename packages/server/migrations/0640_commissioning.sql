-- Orders by which a project is put into operation. Hours of work in minutes.
CREATE TABLE debug_order (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id        int NOT NULL REFERENCES project ON DELETE CASCADE,
  number            text NOT NULL COLLATE natural_name,
  install_unit      text NOT NULL,
  machine_type      text NOT NULL,
  person_id         int REFERENCES app_user ON DELETE SET NULL,
  person_name       text NOT NULL,              -- as it was, also when the member has left
  planned_from      date,
  planned_to        date,
  region            text NOT NULL,
  address           text NOT NULL,
  estimated_minutes int CHECK (estimated_minutes >= 0),
  actual_minutes    int CHECK (actual_minutes >= 0),
  note              text NOT NULL,
  status            text NOT NULL CHECK (status IN ('doing', 'done')),
  items             jsonb,                      -- the checklist as it stood when the order was finished
  created_at        timestamptz NOT NULL,
  finished_at       timestamptz,
  CHECK ((status = 'done') = (finished_at IS NOT NULL AND items IS NOT NULL)),
  CHECK (planned_from <= planned_to)
);
CREATE UNIQUE INDEX debug_order_open ON debug_order (project_id) WHERE status = 'doing';
CREATE INDEX debug_order_project ON debug_order (project_id, created_at);

-- What people did about single items.
CREATE TABLE debug_item (
  order_id     int NOT NULL REFERENCES debug_order ON DELETE CASCADE,
  name         text NOT NULL,
  ticked_by    text,
  ticked_at    timestamptz,
  note         text NOT NULL DEFAULT '',
  waived_by    text,
  waive_reason text NOT NULL DEFAULT '',
  PRIMARY KEY (order_id, name)
);
