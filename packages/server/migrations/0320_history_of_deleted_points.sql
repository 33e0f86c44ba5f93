-- Points that were deleted, in whatever way, until their history has gone, too (history/eraseDeleted.ts).
CREATE TABLE history_of_deleted (
  point_id    int PRIMARY KEY,
  company_id  int,
  project_id  int,
  name        text NOT NULL,                     -- as it was then
  deleted_at  timestamptz NOT NULL
);

CREATE FUNCTION remember_deleted_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO history_of_deleted (point_id, company_id, project_id, name, deleted_at)
  SELECT id, company_id, project_id, name, now() FROM gone ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER point_deleted AFTER DELETE ON point REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION remember_deleted_points();

-- Those of which history stands though they went before anybody took note: their time begins now.
WITH RECURSIVE known (point_id) AS (
  SELECT min(point_id) FROM history_day
  UNION ALL SELECT (SELECT min(d.point_id) FROM history_day d WHERE d.point_id > known.point_id) FROM known WHERE known.point_id IS NOT NULL)
INSERT INTO history_of_deleted (point_id, name, deleted_at)
SELECT point_id, '', now() FROM (
  SELECT point_id FROM known UNION SELECT point_id FROM point_latest) k
WHERE point_id IS NOT NULL AND NOT EXISTS (SELECT FROM point p WHERE p.id = k.point_id);
