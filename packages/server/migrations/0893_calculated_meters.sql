-- Meters without a register: sums and differences of other meters.
CREATE TABLE energy_term (
  meter_id    int NOT NULL REFERENCES energy_meter ON DELETE CASCADE,
  of_meter_id int NOT NULL REFERENCES energy_meter ON DELETE CASCADE,
  factor      double precision NOT NULL CHECK (factor BETWEEN -1000 AND 1000 AND factor <> 0),
  PRIMARY KEY (meter_id, of_meter_id),
  CHECK (meter_id <> of_meter_id)
);
CREATE INDEX energy_term_of ON energy_term (of_meter_id);
