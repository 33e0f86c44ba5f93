-- How a watched point was read when the fault was reported, so that another register, scaling or serial number is noticed. Null: the
-- order is older than this.
ALTER TABLE repair_point
  ADD COLUMN source      jsonb,
  ADD COLUMN hand_value  float8;                        -- measured by hand at the finish
ALTER TABLE repair_order
  ADD COLUMN setpoint_before  jsonb,                    -- {pointId, value} before the trouble; null: none, or not looked up yet
  ADD COLUMN findings         jsonb NOT NULL DEFAULT '[]'; -- what the last verdict noticed beside the readings
