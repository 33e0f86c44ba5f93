-- One calendar for all that goes by the week: days of the company, and days on which a project differs from them.
ALTER TABLE duty_holiday RENAME TO project_calendar_day;
ALTER TABLE project_calendar_day
  ADD COLUMN counts_as smallint NOT NULL DEFAULT 8 CHECK (counts_as BETWEEN 1 AND 8), -- as in calendar_day
  ALTER COLUMN name SET DEFAULT '';
ALTER TABLE project_calendar_day ALTER COLUMN counts_as DROP DEFAULT;

CREATE VIEW day_of_project AS
  SELECT p.id AS project_id, p.company_id, c.day, c.counts_as, c.name, true AS of_company
  FROM project p JOIN calendar_day c ON c.company_id = p.company_id
  WHERE NOT EXISTS (SELECT 1 FROM project_calendar_day own WHERE own.project_id = p.id AND own.day = c.day)
  UNION ALL
  SELECT p.id, p.company_id, own.day, own.counts_as, own.name, false
  FROM project_calendar_day own JOIN project p ON p.id = own.project_id;
