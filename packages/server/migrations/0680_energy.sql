-- Meters, what passed through them by quarters and days, and what it cost. Energy in Wh, money in micro-¥ and prices in 1e-8 ¥/kWh: whole
-- numbers throughout. Everything but the set-up and what people decided can be computed from history once more.
CREATE TABLE energy_meter (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id      int NOT NULL REFERENCES project ON DELETE CASCADE,
  device_id       int REFERENCES device ON DELETE SET NULL,
  parent_id       int REFERENCES energy_meter ON DELETE SET NULL,  -- through which it is supplied; none: what it counts is the project's
  name            text NOT NULL COLLATE natural_name,
  name_en         text,
  max_watts       bigint NOT NULL CHECK (max_watts > 0),           -- a register that counts faster is not believed
  created_at      timestamptz NOT NULL,
  settled_through timestamptz,                                     -- an edge of a quarter; null: nothing is settled
  UNIQUE (project_id, name)
);
CREATE INDEX energy_meter_device ON energy_meter (device_id);

CREATE TABLE energy_installation (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  meter_id       int NOT NULL REFERENCES energy_meter ON DELETE CASCADE,
  point_id       int REFERENCES point ON DELETE SET NULL,          -- its register of active energy
  serial_number  text NOT NULL DEFAULT '',
  multiplier     double precision NOT NULL CHECK (multiplier > 0), -- transformers; 1: the register counts what passes
  unit_wh        int NOT NULL CHECK (unit_wh IN (1, 1000, 1000000)),
  register_count double precision NOT NULL CHECK (register_count > 0),
  capacity       double precision CHECK (capacity > 0),            -- where the register begins again at 0
  start_reading  double precision,
  end_reading    double precision,
  installed_at   timestamptz NOT NULL,
  removed_at     timestamptz,
  CHECK (removed_at > installed_at),
  UNIQUE (meter_id, installed_at)
);
CREATE UNIQUE INDEX energy_installation_present ON energy_installation (meter_id) WHERE removed_at IS NULL;
CREATE INDEX energy_installation_point ON energy_installation (point_id);

CREATE TABLE energy_quarter (
  meter_id int NOT NULL REFERENCES energy_meter ON DELETE CASCADE,
  day      date NOT NULL,
  wh       int[] NOT NULL,                                         -- by quarters of the local day; 92, 96 or 100 of a whole one
  flags    text NOT NULL,                                          -- a letter a quarter: m measured, e estimated, x missing
  PRIMARY KEY (meter_id, day)
);

CREATE TABLE energy_day (
  meter_id          int NOT NULL REFERENCES energy_meter ON DELETE CASCADE,
  day               date NOT NULL,
  wh                bigint[] NOT NULL,                             -- by time class, first what no tariff prices
  cost_micro        bigint[] NOT NULL,                             -- of classes 1 to 4
  expected          smallint NOT NULL,                             -- quarters
  measured          smallint NOT NULL,
  estimated         smallint NOT NULL,
  suspect_wh        bigint NOT NULL,                               -- shown by the register and not counted
  peak_w            bigint,                                        -- the largest measured quarter
  peak_at           timestamptz,
  tariff_version_id int,
  is_provisional    boolean NOT NULL,
  PRIMARY KEY (meter_id, day)
);

CREATE TABLE energy_event (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  meter_id     int NOT NULL REFERENCES energy_meter ON DELETE CASCADE,
  kind         text NOT NULL CHECK (kind IN ('rollover', 'reset', 'jump', 'reverse')),
  from_at      timestamptz NOT NULL,
  at           timestamptz NOT NULL,
  from_reading double precision NOT NULL,
  to_reading   double precision NOT NULL,
  suspect_wh   bigint NOT NULL,
  state        text NOT NULL CHECK (state IN ('open', 'accepted', 'dismissed')),
  note         text NOT NULL DEFAULT '',
  decided_at   timestamptz,                                        -- null: nobody decided
  decided_by   int REFERENCES app_user ON DELETE SET NULL,
  UNIQUE (meter_id, at)
);

-- From where on a meter is to be settled once more.
CREATE TABLE energy_dirty (
  meter_id int PRIMARY KEY REFERENCES energy_meter ON DELETE CASCADE,
  from_at  timestamptz NOT NULL
);

CREATE TABLE tariff (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id int NOT NULL REFERENCES company ON DELETE CASCADE,
  name       text NOT NULL COLLATE natural_name,
  created_at timestamptz NOT NULL,
  UNIQUE (company_id, name)
);
CREATE TABLE tariff_version (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tariff_id  int NOT NULL REFERENCES tariff ON DELETE CASCADE,
  valid_from date NOT NULL,
  status     text NOT NULL CHECK (status IN ('draft', 'provisional', 'final')),
  prices_e8  bigint[] NOT NULL CHECK (cardinality(prices_e8) = 4), -- by class; null where a class is not used
  seasons    jsonb NOT NULL,                                       -- months, kinds of days, periods with classes
  created_at timestamptz NOT NULL
);
CREATE INDEX tariff_version_tariff ON tariff_version (tariff_id, valid_from);
CREATE FUNCTION refuse_final_tariff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'final' THEN RAISE EXCEPTION 'A final tariff version stays as it is'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tariff_version_fixed BEFORE UPDATE ON tariff_version FOR EACH ROW EXECUTE FUNCTION refuse_final_tariff();
CREATE TABLE tariff_assignment (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  meter_id   int REFERENCES energy_meter ON DELETE CASCADE,        -- null: every meter of the project that has none of its own
  tariff_id  int NOT NULL REFERENCES tariff ON DELETE CASCADE,
  from_day   date NOT NULL,
  UNIQUE NULLS NOT DISTINCT (project_id, meter_id, from_day)
);

-- Grams of CO2 a kWh where a company enters others than the published ones.
CREATE TABLE energy_factor (
  company_id    int NOT NULL REFERENCES company ON DELETE CASCADE,
  year          smallint NOT NULL,
  grams_per_kwh double precision NOT NULL,
  PRIMARY KEY (company_id, year)
);
CREATE TABLE energy_site (
  project_id    int PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  square_metres double precision NOT NULL CHECK (square_metres > 0)
);
