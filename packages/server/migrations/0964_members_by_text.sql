-- What a member is searched by is kept in lower case, and a text of three letters or more is found by its parts. The name in a company
-- stands with the membership, what belongs to the account with the account; names alone are looked at for people who may not find out
-- accounts and numbers piece by piece.
ALTER TABLE membership ADD COLUMN search_name text COLLATE pg_c_utf8 NOT NULL GENERATED ALWAYS AS (
  lower(coalesce(real_name, '') COLLATE pg_c_utf8)) STORED;
CREATE INDEX membership_name_parts ON membership USING gin (search_name gin_trgm_ops);
ALTER TABLE app_user ADD COLUMN search_name text COLLATE pg_c_utf8 NOT NULL GENERATED ALWAYS AS (
  lower(nickname COLLATE pg_c_utf8)) STORED;
ALTER TABLE app_user ADD COLUMN search_text text COLLATE pg_c_utf8 NOT NULL GENERATED ALWAYS AS (
  lower((nickname || chr(10) || account || chr(10) || coalesce(mobile, '') || chr(10) || coalesce(email, '')) COLLATE pg_c_utf8)) STORED;
CREATE INDEX app_user_name_parts ON app_user USING gin (search_name gin_trgm_ops);
CREATE INDEX app_user_text_parts ON app_user USING gin (search_text gin_trgm_ops);
