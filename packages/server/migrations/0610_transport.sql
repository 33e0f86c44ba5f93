-- Tags, vehicles and waybills. A tag is a device whose points hang on no gateway: whichever gateway of its company hears it reports
-- them, under the tag's number. Decision record 0091.

-- A point of a tag has no gateway, and the name that gateways use for it.
ALTER TABLE point ALTER COLUMN kind SET EXPRESSION AS (
  CASE WHEN formula IS NOT NULL THEN 'computed'
       WHEN gateway_id IS NULL THEN CASE WHEN mqtt_key IS NULL THEN 'virtual' ELSE 'tag' END
       WHEN mqtt_key IS NOT NULL THEN 'mqtt' ELSE 'modbus' END);
-- Every tag has a “Temperature”.
DROP INDEX point_free_name;
CREATE UNIQUE INDEX point_free_name ON point (project_id, name) WHERE gateway_id IS NULL AND mqtt_key IS NULL;
CREATE UNIQUE INDEX point_tag_key ON point (mqtt_device, mqtt_key) WHERE gateway_id IS NULL AND mqtt_key IS NOT NULL;

INSERT INTO device_class (subsystem_id, code, name_zh, name_en, position)
SELECT id, 'sensorTag', '温度标签', 'Sensor tag', 10 FROM subsystem WHERE code = 'transport'
ON CONFLICT (code) DO NOTHING;

