-- What a point means on its device, as somebody accepted it; contract/src/devices/roles.ts has the codes.
ALTER TABLE device_point ADD COLUMN role text;
CREATE UNIQUE INDEX device_point_role ON device_point (device_id, role) WHERE role IS NOT NULL;

-- How devices of a project stand to each other: a rack cools cases, an air handling unit conditions halls.
CREATE TABLE device_relation (
  project_id     int NOT NULL,
  from_device_id int NOT NULL,
  to_device_id   int NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('cools', 'conditions')),
  PRIMARY KEY (from_device_id, to_device_id, kind),
  CHECK (from_device_id <> to_device_id),
  FOREIGN KEY (from_device_id, project_id) REFERENCES device (id, project_id) ON DELETE CASCADE,
  FOREIGN KEY (to_device_id, project_id) REFERENCES device (id, project_id) ON DELETE CASCADE
);
CREATE INDEX device_relation_to ON device_relation (to_device_id);
CREATE INDEX device_relation_project ON device_relation (project_id);
