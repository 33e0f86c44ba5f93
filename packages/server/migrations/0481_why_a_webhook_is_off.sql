-- A webhook that was switched off by itself: its receiver said that it is gone (HTTP 410), or nothing was taken for long.
ALTER TABLE company_webhook ADD COLUMN switched_off_because text CHECK (switched_off_because IN ('gone', 'failing'));
UPDATE company_webhook SET switched_off_because = CASE WHEN last_error = 'HTTP 410' AND failed_tries < 20 THEN 'gone' ELSE 'failing' END
  WHERE switched_off_at IS NOT NULL;
