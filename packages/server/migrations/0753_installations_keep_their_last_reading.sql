-- The last good reading of a register until a moment, so that a silent meter is not looked for in years of history at each settling.
ALTER TABLE energy_installation
  ADD COLUMN read_through timestamptz,         -- null: never settled since this is kept
  ADD COLUMN last_at      timestamptz,         -- null: no good reading until then
  ADD COLUMN last_reading double precision,
  ADD CHECK ((last_at IS NULL) = (last_reading IS NULL));
