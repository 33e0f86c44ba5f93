-- A word of two letters has no part of three: the texts lie in an index, which is read alone instead of all rows (docs/decisions/0143).
CREATE INDEX asset_text ON asset (company_id, project_id) INCLUDE (search_text);
