-- What is missing is found by numbers in the order of the list, not by comparing 50,000 codes.
CREATE UNIQUE INDEX stocktake_expected_in_order ON stocktake_expected (stocktake_id, id);
ALTER TABLE stocktake_scan ADD COLUMN expected_id int;
UPDATE stocktake_scan c SET expected_id = e.id FROM stocktake_expected e
  WHERE e.stocktake_id = c.stocktake_id AND lower(e.code) = lower(c.code) AND c.expected;
ALTER TABLE stocktake_scan DROP COLUMN expected;
ALTER TABLE stocktake_scan
  ADD COLUMN expected boolean NOT NULL GENERATED ALWAYS AS (expected_id IS NOT NULL) STORED,
  ADD FOREIGN KEY (stocktake_id, expected_id) REFERENCES stocktake_expected (stocktake_id, id) ON DELETE CASCADE;
CREATE INDEX stocktake_scan_expected ON stocktake_scan (stocktake_id, expected_id) INCLUDE (removed_at, id);
CREATE INDEX stocktake_scan_not_expected ON stocktake_scan (stocktake_id, id) WHERE removed_at IS NULL AND expected_id IS NULL;

-- How many a stocktake expects never changes once it is open.
ALTER TABLE stocktake ADD COLUMN expected int NOT NULL DEFAULT 0;
UPDATE stocktake s SET expected = (SELECT count(*) FROM stocktake_expected e WHERE e.stocktake_id = s.id);

ALTER TABLE stocktake_expected ADD COLUMN search_text text COLLATE pg_c_utf8 NOT NULL GENERATED ALWAYS AS (
  lower((code || chr(10) || name || chr(10) || location) COLLATE pg_c_utf8)) STORED;
CREATE INDEX stocktake_expected_text_parts ON stocktake_expected USING gin (search_text gin_trgm_ops);

-- Where an asset had moved to is named only to people who see that project. Null: of no project, deleted, or closed before this was kept.
ALTER TABLE stocktake_expected ADD COLUMN moved_project_id int REFERENCES project ON DELETE SET NULL;
ALTER TABLE stocktake_scan ADD COLUMN moved_project_id int REFERENCES project ON DELETE SET NULL;
CREATE INDEX stocktake_expected_moved ON stocktake_expected (moved_project_id) WHERE moved_project_id IS NOT NULL;
CREATE INDEX stocktake_scan_moved ON stocktake_scan (moved_project_id) WHERE moved_project_id IS NOT NULL;
