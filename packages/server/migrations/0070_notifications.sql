-- What waits for one person. Made of announcements (0071) right after the transaction that raised, changed or ended the alarm;
-- repeats write theirs at once.

CREATE TABLE notification (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int NOT NULL,                    -- the alarm's, which takes its messages along when it goes; two more
  project_id  int NOT NULL,                    -- foreign keys would only slow down a thousand alarms at once
  alarm_id    bigint NOT NULL REFERENCES alarm ON DELETE CASCADE,
  user_id     int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  channel     text NOT NULL CHECK (channel IN ('app')),
  push_type   smallint NOT NULL CHECK (push_type BETWEEN 0 AND 3),  -- 0 trigger, 1 repeat, 2 escalation, 3 clear
  step        text NOT NULL,                   -- 'raised', 'severity:1:<event time>', 'repeat:3', 'returned': one message per person, channel and step
  severity    smallint NOT NULL,               -- and the words, as they were when this was written
  text_zh     text NOT NULL,
  text_en     text NOT NULL,
  created_at  timestamptz NOT NULL,
  read_at     timestamptz,
  UNIQUE (alarm_id, user_id, channel, step)
);
CREATE INDEX notification_unread ON notification (user_id, company_id, id DESC) WHERE read_at IS NULL;
