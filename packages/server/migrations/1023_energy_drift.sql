-- Since when more energy is used than a baseline in use expects, as the last night found it.
CREATE TABLE energy_drift (
  baseline_id int PRIMARY KEY REFERENCES energy_baseline ON DELETE CASCADE,
  since       date NOT NULL,
  excess_wh   bigint NOT NULL,
  found_at    timestamptz NOT NULL
);
