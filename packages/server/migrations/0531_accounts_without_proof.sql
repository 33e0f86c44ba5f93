-- A client of the specification knows no proof of identity. A company may name accounts that need none, in sign-ins that were
-- made by the specification's own login (docs/decisions/0074).
ALTER TABLE company ADD COLUMN user_ids_without_proof integer[] NOT NULL DEFAULT '{}';
ALTER TABLE session_family ADD COLUMN by_specified_login boolean NOT NULL DEFAULT false;
