-- Gateways and slaves speak; points are single values; devices are what a person sees.

CREATE TABLE gateway (
  id                    int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id            int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id            int NOT NULL REFERENCES project ON DELETE CASCADE,
  serial_number         text NOT NULL UNIQUE CHECK (serial_number ~ '^[A-Z][A-Z0-9]{9}([A-Z0-9]{6})?$'),
  name                  text NOT NULL COLLATE natural_name,
  name_en               text,
  protocol              text NOT NULL CHECK (protocol IN ('DTU', 'MODBUS_TCP', 'MQTT')),
  payload_format        text NOT NULL DEFAULT 'thingsboard' CHECK (payload_format IN ('thingsboard', 'neuron')),
  user_name             text UNIQUE,           -- MQTT
  password_hash         text,                  -- MQTT, argon2id
  address               text,                  -- MODBUS_TCP: host:port that we dial
  registration_mode     text NOT NULL DEFAULT 'once' CHECK (registration_mode IN ('once', 'everyPacket', 'both')),
  registration_identity text NOT NULL,         -- what a DTU sends to say who it is; the serial number unless told otherwise
  heartbeat             bytea NOT NULL DEFAULT '',
  online                boolean NOT NULL DEFAULT false,
  last_seen_at          timestamptz,
  offline_since         timestamptz
);
CREATE INDEX gateway_project ON gateway (project_id);
CREATE UNIQUE INDEX gateway_registration_identity ON gateway (registration_identity) WHERE protocol = 'DTU';

CREATE TABLE slave (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  gateway_id  int NOT NULL REFERENCES gateway ON DELETE CASCADE,
  address     smallint NOT NULL CHECK (address BETWEEN 1 AND 255),
  name        text NOT NULL COLLATE natural_name,
  category    text NOT NULL DEFAULT '',
  baud_rate   int NOT NULL DEFAULT 9600,
  data_bits   smallint NOT NULL DEFAULT 8,
  parity      text NOT NULL DEFAULT 'none' CHECK (parity IN ('none', 'even', 'odd')),
  stop_bits   smallint NOT NULL DEFAULT 1,
  max_registers smallint NOT NULL DEFAULT 125 CHECK (max_registers BETWEEN 1 AND 125),
  max_gap       smallint NOT NULL DEFAULT 0 CHECK (max_gap BETWEEN 0 AND 100),  -- unused registers that one read may bridge
  silent_since  timestamptz,                   -- set while it does not answer
  UNIQUE (gateway_id, address)
);

CREATE TABLE point_type (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id     int NOT NULL REFERENCES company ON DELETE CASCADE,
  code           text NOT NULL,
  name_zh        text NOT NULL,
  name_en        text NOT NULL,
  value_type     text NOT NULL CHECK (value_type IN ('analog', 'status')),
  units          text[] NOT NULL DEFAULT '{}',
  status_values  jsonb NOT NULL DEFAULT '[]', -- [{"value": 1, "zh": "开", "en": "Open"}]
  UNIQUE (company_id, code)
);

CREATE TABLE point (
  id               int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id       int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id       int NOT NULL REFERENCES project ON DELETE CASCADE,
  gateway_id       int NOT NULL REFERENCES gateway ON DELETE CASCADE,
  slave_id         int REFERENCES slave ON DELETE CASCADE,
  point_type_id    int NOT NULL REFERENCES point_type,
  name             text NOT NULL COLLATE natural_name,
  name_en          text,
  unit             text NOT NULL DEFAULT '',
  decimals         smallint NOT NULL DEFAULT 1 CHECK (decimals BETWEEN 0 AND 6),
  level            smallint NOT NULL DEFAULT 3,
  writable         boolean NOT NULL DEFAULT false,
  sampling_interval_seconds int NOT NULL DEFAULT 60,
  range_low        double precision,           -- engineering range; outside is bad quality
  range_high       double precision,
  modbus           jsonb,                      -- {functionCode, address, format, byteOrder, bit, scaling, errorValues, statusRegister}
  mqtt_device      text,                       -- the child device's name as the gateway sends it; null for the gateway itself
  mqtt_key         text,
  UNIQUE (id, project_id)
);
CREATE UNIQUE INDEX point_slave_name ON point (slave_id, name) WHERE slave_id IS NOT NULL;
CREATE UNIQUE INDEX point_mqtt_key ON point (gateway_id, coalesce(mqtt_device, ''), mqtt_key) WHERE mqtt_key IS NOT NULL;
CREATE INDEX point_project ON point (project_id);
CREATE INDEX point_gateway ON point (gateway_id);

-- Subsystem (BigType) and device class (SmallType): the field's own catalogue, the same for every company.
CREATE TABLE subsystem (
  id       int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code     text NOT NULL UNIQUE,
  name_zh  text NOT NULL,
  name_en  text NOT NULL,
  position int NOT NULL DEFAULT 0
);
CREATE TABLE device_class (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subsystem_id  int NOT NULL REFERENCES subsystem,
  code          text NOT NULL UNIQUE,
  name_zh       text NOT NULL,
  name_en       text NOT NULL,
  position      int NOT NULL DEFAULT 0
);

CREATE TABLE device (
  id               int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id       int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id       int NOT NULL REFERENCES project ON DELETE CASCADE,
  area_id          int REFERENCES subarea ON DELETE SET NULL,
  device_class_id  int NOT NULL REFERENCES device_class,
  code             text NOT NULL DEFAULT '',
  name             text NOT NULL COLLATE natural_name,
  name_en          text,
  brand            text NOT NULL DEFAULT '',
  model            text NOT NULL DEFAULT '',
  position         int NOT NULL DEFAULT 0,
  UNIQUE (project_id, name),
  UNIQUE (id, project_id)
);
CREATE INDEX device_company ON device (company_id);

-- A point may serve several devices, all of its own project: who may see one of them may see the point. The main point is the
-- big number on the device's card.
CREATE TABLE device_point (
  project_id int NOT NULL,
  device_id  int NOT NULL,
  point_id   int NOT NULL,
  position   int NOT NULL DEFAULT 0,
  main       boolean NOT NULL DEFAULT false,
  PRIMARY KEY (device_id, point_id),
  FOREIGN KEY (device_id, project_id) REFERENCES device (id, project_id) ON DELETE CASCADE,
  FOREIGN KEY (point_id, project_id) REFERENCES point (id, project_id) ON DELETE CASCADE
);
CREATE INDEX device_point_point ON device_point (point_id);
CREATE UNIQUE INDEX device_point_main ON device_point (device_id) WHERE main;
