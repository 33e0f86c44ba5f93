-- Who is on duty in a project, when somebody is away, and which days are holidays there.

-- A rota is told of every alarm of its project that has one of its levels, besides the contacts of the strategy.
CREATE TABLE duty_rota (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id  int NOT NULL REFERENCES project ON DELETE CASCADE,
  name        text NOT NULL COLLATE natural_name,
  enabled     boolean NOT NULL DEFAULT true,
  severities  smallint[] NOT NULL CHECK (cardinality(severities) > 0 AND severities <@ '{1,2,3}'),
  channels    text[] NOT NULL CHECK (cardinality(channels) > 0 AND channels <@ '{sms,voice,email}'),
  step        smallint NOT NULL DEFAULT 0 CHECK (step BETWEEN 0 AND 9),  -- of the ladder: 0 at once, n after n escalation intervals
  created_at  timestamptz NOT NULL,
  UNIQUE (project_id, name)
);

CREATE TABLE duty_shift (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rota_id      int NOT NULL REFERENCES duty_rota ON DELETE CASCADE,
  user_id      int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  weekdays     smallint[] NOT NULL CHECK (cardinality(weekdays) > 0 AND weekdays <@ '{1,2,3,4,5,6,7}'),  -- on which it begins; 1 Monday
  from_minute  smallint CHECK (from_minute BETWEEN 0 AND 1439),     -- in the project's time zone; both null: the whole day
  until_minute smallint CHECK (until_minute BETWEEN 1 AND 1440),    -- at or before from: it ends next day
  every_weeks  smallint NOT NULL DEFAULT 1 CHECK (every_weeks BETWEEN 1 AND 12),
  first_week   date NOT NULL,                                       -- a Monday: the first week that counts, then every n-th
  on_holidays  text NOT NULL DEFAULT 'alike' CHECK (on_holidays IN ('alike', 'never', 'only')),  -- only: on holidays, whatever the weekday
  CHECK ((from_minute IS NULL) = (until_minute IS NULL))
);
CREATE INDEX duty_shift_rota ON duty_shift (rota_id);
CREATE INDEX duty_shift_user ON duty_shift (user_id);

CREATE TABLE duty_holiday (
  project_id  int NOT NULL REFERENCES project ON DELETE CASCADE,
  day         date NOT NULL,
  name        text NOT NULL,
  PRIMARY KEY (project_id, day)
);

-- Away from the first to the last day, both included, in the time zone of whichever project asks.
CREATE TABLE duty_absence (
  id             int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id     int NOT NULL REFERENCES company ON DELETE CASCADE,
  user_id        int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  from_day       date NOT NULL,
  until_day      date NOT NULL CHECK (until_day >= from_day),
  substitute_id  int REFERENCES app_user ON DELETE SET NULL CHECK (substitute_id <> user_id),  -- null: nobody is told instead
  remarks        text NOT NULL DEFAULT ''
);
CREATE INDEX duty_absence_user ON duty_absence (company_id, user_id, until_day);
