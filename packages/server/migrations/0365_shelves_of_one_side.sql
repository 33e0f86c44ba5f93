-- What is shelved is one side of a limit: a freezer that may be too warm for an hour must still tell that it is too cold.
ALTER TABLE alarm_shelf ADD COLUMN side text CHECK (side IN ('low', 'high'));
COMMENT ON COLUMN alarm_shelf.side IS 'null: whatever the side, or the kind has none';
DROP INDEX alarm_shelf_alarm;
CREATE UNIQUE INDEX alarm_shelf_alarm ON alarm_shelf (subject_kind, subject_id, alarm_kind, side) NULLS NOT DISTINCT
  WHERE kind = 'shelved' AND ended_at IS NULL;

-- Those that come back when what hides them is over: active ones, and those that people saw before they were hidden and that
-- somebody may still have to confirm or to solve.
DROP INDEX alarm_hidden_now;
CREATE INDEX alarm_hidden_now ON alarm (project_id)
  WHERE hidden_by IS NOT NULL AND (returned_at IS NULL OR raised_at < hidden_since);

-- Only what is active and unconfirmed is repeated.
UPDATE alarm SET next_repeat_at = NULL WHERE next_repeat_at IS NOT NULL AND (returned_at IS NOT NULL OR acknowledged_at IS NOT NULL);
