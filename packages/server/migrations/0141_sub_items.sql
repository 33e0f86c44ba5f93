-- Sub-items of energy (by end use): whose consumption a meter counts. Without a project: the usual division, for everybody.

CREATE TABLE sub_item (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id  int REFERENCES project ON DELETE CASCADE,
  parent_id   int REFERENCES sub_item ON DELETE CASCADE,
  code        text UNIQUE,
  name        text NOT NULL COLLATE natural_name,
  name_en     text,
  position    int NOT NULL DEFAULT 0
);
CREATE INDEX sub_item_project ON sub_item (project_id) WHERE project_id IS NOT NULL;

CREATE TABLE sub_item_device (
  sub_item_id  int NOT NULL REFERENCES sub_item ON DELETE CASCADE,
  project_id   int NOT NULL,
  device_id    int NOT NULL,
  in_summary   boolean NOT NULL DEFAULT true,                -- false: behind another meter of the same sub-item, or it would count twice
  PRIMARY KEY (sub_item_id, device_id),
  FOREIGN KEY (device_id, project_id) REFERENCES device (id, project_id) ON DELETE CASCADE
);
CREATE INDEX sub_item_device_device ON sub_item_device (device_id);

INSERT INTO sub_item (code, name, name_en, position) VALUES
  ('total', '总用电', 'Total', 0),
  ('refrigeration', '制冷用电', 'Refrigeration', 10),
  ('hvac', '空调用电', 'Air conditioning', 20),
  ('lighting', '照明插座用电', 'Lighting and sockets', 30),
  ('power', '动力用电', 'Lifts, pumps and fans', 40),
  ('special', '特殊用电', 'Special uses', 50);
UPDATE sub_item SET parent_id = (SELECT id FROM sub_item WHERE code = 'total') WHERE code <> 'total';
