-- Point types, device classes, gateways and mapping profiles are pointed at, too: nobody knows them by their numbers.
CREATE OR REPLACE VIEW thing_name AS
  SELECT 'company'::text AS kind, id AS thing_id, NULL::int AS company_id, name, name_en FROM company
  UNION ALL SELECT 'place', id, company_id, name, name_en FROM subarea
  UNION ALL SELECT 'device', id, company_id, name, name_en FROM device
  UNION ALL SELECT 'role', id, company_id, name, name_en FROM role
  UNION ALL SELECT 'subsystem', id, NULL, name_zh, name_en FROM subsystem
  UNION ALL SELECT 'deviceClass', id, NULL, name_zh, name_en FROM device_class
  UNION ALL SELECT 'gateway', id, company_id, name, name_en FROM gateway
  UNION ALL SELECT 'mappingProfile', id, company_id, name, NULL FROM mapping_profile
  UNION ALL SELECT 'point', id, company_id, name, name_en FROM point
  UNION ALL SELECT 'pointType', id, company_id, name_zh, name_en FROM point_type;
