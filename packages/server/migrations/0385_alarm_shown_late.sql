-- When an alarm that was hidden from its beginning first came to people's eyes; NULL: when it was raised, or never yet.
-- The figures of a day count what people saw that day, and do not change when a shelf of then is over.
ALTER TABLE alarm ADD COLUMN shown_late_at timestamptz;
CREATE INDEX alarm_shown_late ON alarm (shown_late_at) WHERE shown_late_at IS NOT NULL;
