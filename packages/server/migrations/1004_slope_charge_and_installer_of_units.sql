-- What a maker asks of the fall of the gas pipe and of the charge, and who enters the installation of a unit.
ALTER TABLE boot_pipe_standard
  ADD COLUMN min_slope       int CHECK (min_slope > 0),          -- 1/100 %; null: none is asked for
  ADD COLUMN included_length int CHECK (included_length >= 0);   -- mm of piping that the unit's own charge is for; null: not asked for
ALTER TABLE boot_caliber_standard
  ADD COLUMN charge_per_metre int CHECK (charge_per_metre > 0);  -- g of refrigerant for each further metre; null: not asked for
ALTER TABLE boot_unit ADD COLUMN installer_id int REFERENCES app_user ON DELETE SET NULL;
CREATE INDEX boot_unit_installer ON boot_unit (installer_id) WHERE installer_id IS NOT NULL;
