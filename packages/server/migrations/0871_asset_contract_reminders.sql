-- The end of a contract is told once for each of its marks, also by two servers. A contract that is extended is told again.
CREATE TABLE asset_contract_reminded (
  contract_id int NOT NULL REFERENCES asset_contract ON DELETE CASCADE,
  valid_to    date NOT NULL,
  mark        smallint NOT NULL,   -- days before the end
  PRIMARY KEY (contract_id, valid_to, mark)
);
