-- What an asset is searched by is kept in lower case; a text of three letters or more is found by its parts.
ALTER TABLE asset ADD COLUMN search_text text COLLATE pg_c_utf8 NOT NULL GENERATED ALWAYS AS (
  lower((name || chr(10) || code || chr(10) || model || chr(10) || factory_number || chr(10) || location) COLLATE pg_c_utf8)) STORED;
CREATE INDEX asset_text_parts ON asset USING gin (search_text gin_trgm_ops);

-- Totals of the register read an index alone, whatever it is filtered by; by bytes, a category and those below it are a range.
CREATE INDEX asset_by_project ON asset (company_id, project_id) INCLUDE (category, source, usage, verification, is_monitored);
CREATE INDEX asset_by_category ON asset (company_id, category COLLATE "C", project_id);

-- A page far from the first is counted off in its index alone: which assets someone sees depends on their project.
DROP INDEX asset_in_order, asset_by_name, asset_by_update, asset_by_install, asset_by_install_back, asset_by_amount, asset_by_amount_back;
CREATE INDEX asset_in_order ON asset (company_id, code, id) INCLUDE (project_id);
CREATE INDEX asset_by_name ON asset (company_id, name, id) INCLUDE (project_id);
CREATE INDEX asset_by_update ON asset (company_id, updated_at, id) INCLUDE (project_id);
CREATE INDEX asset_by_install ON asset (company_id, install_date, id) INCLUDE (project_id);
CREATE INDEX asset_by_install_back ON asset (company_id, install_date DESC NULLS LAST, id DESC) INCLUDE (project_id);
CREATE INDEX asset_by_amount ON asset (company_id, amount_fen, id) INCLUDE (project_id);
CREATE INDEX asset_by_amount_back ON asset (company_id, amount_fen DESC NULLS LAST, id DESC) INCLUDE (project_id);
