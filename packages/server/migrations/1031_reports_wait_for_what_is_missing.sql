-- What a report waits for, or was made without: {"unsealedDays": 2, "unsettledMeters": 1}. Null: nothing.
ALTER TABLE report ADD COLUMN missing jsonb;
