-- What people uploaded; the bytes lie in DATA_DIR/files under the id.
CREATE TABLE uploaded_file (
  id            text PRIMARY KEY,               -- unguessable
  company_id    int REFERENCES company ON DELETE CASCADE,
  user_id       int REFERENCES app_user ON DELETE SET NULL,
  name          text NOT NULL,
  content_type  text NOT NULL,                  -- found by looking at the bytes
  size_bytes    int NOT NULL,
  uploaded_at   timestamptz NOT NULL
);
CREATE INDEX uploaded_file_company ON uploaded_file (company_id, uploaded_at);

-- The download centre: a file made in the background from a filtered list.
CREATE TABLE download (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id    int,                            -- null: of the whole company
  user_id       int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  kind          text NOT NULL,                  -- which exporter makes it
  title_zh      text NOT NULL,
  title_en      text NOT NULL,
  language      text NOT NULL CHECK (language IN ('zh', 'en')),
  parameters    jsonb NOT NULL,
  state         text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  progress      smallint NOT NULL DEFAULT 0,    -- percent
  row_count     int,
  size_bytes    bigint,
  file_name     text,
  failure_zh    text,
  failure_en    text,
  requested_at  timestamptz NOT NULL,
  finished_at   timestamptz,
  expires_at    timestamptz,                    -- the file is deleted then
  read_at       timestamptz
);
CREATE INDEX download_user ON download (user_id, id DESC);
CREATE INDEX download_expires ON download (expires_at) WHERE expires_at IS NOT NULL;
