-- Shops whose monitoring is paid for by the year. Amounts in fen.
CREATE TABLE customer (
  id               int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id       int NOT NULL REFERENCES company ON DELETE CASCADE,
  shop_name        text NOT NULL COLLATE natural_name,
  contacts         jsonb NOT NULL,                -- [{name, mobile, email}]
  contract_number  text NOT NULL COLLATE natural_name,
  valid_from       date NOT NULL,
  valid_to         date NOT NULL,
  monitoring_years smallint,
  province         text NOT NULL,
  city             text NOT NULL,
  provider         text NOT NULL,
  controlled       boolean NOT NULL,
  yearly_fen       bigint CHECK (yearly_fen >= 0),
  lost_at          timestamptz,
  note             text NOT NULL,
  updated_at       timestamptz NOT NULL,
  CHECK (valid_from <= valid_to)
);
CREATE UNIQUE INDEX customer_contract ON customer (company_id, lower(contract_number));
CREATE INDEX customer_end ON customer (company_id, valid_to, id);
CREATE TABLE customer_project (
  project_id  int PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  customer_id int NOT NULL REFERENCES customer ON DELETE CASCADE
);
CREATE INDEX customer_project_customer ON customer_project (customer_id);

CREATE TABLE customer_event (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id int NOT NULL REFERENCES customer ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('renewed', 'lost', 'controlled', 'uncontrolled', 'reminded')),
  at          timestamptz NOT NULL,
  user_id     int REFERENCES app_user ON DELETE SET NULL,
  from_end    date,
  to_end      date,
  amount_fen  bigint,
  number      text,
  lost_reason text,
  reason      text NOT NULL
);
CREATE INDEX customer_event_customer ON customer_event (customer_id, id);

CREATE TABLE customer_reminder (
  company_id  int PRIMARY KEY REFERENCES company ON DELETE CASCADE,
  days_before smallint NOT NULL CHECK (days_before BETWEEN 1 AND 365),
  every       smallint NOT NULL CHECK (every BETWEEN 1 AND days_before)
);
-- One day of a customer is reminded of once, also by two servers.
CREATE TABLE customer_reminded (
  customer_id int NOT NULL REFERENCES customer ON DELETE CASCADE,
  day         date NOT NULL,
  PRIMARY KEY (customer_id, day)
);
