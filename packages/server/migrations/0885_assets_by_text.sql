-- What an asset is searched by is kept in lower case; a text of three letters or more is found by its parts.
ALTER TABLE asset ADD COLUMN search_text text COLLATE pg_c_utf8 NOT NULL GENERATED ALWAYS AS (
  lower((name || chr(10) || code || chr(10) || model || chr(10) || factory_number || chr(10) || location) COLLATE pg_c_utf8)) STORED;
CREATE INDEX asset_text_parts ON asset USING gin (search_text gin_trgm_ops);

-- Totals of the register read an index alone, whatever it is filtered by; by bytes, a category and those below it are a range.
CREATE INDEX asset_by_project ON asset (company_id, project_id) INCLUDE (category, source, usage, verification, is_monitored);
CREATE INDEX asset_by_category ON asset (company_id, category COLLATE "C", project_id);
