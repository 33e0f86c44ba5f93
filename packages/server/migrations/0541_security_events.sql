-- What may be an attack. Repeats within a minute are one row with a count: an attack must not fill the database.
CREATE TABLE security_event (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  int,                     -- null: concerns nobody's account; the company that runs the installation sees it
  minute      timestamptz NOT NULL,
  kind        text NOT NULL,
  user_id     int,                     -- null: nobody's account, or several
  user_name   text NOT NULL,           -- as it was then
  account     text NOT NULL,           -- of nobody's account what was typed, hidden but for its beginning
  subject     text NOT NULL,           -- a call, a serial number
  network     text NOT NULL,           -- empty: several
  user_agent  text NOT NULL,           -- the last one
  count       int NOT NULL,
  first_at    timestamptz NOT NULL,
  last_at     timestamptz NOT NULL,
  CONSTRAINT security_event_of_minute UNIQUE NULLS NOT DISTINCT (company_id, minute, kind, user_id, account, subject, network)
);
CREATE INDEX security_event_company ON security_event (company_id, id DESC);
CREATE INDEX security_event_minute ON security_event (minute);

-- Who reads the operation log of the company also sees what was attempted (1060).
INSERT INTO role_permission (role_id, permission_id, half_selected)
  SELECT p.role_id, 1060, false FROM role_permission p WHERE p.permission_id = 25 AND NOT p.half_selected
  ON CONFLICT DO NOTHING;
