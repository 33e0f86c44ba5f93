-- A controller without a clock takes passwords by a counter in place of the day: the next three after the one that it took last.
ALTER TABLE boot_unit ADD has_no_clock boolean NOT NULL DEFAULT false;
ALTER TABLE boot_password
  ADD counter     int CHECK (counter > 0),           -- null: it goes by the day
  ADD key_version smallint NOT NULL DEFAULT 1;       -- of the key that its code follows from
UPDATE boot_password w SET key_version = k.version FROM boot_unit_key k
  WHERE k.company_id = w.company_id AND k.unit_number = w.unit_number AND w.issued_at >= k.shown_at;
CREATE UNIQUE INDEX boot_password_counter ON boot_password (company_id, unit_number, key_version, counter) WHERE counter IS NOT NULL;
