-- What somebody has to do when an alarm of the policy comes: shown first in its dialog, and part of what is sent about it.
ALTER TABLE alarm_strategy
  ADD COLUMN instruction    text NOT NULL DEFAULT '',
  ADD COLUMN instruction_en text;
