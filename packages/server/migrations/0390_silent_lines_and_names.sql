-- Boards and lists ask for what is silent, which is little, among lines that are many.
CREATE INDEX gateway_silent ON gateway (project_id) WHERE NOT online;
CREATE INDEX slave_silent ON slave (gateway_id) WHERE silent_since IS NOT NULL;

-- A part of a name, of three letters or more, is found without reading every point. The same expression stands in `nameContains`.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX point_name_parts ON point USING gin ((lower((name || chr(10) || coalesce(name_en, '')) COLLATE pg_c_utf8)) gin_trgm_ops);
CREATE INDEX device_name_parts ON device USING gin ((lower((name || chr(10) || coalesce(name_en, '')) COLLATE pg_c_utf8)) gin_trgm_ops);
