-- What was agreed with the grid company for a meter, from a month on: basic fee, demand, power factor.
CREATE TABLE energy_supply_terms (
  id                    int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  meter_id              int NOT NULL REFERENCES energy_meter ON DELETE CASCADE,
  from_month            date NOT NULL CHECK (extract(day FROM from_month) = 1),
  basic_fee             text NOT NULL CHECK (basic_fee IN ('none', 'capacity', 'contractDemand', 'actualDemand')),
  basic_price_e4        int CHECK (basic_price_e4 >= 0),                   -- 1e-4 ¥ a kVA or kW and month
  capacity_va           bigint CHECK (capacity_va > 0),
  contract_w            bigint CHECK (contract_w > 0),
  power_factor_standard smallint CHECK (power_factor_standard IN (80, 85, 90)), -- hundredths; null: no adjustment
  reactive_point_id     int REFERENCES point ON DELETE SET NULL,           -- its register of reactive energy
  UNIQUE (meter_id, from_month)
);
CREATE INDEX energy_supply_terms_reactive ON energy_supply_terms (reactive_point_id);

-- A quarter of an hour of which the demand is expected to exceed what was agreed; gone when one no longer does.
CREATE TABLE energy_demand_near (
  meter_id   int PRIMARY KEY REFERENCES energy_meter ON DELETE CASCADE,
  since      timestamptz NOT NULL,
  forecast_w bigint NOT NULL,
  contract_w bigint NOT NULL
);
