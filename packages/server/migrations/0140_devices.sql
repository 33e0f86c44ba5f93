-- What a device is, beyond its name: its plate, its papers, and the properties of its class.

ALTER TABLE device
  ADD COLUMN serial_number text NOT NULL DEFAULT '',
  ADD COLUMN specification text NOT NULL DEFAULT '',
  ADD COLUMN production_date date,
  ADD COLUMN labels text[] NOT NULL DEFAULT '{}',
  ADD COLUMN cover_file_id text,                             -- of uploaded_file
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
-- The company's list comes out of this in its order: sorting ten thousand names by pinyin takes longer than reading them.
CREATE INDEX device_company_name ON device (company_id, name, id);
DROP INDEX device_company;
CREATE INDEX device_class_of ON device (device_class_id, project_id);

-- Which of its points a device's card and page show, in the order of `position`; the others are only in lists.
ALTER TABLE device_point ADD COLUMN shown boolean NOT NULL DEFAULT true;

-- What can be said of a device of a class. Without a company: the field's own catalogue, for everybody.
CREATE TABLE device_property (
  id               int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id       int REFERENCES company ON DELETE CASCADE,
  device_class_id  int NOT NULL REFERENCES device_class ON DELETE CASCADE,
  code             text,                                     -- of the catalogue; null: a company's own
  name             text NOT NULL COLLATE natural_name,
  name_en          text,
  kind             text NOT NULL CHECK (kind IN ('text', 'number', 'date', 'option')),
  unit             text NOT NULL DEFAULT '',                 -- of a number
  options          text[] NOT NULL DEFAULT '{}',             -- of an option
  position         int NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX device_property_name ON device_property (device_class_id, coalesce(company_id, 0), name);
CREATE INDEX device_property_company ON device_property (company_id) WHERE company_id IS NOT NULL;

CREATE TABLE device_property_value (
  device_id    int NOT NULL REFERENCES device ON DELETE CASCADE,
  property_id  int NOT NULL REFERENCES device_property ON DELETE CASCADE,
  value        text NOT NULL,                                -- number: as it was written; date: YYYY-MM-DD
  PRIMARY KEY (device_id, property_id)
);
CREATE INDEX device_property_value_property ON device_property_value (property_id);

-- Which alarm strategy templates a company means for a class of devices. Names alone until templates exist.
CREATE TABLE class_strategy_template (
  company_id       int NOT NULL REFERENCES company ON DELETE CASCADE,
  device_class_id  int NOT NULL REFERENCES device_class ON DELETE CASCADE,
  name             text NOT NULL,
  position         int NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, device_class_id, name)
);

-- For other domains to ask with EXISTS: points, slaves and gateways that an enabled strategy watches.
CREATE VIEW watched_subject AS
  SELECT s.subject_kind, s.subject_id
  FROM alarm_rule_subject s JOIN alarm_rule r ON r.id = s.rule_id JOIN alarm_strategy a ON a.id = r.strategy_id
  WHERE a.enabled;
CREATE INDEX alarm_rule_subject_of ON alarm_rule_subject (subject_kind, subject_id);

CREATE OR REPLACE VIEW file_in_use AS
  SELECT avatar AS file_id FROM app_user WHERE avatar IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM project WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM device WHERE cover_file_id IS NOT NULL;
