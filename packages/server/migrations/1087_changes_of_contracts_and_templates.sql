-- Who changes or ends a contract or a template says the revision that they read; one that is stale is refused with what was changed since.
ALTER TABLE maintenance_contract ADD COLUMN revision int NOT NULL DEFAULT 1;
ALTER TABLE maintenance_template ADD COLUMN revision int NOT NULL DEFAULT 1;   -- of its draft; what was published has numbers of its own
CREATE TABLE maintenance_change (
  contract_id int REFERENCES maintenance_contract ON DELETE CASCADE,
  template_id int REFERENCES maintenance_template ON DELETE CASCADE,
  revision    int NOT NULL,                                                    -- that it made
  at          timestamptz NOT NULL,
  by_name     text NOT NULL,
  what        text[] NOT NULL,
  CHECK ((contract_id IS NULL) <> (template_id IS NULL))
);
CREATE UNIQUE INDEX maintenance_change_contract ON maintenance_change (contract_id, revision) WHERE contract_id IS NOT NULL;
CREATE UNIQUE INDEX maintenance_change_template ON maintenance_change (template_id, revision) WHERE template_id IS NOT NULL;
