-- What values in the operation log point at, by the names that people know; company_id null: the same for every company.
CREATE VIEW thing_name AS
  SELECT 'company'::text AS kind, id AS thing_id, NULL::int AS company_id, name, name_en FROM company
  UNION ALL SELECT 'place', id, company_id, name, name_en FROM subarea
  UNION ALL SELECT 'device', id, company_id, name, name_en FROM device
  UNION ALL SELECT 'role', id, company_id, name, name_en FROM role
  UNION ALL SELECT 'subsystem', id, NULL, name_zh, name_en FROM subsystem;
