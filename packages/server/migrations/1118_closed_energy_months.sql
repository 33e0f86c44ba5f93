-- Months whose energy and money stay as they were told to others. What is found later of such a day is kept beside it, not in it.
CREATE TABLE energy_closed_month (
  project_id    int NOT NULL REFERENCES project ON DELETE CASCADE,
  month         date NOT NULL CHECK (month = date_trunc('month', month)), -- its first day
  closed_at     timestamptz NOT NULL,
  closed_by     int REFERENCES app_user ON DELETE SET NULL,
  reason        text NOT NULL,
  grams_per_kwh double precision NOT NULL,                                -- CO2, as it was then
  PRIMARY KEY (project_id, month)
);

-- Days of closed months that would be others now.
CREATE TABLE energy_day_later (
  meter_id   int NOT NULL REFERENCES energy_meter ON DELETE CASCADE,
  day        date NOT NULL,
  wh         bigint[] NOT NULL CHECK (cardinality(wh) = 6),               -- as in energy_day
  cost_micro bigint[] NOT NULL CHECK (cardinality(cost_micro) = 5),
  PRIMARY KEY (meter_id, day)
);
