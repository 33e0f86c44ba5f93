-- What happens to history beside readings coming in: kept for a time only, filled in later, erased, found damaged.

-- For how long a project keeps its history; no row: for ever.
CREATE TABLE history_retention (
  project_id  int PRIMARY KEY REFERENCES project ON DELETE CASCADE,
  kept_days   int NOT NULL CHECK (kept_days > 0)
);

-- Rows that could not be read: put aside, so that what is around them can.
CREATE TABLE history_damaged (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  point_id  int NOT NULL,
  hour      int NOT NULL,
  hours     smallint NOT NULL,                   -- 24 for a day
  encoded   bytea NOT NULL,
  found_at  timestamptz NOT NULL
);

-- History is proof: whoever changes it by hand leaves a trace. Nothing is ever deleted from here.
CREATE TABLE history_change (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at        timestamptz NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('filled', 'erased', 'repaired', 'retention')),
  point_id  int,                                 -- null: a whole project
  detail    jsonb NOT NULL
);
