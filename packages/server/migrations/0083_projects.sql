ALTER TABLE project
  ADD COLUMN description text NOT NULL DEFAULT '',
  ADD COLUMN cover_file_id text,                            -- of uploaded_file
  ADD COLUMN labels text[] NOT NULL DEFAULT '{}',
  ADD COLUMN level smallint CHECK (level BETWEEN 1 AND 5),  -- the company's own grading; null: not graded
  ADD COLUMN subsystem_ids int[] NOT NULL DEFAULT '{}',     -- empty: whatever its devices are of
  ADD COLUMN created_by int REFERENCES app_user ON DELETE SET NULL,
  ADD COLUMN disabled_at timestamptz,                       -- switched off: shown with a warning, no live data, nobody is told
  ADD COLUMN deleted_at timestamptz,                        -- in the deleted list, restorable; the same as its subarea's
  ADD COLUMN deleted_by int REFERENCES app_user ON DELETE SET NULL;
-- One truth: what was not valid is disabled.
UPDATE project SET disabled_at = now() WHERE NOT valid;
ALTER TABLE project DROP COLUMN valid;
-- A name is free again when its project was deleted.
ALTER TABLE subarea ADD COLUMN deleted_at timestamptz;
DROP INDEX subarea_sibling_name;
DROP INDEX subarea_project_name;
CREATE UNIQUE INDEX subarea_sibling_name ON subarea (company_id, coalesce(parent_id, 0), name) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX subarea_project_name ON subarea (company_id, name) WHERE kind = 'project' AND deleted_at IS NULL;
-- Trees and lists come out of these in their order: sorting ten thousand names by pinyin takes longer than reading them.
CREATE INDEX subarea_tree ON subarea (company_id, position, name) WHERE deleted_at IS NULL;
CREATE INDEX project_deleted ON project (company_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX project_labels ON project USING gin (labels);
-- What a list of projects counts of each.
CREATE INDEX device_area ON device (area_id) WHERE area_id IS NOT NULL;
