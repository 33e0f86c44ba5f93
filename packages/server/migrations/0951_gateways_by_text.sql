-- What a gateway is searched by is kept in lower case; a text of three letters or more is found by its parts.
ALTER TABLE gateway ADD COLUMN search_text text COLLATE pg_c_utf8 NOT NULL GENERATED ALWAYS AS (
  lower((name || chr(10) || coalesce(name_en, '') || chr(10) || serial_number || chr(10) || description || chr(10) || model)
    COLLATE pg_c_utf8)) STORED;
CREATE INDEX gateway_text_parts ON gateway USING gin (search_text gin_trgm_ops);
