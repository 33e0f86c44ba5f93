-- A standard by which installations were judged is not changed under them: a change is a new version, a row of its own.
ALTER TABLE boot_pipe_standard
  ADD first_id   int REFERENCES boot_pipe_standard ON DELETE CASCADE,   -- its first version; null: this is it
  ADD revision   int NOT NULL DEFAULT 1,
  ADD valid_from date,                                                  -- null: always
  ADD CHECK ((first_id IS NULL) = (revision = 1));
DROP INDEX boot_pipe_standard_model;
CREATE UNIQUE INDEX boot_pipe_standard_model ON boot_pipe_standard (company_id, lower(model), revision);
CREATE UNIQUE INDEX boot_pipe_standard_version ON boot_pipe_standard (first_id, revision) WHERE first_id IS NOT NULL;
ALTER TABLE boot_caliber_standard
  ADD first_id   int REFERENCES boot_caliber_standard ON DELETE CASCADE,
  ADD revision   int NOT NULL DEFAULT 1,
  ADD valid_from date,
  ADD CHECK ((first_id IS NULL) = (revision = 1));
CREATE UNIQUE INDEX boot_caliber_standard_version ON boot_caliber_standard (first_id, revision) WHERE first_id IS NOT NULL;

-- By which versions the installation of a unit was judged; null of both: before there were versions.
ALTER TABLE boot_unit
  ADD pipe_version_id    int REFERENCES boot_pipe_standard ON DELETE SET NULL,
  ADD caliber_version_id int REFERENCES boot_caliber_standard ON DELETE SET NULL;
CREATE INDEX boot_unit_pipe_version ON boot_unit (pipe_version_id) WHERE pipe_version_id IS NOT NULL;
CREATE INDEX boot_unit_caliber_version ON boot_unit (caliber_version_id) WHERE caliber_version_id IS NOT NULL;
