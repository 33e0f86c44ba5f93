-- Why a point could not be judged: seconds without data are told apart by what is known of them, and what rules leave out on purpose is
-- counted beside them (docs/decisions/0152).
ALTER TABLE alarm_proof_point
  -- Of gap_seconds: its gateway or slave was on record as lost.
  ADD COLUMN offline_seconds int NOT NULL DEFAULT 0,
  -- Of gap_seconds, and not offline: its gateway sent readings whose time cannot be true.
  ADD COLUMN refused_seconds int NOT NULL DEFAULT 0,
  -- Neither gap nor bad: the state of another point suppressed one of its rules.
  ADD COLUMN suppressed_seconds int NOT NULL DEFAULT 0;

-- Five minutes in which readings of a gateway were refused for their time. Kept until their day has been compared for the last time.
CREATE TABLE gateway_refused_slot (
  gateway_id int NOT NULL REFERENCES gateway ON DELETE CASCADE,
  slot       timestamptz NOT NULL,
  PRIMARY KEY (gateway_id, slot)
);
