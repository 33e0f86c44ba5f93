-- Proof of records: what a point measured on a day is hashed once the day is over, chained and signed. Nothing here is replaced.

-- What others ask of history: how long a project keeps it at least, and what points were called that are gone.
CREATE VIEW kept_history AS SELECT project_id, kept_days FROM history_retention;
CREATE VIEW deleted_point_name AS SELECT point_id, name FROM history_of_deleted;

-- Points whose records are proof: sealed day by day, judged by a profile and by limits of their own.
CREATE TABLE compliance_assignment (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  point_id    int NOT NULL REFERENCES point ON DELETE CASCADE,
  profile     text NOT NULL,
  low_limit   double precision,
  high_limit  double precision,
  since       timestamptz NOT NULL,             -- the beginning of the first day that counts
  until       timestamptz,                      -- the end of the last one
  created_at  timestamptz NOT NULL,
  created_by  int REFERENCES app_user ON DELETE SET NULL,
  CHECK (low_limit IS NOT NULL OR high_limit IS NOT NULL),
  CHECK (low_limit < high_limit)
);
CREATE UNIQUE INDEX compliance_assignment_one ON compliance_assignment (point_id) WHERE until IS NULL;
CREATE INDEX compliance_assignment_point ON compliance_assignment (point_id);

-- Keys that sign roots; old ones stay, so that old signatures can be checked.
CREATE TABLE seal_key (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_key   text NOT NULL,                   -- PEM
  private_key  bytea NOT NULL,                  -- sealed with the installation's secret
  made_at      timestamptz NOT NULL
);

-- The roots of a project, a chain by number. One a day; in between one for each run that sealed changed days again.
CREATE TABLE project_seal (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id  int NOT NULL,
  number      int NOT NULL,
  day         date,                             -- null: of days that were sealed again
  from_at     timestamptz,
  to_at       timestamptz,
  made_at     timestamptz NOT NULL,
  leaves      int NOT NULL,
  root        bytea NOT NULL,                   -- of the chains that were continued, by point and number
  previous    bytea NOT NULL,                   -- hash of the seal before; of the first one zeros
  hash        bytea NOT NULL,                   -- what is signed
  key_id      int NOT NULL REFERENCES seal_key,
  signature   bytea NOT NULL,
  UNIQUE (project_id, number),
  UNIQUE (project_id, day)
);

-- The hash of a point's samples of a day. A point's seals are a chain by the order in which they were made, wherever it belonged.
CREATE TABLE record_seal (
  point_id  int NOT NULL,
  number    int NOT NULL,
  seal_id   int NOT NULL REFERENCES project_seal,
  day       date NOT NULL,
  from_at   timestamptz NOT NULL,
  to_at     timestamptz NOT NULL,
  revision  int NOT NULL,
  reason    text NOT NULL CHECK (reason IN ('first', 'late', 'filled', 'erased', 'rounded')),
  samples   int NOT NULL,
  bad       int NOT NULL,
  sha       bytea NOT NULL,
  chain     bytea NOT NULL,
  PRIMARY KEY (point_id, number),
  UNIQUE (point_id, day, revision)
);
CREATE INDEX record_seal_seal ON record_seal (seal_id);
CREATE INDEX record_seal_time ON record_seal (point_id, from_at);
CREATE FUNCTION refuse_change_of_seals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Seals are only added to';
END $$;
CREATE TRIGGER record_seal_kept BEFORE UPDATE OR DELETE ON record_seal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_seals();
CREATE TRIGGER project_seal_kept BEFORE UPDATE OR DELETE ON project_seal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_seals();

-- Hours of which something came or was changed, until their days were looked at again.
CREATE TABLE seal_dirty (
  point_id  int NOT NULL,
  hour      int NOT NULL,                       -- hours since 1970-01-01T00:00Z
  reason    text NOT NULL,
  noted_at  timestamptz NOT NULL,
  PRIMARY KEY (point_id, hour)
);

-- In the transaction that seals an hour of history or changes it by hand, so that no process that ends forgets it. A row that is
-- changed in history_day by anything else leaves nothing here, and is found by the verification.
CREATE FUNCTION note_hours_for_seals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seal_dirty (point_id, hour, reason, noted_at)
  SELECT s.point_id, s.hour, 'late', clock_timestamp() FROM written s
  WHERE EXISTS (SELECT FROM compliance_assignment a WHERE a.point_id = s.point_id)
  ORDER BY s.point_id, s.hour
  ON CONFLICT (point_id, hour) DO UPDATE SET noted_at = excluded.noted_at;
  RETURN NULL;
END $$;
CREATE TRIGGER segment_added_for_seals AFTER INSERT ON history_segment REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION note_hours_for_seals();
CREATE TRIGGER segment_changed_for_seals AFTER UPDATE ON history_segment REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION note_hours_for_seals();

