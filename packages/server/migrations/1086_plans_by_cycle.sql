-- A contract may have further cycles beside its own, each with its template and first day: a plan of the whole contract, or of a device.
ALTER TABLE maintenance_plan
  ALTER COLUMN project_id DROP NOT NULL,
  ALTER COLUMN device_id DROP NOT NULL,
  ADD COLUMN cycle       text CHECK (cycle IN ('day', 'halfMonth', 'month', 'quarter', 'halfYear', 'year')),
  ADD COLUMN cycle_count smallint CHECK (cycle_count BETWEEN 1 AND 10),
  ADD COLUMN first_on    date,
  DROP CONSTRAINT maintenance_plan_kind_check,
  ADD CONSTRAINT maintenance_plan_kind_check CHECK (kind IN ('runtime', 'condition', 'cycle')),
  ADD CHECK (CASE WHEN kind = 'cycle' THEN num_nulls(cycle, cycle_count, first_on) = 0 ELSE num_nonnulls(cycle, cycle_count, first_on) = 0 END),
  ADD CHECK ((device_id IS NULL) = (project_id IS NULL)),
  ADD CHECK (kind = 'cycle' OR device_id IS NOT NULL);
-- Days around its day within which a visit of such a plan is in time; null: by the cycle of the contract. Its key is
-- 'r1:3:81' for the third day after the first, since the plan was changed once, in project 81.
ALTER TABLE maintenance_order ADD COLUMN window_days smallint CHECK (window_days >= 1);
