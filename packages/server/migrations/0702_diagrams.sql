-- Diagrams of a project. A version is one document, kept as it was saved; contract/src/diagrams/document.ts says its form.
CREATE TABLE diagram (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  name       text NOT NULL COLLATE natural_name,
  name_en    text,                                          -- null: the name stands in English, too
  version    int NOT NULL DEFAULT 1,                        -- the newest
  updated_at timestamptz NOT NULL
);
CREATE INDEX diagram_project ON diagram (project_id);

CREATE TABLE diagram_version (
  diagram_id    int NOT NULL REFERENCES diagram ON DELETE CASCADE,
  version       int NOT NULL,
  document      jsonb NOT NULL,
  note          text NOT NULL DEFAULT '',
  author_id     int REFERENCES app_user ON DELETE SET NULL,
  restored_from int,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (diagram_id, version)
);
CREATE INDEX diagram_version_author ON diagram_version (author_id);

-- What the newest version shows something of: who may see none of it does not see the diagram.
CREATE TABLE diagram_device (
  diagram_id int NOT NULL REFERENCES diagram ON DELETE CASCADE,
  device_id  int NOT NULL REFERENCES device ON DELETE CASCADE,
  PRIMARY KEY (diagram_id, device_id)
);
CREATE INDEX diagram_device_device ON diagram_device (device_id);
