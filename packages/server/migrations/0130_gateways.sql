-- Gateways as people set them up: who made them and who may open them, their card, their configuration, what happened to them.

ALTER TABLE gateway
  ADD COLUMN description text NOT NULL DEFAULT '',
  ADD COLUMN model text NOT NULL DEFAULT '',            -- make and model, as it stands on the housing
  ADD COLUMN created_by int REFERENCES app_user ON DELETE SET NULL,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  -- Who may open it: who made it, people he named, everybody of the project, or of the company.
  ADD COLUMN sharing text NOT NULL DEFAULT 'project' CHECK (sharing IN ('creator', 'user', 'project', 'enterprise'));
CREATE INDEX gateway_company ON gateway (company_id, name, id);

CREATE TABLE gateway_user (
  gateway_id  int NOT NULL REFERENCES gateway ON DELETE CASCADE,
  user_id     int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  shared_by   int REFERENCES app_user ON DELETE SET NULL,
  shared_at   timestamptz NOT NULL,
  PRIMARY KEY (gateway_id, user_id)
);
CREATE INDEX gateway_user_user ON gateway_user (user_id);

-- One card sits in one gateway, of whatever company. What the carrier said of it last stands beside it.
CREATE TABLE gateway_card (
  gateway_id       int PRIMARY KEY REFERENCES gateway ON DELETE CASCADE,
  card_number      text NOT NULL UNIQUE CHECK (card_number ~ '^[0-9]{20}$'),
  bound_at         timestamptz NOT NULL,
  state            text CHECK (state IN ('inUse', 'oneWayShutdown', 'shutdown', 'dormancy', 'testingPeriod', 'silentPeriod')),
  used_megabytes   double precision,
  total_megabytes  double precision,                    -- null: unlimited, or not said
  expires_on       date,
  read_at          timestamptz                          -- null: the carrier was not asked yet, or does not know it
);

-- Which configuration a gateway should have and which it was last known to have. Beside the gateway, because commits of readings
-- write that one, and must not wait for an import of points.
CREATE TABLE gateway_configuration (
  gateway_id        int PRIMARY KEY REFERENCES gateway ON DELETE CASCADE,
  desired_version   int NOT NULL DEFAULT 1,
  desired_at        timestamptz NOT NULL DEFAULT now(),
  reported_version  int,                                -- null: it never reported one
  reported_at       timestamptz
);
INSERT INTO gateway_configuration (gateway_id) SELECT id FROM gateway;

CREATE FUNCTION configure_new_gateway() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gateway_configuration (gateway_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER gateway_added AFTER INSERT ON gateway FOR EACH ROW EXECUTE FUNCTION configure_new_gateway();

CREATE FUNCTION desire_gateway_version(gateway_ids int[]) RETURNS void LANGUAGE sql AS $$
  UPDATE gateway_configuration SET desired_version = desired_version + 1, desired_at = now()
  WHERE gateway_id = ANY(gateway_ids)
$$;

-- What is read, and how, is the configuration; names of people and places are not, nor what we found out ourselves.
CREATE FUNCTION gateway_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM desire_gateway_version(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER gateway_configured AFTER UPDATE ON gateway FOR EACH ROW
  WHEN ((OLD.serial_number, OLD.protocol, OLD.payload_format, OLD.address, OLD.registration_mode, OLD.registration_identity, OLD.heartbeat)
    IS DISTINCT FROM (NEW.serial_number, NEW.protocol, NEW.payload_format, NEW.address, NEW.registration_mode, NEW.registration_identity, NEW.heartbeat))
  EXECUTE FUNCTION gateway_changed();

CREATE FUNCTION slave_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM desire_gateway_version(ARRAY[coalesce(NEW.gateway_id, OLD.gateway_id)]);
  RETURN NULL;
END $$;
CREATE TRIGGER slave_added AFTER INSERT OR DELETE ON slave FOR EACH ROW EXECUTE FUNCTION slave_changed();
CREATE TRIGGER slave_configured AFTER UPDATE ON slave FOR EACH ROW
  WHEN ((OLD.address, OLD.baud_rate, OLD.data_bits, OLD.parity, OLD.stop_bits, OLD.max_registers, OLD.max_gap)
    IS DISTINCT FROM (NEW.address, NEW.baud_rate, NEW.data_bits, NEW.parity, NEW.stop_bits, NEW.max_registers, NEW.max_gap))
  EXECUTE FUNCTION slave_changed();

-- Points come by the thousand: one word a statement, not one a row.
CREATE FUNCTION points_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM desire_gateway_version(ARRAY(SELECT DISTINCT gateway_id FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER points_added AFTER INSERT ON point REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION points_changed();
CREATE TRIGGER points_configured AFTER UPDATE ON point REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION points_changed();
CREATE TRIGGER points_removed AFTER DELETE ON point REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION points_changed();

-- When lines came and went, written with the change itself. The newest of each gateway stay.
CREATE TABLE gateway_event (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  gateway_id  int NOT NULL REFERENCES gateway ON DELETE CASCADE,
  slave_id    int REFERENCES slave ON DELETE CASCADE,   -- null: the gateway itself
  at          timestamptz NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('up', 'down')),
  detail      text NOT NULL DEFAULT ''                  -- where it came from, or why the line ended, in one word
);
CREATE INDEX gateway_event_gateway ON gateway_event (gateway_id, id DESC);

-- Ways into the networks on site: addresses and credentials that engineers keep, not tunnels that we run.
CREATE TABLE vpn_entry (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id    int NOT NULL REFERENCES project ON DELETE CASCADE,
  gateway_id    int REFERENCES gateway ON DELETE SET NULL,
  name          text NOT NULL COLLATE natural_name,
  kind          text NOT NULL CHECK (kind IN ('openvpn', 'wireguard', 'ipsec', 'l2tp', 'pptp', 'other')),
  server        text NOT NULL,                          -- host or address, with a port where it has one
  local_address text NOT NULL DEFAULT '',               -- of the gateway inside the network
  user_name     text NOT NULL DEFAULT '',
  secret        bytea,                                  -- encrypted; null: none was given
  note          text NOT NULL DEFAULT '',
  created_by    int REFERENCES app_user ON DELETE SET NULL,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL
);
CREATE INDEX vpn_entry_project ON vpn_entry (project_id, name);
CREATE INDEX vpn_entry_company ON vpn_entry (company_id);
CREATE INDEX vpn_entry_gateway ON vpn_entry (gateway_id) WHERE gateway_id IS NOT NULL;
