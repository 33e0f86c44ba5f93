-- What people are told of visits, contracts and commissioning orders: shown in the message centre, and mailed by the outbox.
CREATE TABLE work_message (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   int NOT NULL REFERENCES company ON DELETE CASCADE,
  project_id   int REFERENCES project ON DELETE CASCADE,   -- null: of a contract, which may have several
  user_id      int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  subject_kind text NOT NULL CHECK (subject_kind IN ('visit', 'contract', 'debugOrder')),
  subject_id   int NOT NULL,
  at           timestamptz NOT NULL,
  text_zh      text NOT NULL,
  text_en      text NOT NULL,
  sent_at      timestamptz                                 -- null: not handed to the outbox yet
);
CREATE INDEX work_message_user ON work_message (user_id, id DESC);
CREATE INDEX work_message_company ON work_message (company_id);
CREATE INDEX work_message_project ON work_message (project_id) WHERE project_id IS NOT NULL;
CREATE INDEX work_message_unsent ON work_message (at) WHERE sent_at IS NULL;

-- So many days before which end people were told that a contract ends.
CREATE TABLE maintenance_contract_reminded (
  contract_id int NOT NULL REFERENCES maintenance_contract ON DELETE CASCADE,
  valid_to    date NOT NULL,
  mark        smallint NOT NULL,
  PRIMARY KEY (contract_id, valid_to, mark)
);