CREATE FUNCTION note_changes_for_seals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind IN ('filled', 'erased', 'rounded') AND NEW.point_id IS NOT NULL AND NEW.detail ? 'from' AND NEW.detail ? 'to' THEN
    INSERT INTO seal_dirty (point_id, hour, reason, noted_at)
    SELECT s.point_id, floor(extract(epoch FROM min(s.from_at)) / 3600)::int, NEW.kind, clock_timestamp()
    FROM record_seal s WHERE s.point_id = NEW.point_id
      AND extract(epoch FROM s.from_at) * 1000 <= (NEW.detail->>'to')::float8
      AND extract(epoch FROM s.to_at) * 1000 > (NEW.detail->>'from')::float8
    GROUP BY s.point_id, s.day
    ON CONFLICT (point_id, hour) DO UPDATE SET reason = excluded.reason, noted_at = excluded.noted_at;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER change_noted_for_seals AFTER INSERT ON history_change FOR EACH ROW EXECUTE FUNCTION note_changes_for_seals();

-- What is to be explained of a sealed day: a stretch outside of the limits, or without a good reading.
CREATE TABLE record_finding (
  id              int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id      int NOT NULL REFERENCES project ON DELETE CASCADE,
  point_id        int NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('excursion', 'gap')),
  day             date NOT NULL,
  from_at         timestamptz NOT NULL,
  to_at           timestamptz NOT NULL,
  low_limit       double precision,
  high_limit      double precision,
  extreme         double precision,
  degree_minutes  double precision,
  cause           text,
  explanation     text,
  disposition     text,
  explained_by    int REFERENCES app_user ON DELETE SET NULL,
  explained_at    timestamptz,
  confirmed_by    int REFERENCES app_user ON DELETE SET NULL,
  confirmed_at    timestamptz,
  UNIQUE (point_id, kind, from_at),
  CHECK ((explanation IS NULL) = (explained_at IS NULL)),
  CHECK (confirmed_at IS NULL OR explained_at IS NOT NULL),
  CHECK (confirmed_by <> explained_by)
);
CREATE INDEX record_finding_page ON record_finding (project_id, from_at DESC);

CREATE TABLE calibration_certificate (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  point_id     int NOT NULL REFERENCES point ON DELETE CASCADE,
  number       text NOT NULL,
  laboratory   text NOT NULL,
  done_on      date NOT NULL,
  valid_until  date NOT NULL,                   -- the last day
  max_error    double precision NOT NULL,       -- the largest error found, without a sign, in the point's unit
  created_at   timestamptz NOT NULL,
  created_by   int REFERENCES app_user ON DELETE SET NULL,
  UNIQUE (point_id, number),
  CHECK (valid_until >= done_on)
);

-- A month of sealed records with everything that belongs to it, as one file.
CREATE TABLE compliance_pack (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id    int NOT NULL REFERENCES project ON DELETE CASCADE,
  name          text NOT NULL,
  device_ids    int[] NOT NULL,                 -- empty: all
  from_day      date NOT NULL,
  until_day     date NOT NULL,                  -- included
  language      text NOT NULL CHECK (language IN ('zh', 'en')),
  revision      int NOT NULL,
  status        smallint NOT NULL CHECK (status BETWEEN 0 AND 2),  -- made, draft, published
  failure       text,
  point_ids     int[],
  facts         bytea,                          -- hash of what the draft was made from
  sha256        bytea,
  size_bytes    bigint,
  created_at    timestamptz NOT NULL,
  created_by    int REFERENCES app_user ON DELETE SET NULL,
  made_at       timestamptz,
  published_at  timestamptz,
  published_by  int REFERENCES app_user ON DELETE SET NULL,
  CHECK ((sha256 IS NULL) = (status = 0)),
  CHECK ((published_at IS NULL) = (status < 2))
);
CREATE INDEX compliance_pack_page ON compliance_pack (project_id, from_day DESC);
CREATE TABLE compliance_pack_part (
  pack_id  int NOT NULL REFERENCES compliance_pack ON DELETE CASCADE,
  part     int NOT NULL,
  bytes    bytea STORAGE EXTERNAL NOT NULL,     -- a zip: compressing again would only cost time
  PRIMARY KEY (pack_id, part)
);

CREATE FUNCTION refuse_published_pack() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'compliance_pack_part' THEN
    IF EXISTS (SELECT FROM compliance_pack WHERE id = OLD.pack_id AND status = 2)
    THEN RAISE EXCEPTION 'A published pack stays as it is'; END IF;
  ELSIF OLD.status = 2 AND (OLD.status, OLD.sha256, OLD.name, OLD.from_day, OLD.until_day, OLD.point_ids, OLD.revision, OLD.published_at)
     IS DISTINCT FROM (NEW.status, NEW.sha256, NEW.name, NEW.from_day, NEW.until_day, NEW.point_ids, NEW.revision, NEW.published_at)
  THEN RAISE EXCEPTION 'A published pack stays as it is'; END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER pack_fixed BEFORE UPDATE ON compliance_pack FOR EACH ROW EXECUTE FUNCTION refuse_published_pack();
CREATE TRIGGER pack_part_fixed BEFORE UPDATE OR DELETE ON compliance_pack_part FOR EACH ROW EXECUTE FUNCTION refuse_published_pack();
