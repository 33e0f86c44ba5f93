-- A visit that is over goes along with its project to another company, without the contract, which stays: it keeps the names of its time.
ALTER TABLE maintenance_order
  ALTER COLUMN contract_id DROP NOT NULL,
  ADD COLUMN contract_name text,
  ADD COLUMN team_name     text,
  ADD CHECK (contract_id IS NOT NULL OR (contract_name IS NOT NULL AND team_name IS NOT NULL)),
  -- Nothing more can be done of a contract that is elsewhere.
  ADD CHECK (contract_id IS NOT NULL OR state IN ('done', 'confirmed', 'skipped', 'merged'));

-- Who finished a visit does not confirm it.
ALTER TABLE maintenance_order ADD COLUMN finished_by int REFERENCES app_user ON DELETE SET NULL;
CREATE INDEX maintenance_order_finished ON maintenance_order (finished_by) WHERE finished_by IS NOT NULL;
CREATE INDEX maintenance_order_assignee ON maintenance_order (assignee_id) WHERE assignee_id IS NOT NULL;
