-- Somebody looked at the balances of a project and lets its power be cut again.
CREATE TABLE trip_arming (
  project_id int PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  armed_at   timestamptz NOT NULL,
  armed_by   int REFERENCES app_user ON DELETE SET NULL,
  reason     text NOT NULL
);
-- Projects with open prepaid accounts in which nobody armed cuts since a backup was restored: its old balances would cut people off.
CREATE VIEW trips_disarmed AS
  SELECT a.project_id, mark.at AS since
  FROM (SELECT DISTINCT project_id FROM prepaid_account WHERE closed_at IS NULL) a
  JOIN (SELECT value::timestamptz AS at FROM setting WHERE name = 'backup:restoredAt') mark ON true
  LEFT JOIN trip_arming t ON t.project_id = a.project_id
  WHERE t.armed_at IS NULL OR t.armed_at <= mark.at;
