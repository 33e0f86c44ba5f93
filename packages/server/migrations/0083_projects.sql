ALTER TABLE project
  ADD COLUMN description text NOT NULL DEFAULT '',
  ADD COLUMN cover_file_id text,                            -- of uploaded_file
  ADD COLUMN labels text[] NOT NULL DEFAULT '{}',
  ADD COLUMN level smallint,                                -- the company's own grading, 1 to 5; null: not graded
  ADD COLUMN subsystem_ids int[] NOT NULL DEFAULT '{}',     -- empty: whatever its devices are of
  ADD COLUMN created_by int REFERENCES app_user ON DELETE SET NULL,
  ADD COLUMN disabled_at timestamptz,
  ADD COLUMN deleted_at timestamptz,                        -- in the deleted list, restorable
  ADD COLUMN deleted_by int REFERENCES app_user ON DELETE SET NULL;
-- A name is free again when its project was deleted.
ALTER TABLE subarea ADD COLUMN deleted_at timestamptz;
DROP INDEX subarea_sibling_name;
DROP INDEX subarea_project_name;
CREATE UNIQUE INDEX subarea_sibling_name ON subarea (company_id, coalesce(parent_id, 0), name) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX subarea_project_name ON subarea (company_id, name) WHERE kind = 'project' AND deleted_at IS NULL;
CREATE INDEX project_labels ON project USING gin (labels);
