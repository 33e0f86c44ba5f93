-- Whose a visit is, where that is not the team of its contract: a team was disabled and another one took over the contract, so visits
-- that were over stay with the first; or it took over a visit of a contract that is over.
ALTER TABLE maintenance_order ADD COLUMN team_id int REFERENCES maintenance_team;
CREATE INDEX maintenance_order_team ON maintenance_order (team_id) WHERE team_id IS NOT NULL;
