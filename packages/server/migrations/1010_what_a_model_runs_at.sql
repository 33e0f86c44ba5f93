-- What the maker says a model runs at: the first hour of a unit is held against it. Null: not asked for.
ALTER TABLE boot_pipe_standard
  ADD COLUMN nameplate_current int CHECK (nameplate_current > 0),  -- 1/100 A
  ADD COLUMN suction_from   int CHECK (suction_from > 0),          -- kPa as the gauge shows it, as are all below
  ADD COLUMN suction_to     int CHECK (suction_to > 0),
  ADD COLUMN discharge_from int CHECK (discharge_from > 0),
  ADD COLUMN discharge_to   int CHECK (discharge_to > 0),
  ADD CHECK (suction_from < suction_to),
  ADD CHECK (discharge_from < discharge_to);
