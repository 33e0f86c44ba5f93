-- The fault of an accepted repair came back within 72 h: the first alarm of its rule, or at a point that it watched.
ALTER TABLE repair_order
  ADD COLUMN returned_at        timestamptz,  -- null: not, or nobody has found it yet
  ADD COLUMN returned_alarm_id  bigint REFERENCES alarm ON DELETE SET NULL;
CREATE INDEX repair_order_returned ON repair_order (returned_alarm_id) WHERE returned_alarm_id IS NOT NULL;
CREATE INDEX repair_order_accepted ON repair_order (completed_at) WHERE completed_at IS NOT NULL;
