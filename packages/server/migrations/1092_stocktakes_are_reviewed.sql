-- A stocktake may be planned before it begins, and is reviewed before it is closed: each difference is decided by a person, and closing
-- carries the decisions out.
ALTER TABLE stocktake DROP CONSTRAINT stocktake_state_check, DROP CONSTRAINT stocktake_check;
ALTER TABLE stocktake
  ADD COLUMN planned_on date,
  ADD CHECK (state IN ('planned', 'open', 'review', 'closed', 'cancelled')),
  ADD CHECK ((state IN ('planned', 'open', 'review')) = (ended_at IS NULL));
ALTER TABLE stocktake_expected
  ADD COLUMN decision     text CHECK (decision IN ('missing', 'stay', 'move')),
  ADD COLUMN decided_name text;
ALTER TABLE stocktake_scan
  ADD COLUMN decision     text CHECK (decision IN ('move', 'stay', 'ignore', 'registered')),
  ADD COLUMN decided_name text;