CREATE TABLE sensor_tag (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id    int NOT NULL REFERENCES project ON DELETE CASCADE,
  device_id     int REFERENCES device ON DELETE SET NULL,
  serial_number text NOT NULL UNIQUE,           -- in the whole installation: it is printed on the thing
  tag_type      smallint NOT NULL CHECK (tag_type BETWEEN 1 AND 3),
  cycle_seconds int NOT NULL CHECK (cycle_seconds > 0),
  alarm_low     float8,
  alarm_high    float8,
  strategy_id   int REFERENCES alarm_strategy ON DELETE SET NULL,  -- that holds these limits
  created_at    timestamptz NOT NULL
);
CREATE INDEX sensor_tag_project ON sensor_tag (project_id, serial_number);
CREATE INDEX sensor_tag_device ON sensor_tag (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX sensor_tag_strategy ON sensor_tag (strategy_id) WHERE strategy_id IS NOT NULL;

-- What is added to what a tag measures, from when on. Rows are added and never changed.
CREATE TABLE tag_calibration (
  tag_id     int NOT NULL REFERENCES sensor_tag ON DELETE CASCADE,
  valid_from timestamptz NOT NULL,
  t_offset   float8 NOT NULL,
  h_offset   float8 NOT NULL,
  reason     text NOT NULL,
  user_id    int REFERENCES app_user ON DELETE SET NULL,
  PRIMARY KEY (tag_id, valid_from)
);
-- For readings: what is added to a point's values, by time.
CREATE VIEW point_offset AS
SELECT p.id AS point_id, c.valid_from, CASE p.mqtt_key WHEN 'temperature' THEN c.t_offset ELSE c.h_offset END AS value
FROM point p JOIN sensor_tag t ON t.serial_number = p.mqtt_device JOIN tag_calibration c ON c.tag_id = t.id
WHERE p.kind = 'tag' AND p.mqtt_key IN ('temperature', 'humidity');

-- Which gateway heard a tag from when until when.
CREATE TABLE tag_heard (
  tag_id     int NOT NULL REFERENCES sensor_tag ON DELETE CASCADE,
  from_at    timestamptz NOT NULL,
  until_at   timestamptz NOT NULL,
  gateway_id int NOT NULL REFERENCES gateway ON DELETE CASCADE,
  PRIMARY KEY (tag_id, from_at)
);
CREATE INDEX tag_heard_gateway ON tag_heard (gateway_id, until_at);

-- Which gateway is in which vehicle.
CREATE TABLE car_gateway (
  device_id  int PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  gateway_id int UNIQUE REFERENCES gateway ON DELETE SET NULL,
  plate      text
);

CREATE TABLE temp_range (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id int REFERENCES company ON DELETE CASCADE,  -- null: comes with the platform
  name       text NOT NULL,
  name_en    text,
  low        float8,
  high       float8,
  CHECK (low IS NOT NULL OR high IS NOT NULL),
  CHECK (low < high)
);
CREATE UNIQUE INDEX temp_range_name ON temp_range (company_id, lower(name));
-- WHO TRS 961 annex 9, GSP of China (2–8 °C, 2–25 °C, cold −10 to −25 °C), Codex CXC 8 (frozen −18 °C), EU 853/2004 (minced meat 2 °C, poultry 4 °C).
INSERT INTO temp_range (company_id, name, name_en, low, high) VALUES
  (NULL, '深冻 −18 °C 以下', 'Frozen, −18 °C or colder', NULL, -18),
  (NULL, '冷冻药品 −25…−10 °C', 'Frozen medicines, −25 to −10 °C', -25, -10),
  (NULL, '冷鲜肉 0…4 °C', 'Chilled meat, 0 to 4 °C', 0, 4),
  (NULL, '冷藏药品 2…8 °C', 'Cold medicines, 2 to 8 °C', 2, 8),
  (NULL, '阴凉 2…25 °C', 'Controlled room temperature, 2 to 25 °C', 2, 25);

CREATE TABLE waybill (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id     int NOT NULL REFERENCES project ON DELETE CASCADE,
  number         text NOT NULL,
  status         smallint NOT NULL CHECK (status BETWEEN 0 AND 5),
  device_id      int REFERENCES device ON DELETE SET NULL,
  device_name    text,                          -- as it was called; for when the vehicle is gone
  shipper        text NOT NULL DEFAULT '',
  consignee      text NOT NULL DEFAULT '',
  origin         text NOT NULL DEFAULT '',
  destination    text NOT NULL DEFAULT '',
  goods          text NOT NULL DEFAULT '',
  quantity       text NOT NULL DEFAULT '',
  remark         text NOT NULL DEFAULT '',
  temp_range_id  int REFERENCES temp_range,
  planned_depart timestamptz,
  planned_arrive timestamptz,
  departed_at    timestamptz,
  arrived_at     timestamptz,
  ended_at       timestamptz,
  created_at     timestamptz NOT NULL,
  created_by     int REFERENCES app_user ON DELETE SET NULL,
  UNIQUE (project_id, number)
);
CREATE INDEX waybill_page ON waybill (project_id, created_at DESC);
CREATE INDEX waybill_device ON waybill (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX waybill_temp_range ON waybill (temp_range_id) WHERE temp_range_id IS NOT NULL;

CREATE TABLE waybill_tag (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  waybill_id    int NOT NULL REFERENCES waybill ON DELETE CASCADE,
  tag_id        int REFERENCES sensor_tag ON DELETE SET NULL,
  serial_number text NOT NULL,                  -- it and the name as they were
  name          text NOT NULL,
  place         text NOT NULL DEFAULT '',
  bound_at      timestamptz NOT NULL,
  unbound_at    timestamptz,
  CHECK (unbound_at >= bound_at)
);
CREATE INDEX waybill_tag_waybill ON waybill_tag (waybill_id);
-- A tag lies in one place.
CREATE UNIQUE INDEX waybill_tag_bound ON waybill_tag (tag_id) WHERE unbound_at IS NULL;

-- What happened to a waybill. Rows are added and never changed.
CREATE TABLE waybill_event (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  waybill_id int NOT NULL REFERENCES waybill ON DELETE CASCADE,
  at         timestamptz NOT NULL,
  user_id    int REFERENCES app_user ON DELETE SET NULL,
  user_name  text,
  text_zh    text NOT NULL,
  text_en    text NOT NULL
);
CREATE INDEX waybill_event_waybill ON waybill_event (waybill_id, id);
