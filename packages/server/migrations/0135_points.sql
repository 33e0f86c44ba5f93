-- A point may hang on no gateway: people give it its value (virtual), or a formula over other points does (computed).
ALTER TABLE point ALTER COLUMN gateway_id DROP NOT NULL;
ALTER TABLE point ADD COLUMN formula text;
ALTER TABLE point ADD COLUMN kind text NOT NULL GENERATED ALWAYS AS (
  CASE WHEN formula IS NOT NULL THEN 'computed' WHEN gateway_id IS NULL THEN 'virtual' WHEN mqtt_key IS NOT NULL THEN 'mqtt' ELSE 'modbus' END) STORED;
ALTER TABLE point ADD CONSTRAINT point_source CHECK (formula IS NULL OR gateway_id IS NULL);
ALTER TABLE point ADD COLUMN error_values double precision[] NOT NULL DEFAULT '{}'; -- as they arrive, after mapping: broken sensor
ALTER TABLE point ADD COLUMN frozen_after_seconds int CHECK (frozen_after_seconds > 0); -- exactly the same for so long is doubtful
ALTER TABLE point ADD COLUMN storage_space jsonb NOT NULL DEFAULT '[]';             -- free pairs of the specification
-- A page of a project's points comes out of this in its order.
CREATE INDEX point_project_name ON point (project_id, name, id);
DROP INDEX point_project;
CREATE UNIQUE INDEX point_free_name ON point (project_id, name) WHERE gateway_id IS NULL;

-- What the letters of a formula stand for. Where an input is gone the formula has no value, and says so.
CREATE TABLE point_input (
  project_id int NOT NULL,
  point_id   int NOT NULL,
  name       text NOT NULL,
  input_id   int NOT NULL,
  PRIMARY KEY (point_id, name),
  FOREIGN KEY (point_id, project_id) REFERENCES point (id, project_id) ON DELETE CASCADE,
  FOREIGN KEY (input_id, project_id) REFERENCES point (id, project_id) ON DELETE CASCADE
);
CREATE INDEX point_input_input ON point_input (input_id);

-- A point may belong to an area itself, without any device.
CREATE TABLE point_area (
  project_id int NOT NULL,
  point_id   int NOT NULL,
  area_id    int NOT NULL REFERENCES subarea ON DELETE CASCADE,
  PRIMARY KEY (point_id, area_id),
  FOREIGN KEY (point_id, project_id) REFERENCES point (id, project_id) ON DELETE CASCADE
);
CREATE INDEX point_area_area ON point_area (area_id);

-- Points that are looked at together: supply and return, set point and actual value.
CREATE TABLE point_relevance (
  id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id        int NOT NULL,
  point_id          int NOT NULL,
  device_id         int,                       -- on which device it is said; null: wherever the point is shown
  related_point_id  int NOT NULL,
  related_device_id int,
  position          int NOT NULL DEFAULT 0,
  FOREIGN KEY (point_id, project_id) REFERENCES point (id, project_id) ON DELETE CASCADE,
  FOREIGN KEY (related_point_id, project_id) REFERENCES point (id, project_id) ON DELETE CASCADE,
  FOREIGN KEY (device_id) REFERENCES device ON DELETE CASCADE,
  FOREIGN KEY (related_device_id) REFERENCES device ON DELETE SET NULL,
  UNIQUE NULLS NOT DISTINCT (point_id, device_id, related_point_id)
);
CREATE INDEX point_relevance_related ON point_relevance (related_point_id);

ALTER TABLE point_type ADD COLUMN simulation boolean NOT NULL DEFAULT false; -- its values are simulated, not measured
