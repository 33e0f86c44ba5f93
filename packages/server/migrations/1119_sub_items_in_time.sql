-- Since when a device counts for a sub-item, and for which ones it counted before: to move it leaves last month's energy where it was.
ALTER TABLE sub_item_device ADD COLUMN from_day date;      -- null: always

CREATE TABLE sub_item_device_past (
  sub_item_id int NOT NULL REFERENCES sub_item ON DELETE CASCADE,
  project_id  int NOT NULL,
  device_id   int NOT NULL,
  in_summary  boolean NOT NULL,
  from_day    date,                                        -- null: always
  to_day      date NOT NULL,                               -- its last one
  FOREIGN KEY (device_id, project_id) REFERENCES device (id, project_id) ON DELETE CASCADE
);
CREATE INDEX sub_item_device_past_item ON sub_item_device_past (sub_item_id);
CREATE INDEX sub_item_device_past_device ON sub_item_device_past (device_id);
