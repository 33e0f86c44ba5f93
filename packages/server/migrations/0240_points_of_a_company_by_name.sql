-- The list of a company's points, by name: read in its order instead of sorting a hundred thousand names for a page.
CREATE INDEX point_company_name ON point (company_id, name, id);
-- How many points of a project its devices have, and which, is counted from here alone.
CREATE INDEX device_point_project ON device_point (project_id, point_id);
