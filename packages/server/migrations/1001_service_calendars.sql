-- When service is owed, by the week, with holidays of one's own. A contract keeps the hours that it agrees on: changing a calendar changes
-- no contract.
CREATE TABLE service_calendar (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  name        text NOT NULL COLLATE natural_name,
  windows     jsonb NOT NULL,                -- [{weekday, from, to}]: 1 Monday to 7 Sunday, 8 a holiday; minutes of the day
  holidays    text[] NOT NULL DEFAULT '{}',  -- YYYY-MM-DD, beside those of the project's calendar
  updated_at  timestamptz NOT NULL,
  UNIQUE (company_id, name)
);
ALTER TABLE work_clock DROP CONSTRAINT work_clock_calendar_check;
ALTER TABLE work_clock ADD CONSTRAINT work_clock_calendar_check CHECK (calendar IN ('always', 'working', 'own'));
