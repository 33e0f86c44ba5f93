-- What the last verification of each sealed day found. It is made again every 30 days at most.
CREATE TABLE seal_check (
  project_id    int NOT NULL REFERENCES project ON DELETE CASCADE,
  day           date NOT NULL,
  checked_at    timestamptz NOT NULL,
  points        int NOT NULL,
  matches       int NOT NULL,
  samples       bigint NOT NULL,
  problems      jsonb NOT NULL,                 -- [{"problem": "samples", "pointId": 9, "number": null}, …]; 100 at most
  problem_count int NOT NULL,
  broken_since  timestamptz,                    -- the verification that first found a contradiction; null: there is none
  PRIMARY KEY (project_id, day)
);
