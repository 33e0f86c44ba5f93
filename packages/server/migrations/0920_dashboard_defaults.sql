-- How a project arranges the dashboard for everybody who did not arrange it themselves: which parts, in which order.
CREATE TABLE dashboard_default (
  project_id int PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  part_order text[] NOT NULL,
  hidden     text[] NOT NULL,
  updated_at timestamptz NOT NULL
);
