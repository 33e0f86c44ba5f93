-- How often a killed or failed export was begun: not for ever.
ALTER TABLE download ADD COLUMN attempts smallint NOT NULL DEFAULT 0;
CREATE INDEX download_company ON download (company_id, user_id, id DESC);

-- Of a company and of a place what others may join: the clock it lives by, the name it goes by.
CREATE VIEW company_zone AS SELECT id AS company_id, time_zone FROM company;
CREATE VIEW place_name AS SELECT id AS place_id, company_id, name, name_en FROM subarea;
CREATE VIEW project_zone AS SELECT id AS project_id, time_zone FROM project;

-- Looked for by time, within a company or project.
CREATE INDEX operation_log_company_at ON operation_log (company_id, at);
