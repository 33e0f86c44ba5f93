-- Floor plans of a project. Places are shares of the base map's width and height.
CREATE TABLE plan (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id   int NOT NULL REFERENCES project ON DELETE CASCADE,
  area_id      int REFERENCES subarea ON DELETE SET NULL,   -- null: the whole site
  name         text NOT NULL COLLATE natural_name,
  base_file_id text NOT NULL REFERENCES uploaded_file,
  metres_wide  double precision,
  revision     int NOT NULL DEFAULT 1,
  zones        jsonb NOT NULL DEFAULT '[]',                 -- [{"name": "…", "corners": [[0.1, 0.2], …]}]
  updated_at   timestamptz NOT NULL
);
CREATE INDEX plan_project ON plan (project_id);
CREATE INDEX plan_area ON plan (area_id);
CREATE INDEX plan_base_file ON plan (base_file_id);

CREATE TABLE plan_item (
  plan_id   int NOT NULL REFERENCES plan ON DELETE CASCADE,
  position  int NOT NULL,
  device_id int NOT NULL REFERENCES device ON DELETE CASCADE,
  point_id  int REFERENCES point ON DELETE SET NULL,        -- null: the main point
  x         double precision NOT NULL CHECK (x BETWEEN 0 AND 1),
  y         double precision NOT NULL CHECK (y BETWEEN 0 AND 1),
  PRIMARY KEY (plan_id, position)
);
CREATE INDEX plan_item_device ON plan_item (device_id);
CREATE INDEX plan_item_point ON plan_item (point_id);

CREATE OR REPLACE VIEW file_in_use AS
  SELECT avatar AS file_id FROM app_user WHERE avatar IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM project WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM device WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM camera WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT file_id FROM work_attachment
  UNION ALL
  SELECT base_file_id FROM plan;
