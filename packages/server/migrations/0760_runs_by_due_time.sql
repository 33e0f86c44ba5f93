-- The latest runs are listed first, and those older than is kept are deleted each night.
CREATE INDEX schedule_run_due ON schedule_run (due_at);
