-- Counts each time that days of the meter were written, by settling or by a recalculation: what was computed before it is out of date.
ALTER TABLE energy_meter ADD COLUMN revision int NOT NULL DEFAULT 0;
