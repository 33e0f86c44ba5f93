-- A code follows from the number of its unit, so what was issued and revoked for a number stays when the unit is deleted:
-- registered again, it does not get the same code.
ALTER TABLE boot_password ADD company_id int REFERENCES company ON DELETE CASCADE, ADD unit_number text;
UPDATE boot_password w SET company_id = b.company_id, unit_number = b.unit_number FROM boot_unit b WHERE b.id = w.unit_id;
ALTER TABLE boot_password ALTER company_id SET NOT NULL, ALTER unit_number SET NOT NULL, ALTER unit_id DROP NOT NULL,
  DROP CONSTRAINT boot_password_unit_id_fkey,
  ADD CONSTRAINT boot_password_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES boot_unit ON DELETE SET NULL,
  DROP CONSTRAINT boot_password_unit_id_day_attempt_key,
  ADD CONSTRAINT boot_password_number UNIQUE (company_id, unit_number, day, attempt);
CREATE INDEX boot_password_unit ON boot_password (unit_id);
