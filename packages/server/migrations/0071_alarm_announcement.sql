-- What is to be told, to nobody in particular yet: one row an alarm and step, written in the transaction of the transition.
-- Right after the commit each becomes one notification a person (0070) and goes: a thousand alarms must not hold the readings
-- up for every person they concern.

CREATE TABLE alarm_announcement (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,     -- in the order things happened
  alarm_id        bigint NOT NULL REFERENCES alarm ON DELETE CASCADE,
  project_id      int NOT NULL,                                       -- the alarm's
  push_type       smallint NOT NULL,
  step            text NOT NULL,
  severity        smallint NOT NULL,
  text_zh         text NOT NULL,
  text_en         text NOT NULL,
  only_those_told boolean NOT NULL,
  created_at      timestamptz NOT NULL
);
