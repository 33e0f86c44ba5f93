-- What a company owns or rents. Amounts in fen, lives in months.
CREATE TABLE asset (
  id                  int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id          int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id          int REFERENCES project ON DELETE SET NULL,
  device_id           int UNIQUE REFERENCES device ON DELETE SET NULL,
  name                text NOT NULL COLLATE natural_name,
  code                text NOT NULL COLLATE natural_name,
  category            text NOT NULL,
  model               text NOT NULL,
  factory_number      text NOT NULL,
  install_date        date,
  distributor         text NOT NULL,
  source              text NOT NULL CHECK (source IN ('purchase', 'donation', 'lease', 'selfBuilt', 'other')),
  supplier            text NOT NULL,
  amount_fen          bigint CHECK (amount_fen >= 0),
  service_life_months int CHECK (service_life_months BETWEEN 1 AND 1200),
  location            text NOT NULL,
  is_monitored        boolean NOT NULL,
  usage               text NOT NULL CHECK (usage IN ('inUse', 'idle')),
  verification        text NOT NULL CHECK (verification IN ('toBeVerified', 'verified')),
  note                text NOT NULL,
  updated_at          timestamptz NOT NULL
);
CREATE UNIQUE INDEX asset_code ON asset (company_id, lower(code));
CREATE INDEX asset_in_order ON asset (company_id, code, id);
CREATE INDEX asset_project ON asset (project_id);

CREATE TABLE asset_contract (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id int NOT NULL REFERENCES company ON DELETE CASCADE,
  number     text NOT NULL COLLATE natural_name,
  name       text NOT NULL COLLATE natural_name,
  kind       text NOT NULL CHECK (kind IN ('purchase', 'lease', 'service')),
  supplier   text NOT NULL,
  valid_from date NOT NULL,
  valid_to   date NOT NULL,
  amount_fen bigint CHECK (amount_fen >= 0),
  note       text NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (valid_from <= valid_to)
);
CREATE UNIQUE INDEX asset_contract_number ON asset_contract (company_id, lower(number));
CREATE TABLE asset_of_contract (
  contract_id int NOT NULL REFERENCES asset_contract ON DELETE CASCADE,
  asset_id    int NOT NULL REFERENCES asset ON DELETE CASCADE,
  PRIMARY KEY (contract_id, asset_id)
);
CREATE INDEX asset_of_contract_asset ON asset_of_contract (asset_id);
