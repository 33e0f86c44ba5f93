-- A company's own copy of a standard, with figures of its own. A version never changes: what was judged by it stays explained.
CREATE TABLE compliance_profile (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int NOT NULL REFERENCES company ON DELETE CASCADE,
  name        text NOT NULL,
  based_on    text NOT NULL,                    -- the standard it is a copy of
  created_at  timestamptz NOT NULL,
  created_by  int REFERENCES app_user ON DELETE SET NULL,
  deleted_at  timestamptz                       -- no further point comes under it
);
CREATE UNIQUE INDEX compliance_profile_name ON compliance_profile (company_id, lower(name)) WHERE deleted_at IS NULL;

CREATE TABLE compliance_profile_version (
  id                 int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  profile_id         int NOT NULL REFERENCES compliance_profile ON DELETE CASCADE,
  version            int NOT NULL,
  sample_seconds     int NOT NULL,
  gap_minutes        int NOT NULL,
  excursion_minutes  int NOT NULL,
  max_error          double precision NOT NULL,
  answer_minutes     int NOT NULL,
  keep_years         int NOT NULL,
  saved_at           timestamptz NOT NULL,
  saved_by           int REFERENCES app_user ON DELETE SET NULL,
  UNIQUE (profile_id, version)
);

CREATE FUNCTION refuse_change_of_profile_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A version of a profile stays as it is';
END $$;
CREATE TRIGGER profile_version_kept BEFORE UPDATE OF profile_id, version, sample_seconds, gap_minutes, excursion_minutes, max_error,
  answer_minutes, keep_years, saved_at ON compliance_profile_version FOR EACH ROW EXECUTE FUNCTION refuse_change_of_profile_version();

-- A point under a company's own profile is judged by the version of its assignment; a newer one begins a new assignment.
ALTER TABLE compliance_assignment ADD COLUMN profile_version_id int REFERENCES compliance_profile_version;
CREATE INDEX compliance_assignment_version ON compliance_assignment (profile_version_id) WHERE profile_version_id IS NOT NULL;
