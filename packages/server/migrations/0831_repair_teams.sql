-- An order may be given to a team: the first of its members who accepts it repairs it. The name is that of its time.
ALTER TABLE repair_order
  ADD COLUMN team_id   int REFERENCES maintenance_team ON DELETE SET NULL,
  ADD COLUMN team_name text;
CREATE INDEX repair_order_team ON repair_order (team_id) WHERE team_id IS NOT NULL;

-- A device that is lent to somebody for one order that they have accepted. It ends with the order; rows stay as a record.
CREATE TABLE device_loan (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id   int NOT NULL REFERENCES repair_order ON DELETE CASCADE,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  device_id  int NOT NULL REFERENCES device ON DELETE CASCADE,
  user_id    int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  from_at    timestamptz NOT NULL,
  curve_from timestamptz NOT NULL,              -- values before it are not shown
  until_at   timestamptz NOT NULL,              -- at the latest
  told_at    timestamptz,                       -- that it is about to end
  ended_at   timestamptz
);
CREATE UNIQUE INDEX device_loan_open ON device_loan (order_id) WHERE ended_at IS NULL;
CREATE INDEX device_loan_user ON device_loan (user_id) WHERE ended_at IS NULL;
CREATE INDEX device_loan_order ON device_loan (order_id);
CREATE INDEX device_loan_project ON device_loan (project_id);
CREATE INDEX device_loan_device ON device_loan (device_id);
CREATE INDEX IF NOT EXISTS maintenance_member_user ON maintenance_member (user_id);
CREATE INDEX repair_order_of_team ON repair_order (team_id) WHERE status IN (1, 2, 3, 6);

-- Orders that members of a team work on: offered to them until somebody accepts, then of who accepted, with the device that is lent. It
-- opens the order, and that device, to people whose roles do not open the project. Everybody who asks for loans asks here.
CREATE VIEW repair_lent AS
  SELECT x.user_id, p.company_id, r.project_id, r.id AS order_id, r.status = 1 AS is_offer, l.device_id, l.curve_from
    FROM maintenance_member x
    JOIN maintenance_team t ON t.id = x.team_id AND t.enabled
    JOIN repair_order r ON r.team_id = t.id AND r.status IN (1, 2, 3, 6)
    JOIN project p ON p.id = r.project_id AND p.company_id = t.company_id AND p.deleted_at IS NULL
    LEFT JOIN device_loan l ON l.order_id = r.id AND l.user_id = x.user_id AND l.ended_at IS NULL
   WHERE (r.status = 1 AND (r.assignee_id IS NULL OR r.assignee_id = x.user_id))
      OR (r.status <> 1 AND r.assignee_id = x.user_id AND (l.id IS NOT NULL OR r.device_id IS NULL));
