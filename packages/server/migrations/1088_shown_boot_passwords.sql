-- The installer has a password shown once: to whom, when, and where the request came from.
ALTER TABLE boot_password ADD shown_name text, ADD shown_at timestamptz, ADD shown_address text,
  ADD CHECK ((shown_at IS NULL) = (shown_name IS NULL) AND (shown_at IS NULL) = (shown_address IS NULL));
