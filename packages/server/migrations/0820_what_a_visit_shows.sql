-- What was read for the items of a visit, beside what people answered.
ALTER TABLE maintenance_sheet ADD COLUMN readings jsonb NOT NULL DEFAULT '[]';

-- A picture may be of one item of a visit: 'template group item'. Null: of the order as a whole.
ALTER TABLE work_attachment ADD COLUMN place text;

-- Signed by hand on a screen. The hash is of what was signed.
CREATE TABLE work_signature (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  order_kind text NOT NULL,
  order_id   int NOT NULL,
  role       text NOT NULL,
  name       text NOT NULL,
  path       text NOT NULL,
  sha256     text NOT NULL,
  user_id    int REFERENCES app_user ON DELETE SET NULL,
  user_name  text NOT NULL,
  at         timestamptz NOT NULL,
  UNIQUE (order_kind, order_id, role)
);
CREATE INDEX work_signature_project ON work_signature (project_id);
CREATE INDEX work_signature_user ON work_signature (user_id) WHERE user_id IS NOT NULL;

-- The report of a template as it is being worked on. A change of the template takes it away.
CREATE TABLE maintenance_preview (
  template_id int NOT NULL REFERENCES maintenance_template ON DELETE CASCADE,
  language    text NOT NULL CHECK (language IN ('zh', 'en')),
  content     bytea STORAGE EXTERNAL NOT NULL,  -- a PDF: compressed already
  made_at     timestamptz NOT NULL,
  PRIMARY KEY (template_id, language)
);

-- What was signed: the fields of that moment, and what was said in words, with the signature of the installation's key over it.
-- Null: signed before there were seals.
ALTER TABLE maintenance_signature
  ADD COLUMN document  text,
  ADD COLUMN statement text,
  ADD COLUMN key_id    int REFERENCES seal_key,
  ADD COLUMN seal      bytea,
  ADD CHECK ((statement IS NULL) = (seal IS NULL) AND (document IS NULL) = (seal IS NULL) AND (seal IS NULL) = (key_id IS NULL));
CREATE INDEX maintenance_signature_key ON maintenance_signature (key_id) WHERE key_id IS NOT NULL;
