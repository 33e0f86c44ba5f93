-- A webhook is of one project or of all, and says how it fares.
ALTER TABLE company_webhook ADD COLUMN project_id int REFERENCES project ON DELETE CASCADE; -- null: every project of the company
ALTER TABLE company_webhook DROP CONSTRAINT company_webhook_company_id_name_key;
INSERT INTO company_webhook (company_id, name, url, secret, severities, project_id, enabled, created_at)
  SELECT w.company_id, w.name, w.url, w.secret, w.severities, p.id, w.enabled, w.created_at
  FROM company_webhook w JOIN project p ON p.id = ANY (w.project_ids[2:]) AND p.company_id = w.company_id;
DELETE FROM company_webhook w
  WHERE project_ids IS NOT NULL AND project_id IS NULL AND NOT EXISTS (SELECT 1 FROM project p WHERE p.id = w.project_ids[1]);
UPDATE company_webhook SET project_id = project_ids[1] WHERE project_ids IS NOT NULL AND project_id IS NULL;
ALTER TABLE company_webhook
  DROP COLUMN project_ids,
  ADD CONSTRAINT company_webhook_name_key UNIQUE NULLS NOT DISTINCT (company_id, project_id, name),
  ADD COLUMN last_at         timestamptz,                 -- of the last try
  ADD COLUMN last_error      text,                        -- null: it was taken
  ADD COLUMN failing_since   timestamptz,                 -- the first of the tries that failed without one between them that did not
  ADD COLUMN failed_tries    int NOT NULL DEFAULT 0,
  ADD COLUMN switched_off_at timestamptz;                 -- by us, because nothing had been taken for long
