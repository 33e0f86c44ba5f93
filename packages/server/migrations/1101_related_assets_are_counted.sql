-- How many assets are related to a device, or are not, is counted in the index alone, as by every other filter.
DROP INDEX asset_by_project;
CREATE INDEX asset_by_project ON asset (company_id, project_id) INCLUDE (category, source, usage, verification, is_monitored, device_id);
