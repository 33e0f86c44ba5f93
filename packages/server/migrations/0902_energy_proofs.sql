-- Days whose quarters do not add up to what the register counted, found at night. A day that was settled once more and adds up goes.
CREATE TABLE energy_proof_difference (
  meter_id    int NOT NULL REFERENCES energy_meter ON DELETE CASCADE,
  day         date NOT NULL,
  counted_wh  bigint NOT NULL,
  register_wh bigint NOT NULL,
  found_at    timestamptz NOT NULL,
  PRIMARY KEY (meter_id, day)
);
