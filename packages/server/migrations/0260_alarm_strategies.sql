-- Alarm strategies as people set them up. Spec §3, "alarm policy".
ALTER TABLE alarm_strategy
  ADD COLUMN remarks          text NOT NULL DEFAULT '',
  -- What it was made for: chosen first in the form, and what points are found by when it is copied to another project.
  ADD COLUMN device_class_id  int REFERENCES device_class,
  ADD COLUMN point_type_id    int REFERENCES point_type ON DELETE SET NULL,
  ADD COLUMN escalate_minutes int CHECK (escalate_minutes >= 5), -- null: the first who are told stay the only ones
  ADD COLUMN created_by       int REFERENCES app_user ON DELETE SET NULL,
  ADD COLUMN created_at       timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN changed_at       timestamptz NOT NULL DEFAULT now();
CREATE INDEX alarm_strategy_company ON alarm_strategy (company_id, name, id);
CREATE INDEX alarm_strategy_point_type ON alarm_strategy (point_type_id) WHERE point_type_id IS NOT NULL;

-- The limits of one subject that differ from those of its rule, of the same kind. Null: the rule's.
ALTER TABLE alarm_rule_subject ADD COLUMN definition jsonb;

-- Who is told of an alarm of this strategy besides those who look at it. A strategy without any is shown to them alone.
CREATE TABLE alarm_strategy_contact (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  strategy_id  int NOT NULL REFERENCES alarm_strategy ON DELETE CASCADE,
  user_id      int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  step         smallint NOT NULL DEFAULT 0 CHECK (step BETWEEN 0 AND 9), -- 0: at once; n: after n times escalate_minutes
  severities   smallint[] NOT NULL CHECK (cardinality(severities) > 0 AND severities <@ '{1,2,3,4}'), -- the receive level
  channels     text[] NOT NULL CHECK (cardinality(channels) > 0 AND channels <@ '{app,sms,voice,email}'),
  -- The receive period in the project's time zone. Both minutes null: the whole day. Until at or before from: it ends next day.
  weekdays     smallint[] NOT NULL DEFAULT '{1,2,3,4,5,6,7}' CHECK (cardinality(weekdays) > 0 AND weekdays <@ '{1,2,3,4,5,6,7}'), -- 1 Monday
  from_minute  smallint CHECK (from_minute BETWEEN 0 AND 1439),
  until_minute smallint CHECK (until_minute BETWEEN 1 AND 1440),
  CHECK ((from_minute IS NULL) = (until_minute IS NULL)),
  UNIQUE (strategy_id, user_id, step)
);
CREATE INDEX alarm_strategy_contact_user ON alarm_strategy_contact (user_id);
