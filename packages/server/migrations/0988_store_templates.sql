-- What stores of one kind have alike, taken from one that is set up: its areas, and its devices by class. Applied to a project that is
-- being commissioned.
CREATE TABLE store_template (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  name        text NOT NULL COLLATE natural_name,
  content     jsonb NOT NULL,       -- areas by path, devices with class and area
  created_by  text NOT NULL,        -- as the person was called then
  created_at  timestamptz NOT NULL,
  UNIQUE (company_id, name)
);
