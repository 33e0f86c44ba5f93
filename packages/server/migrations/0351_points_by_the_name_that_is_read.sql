-- Lists in English stand in the order of English names: read in that order instead of sorting all points for a page.
CREATE INDEX point_project_name_en ON point (project_id, (coalesce(name_en, name) COLLATE natural_name), id);
