-- How long a point may be left unjudged on a day before somebody is told.
ALTER TABLE company ADD COLUMN unjudged_minutes int NOT NULL DEFAULT 30 CHECK (unjudged_minutes BETWEEN 1 AND 1440);
