-- Inputs of computed points that came late, by computed point: from the earliest to the latest of them. Written with the samples,
-- deleted with what computing the stretch once more brought. No reference to the point: a deleted one must not hold up readings.
CREATE TABLE computed_late_stretch (
  point_id  int PRIMARY KEY,
  from_at   timestamptz NOT NULL,
  to_at     timestamptz NOT NULL
);

-- Since when a formula says what it says, and of which points: what was measured before is not computed by it. Of formulas that
-- stand today that is not known.
ALTER TABLE point ADD COLUMN formula_since timestamptz;
UPDATE point SET formula_since = now() WHERE formula IS NOT NULL;

CREATE FUNCTION remember_formula() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.formula IS NULL THEN
    NEW.formula_since := NULL;
  ELSIF TG_OP = 'INSERT' THEN
    NEW.formula_since := coalesce(NEW.formula_since, now());
  ELSIF NEW.formula IS DISTINCT FROM OLD.formula THEN
    NEW.formula_since := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER point_formula_set BEFORE INSERT OR UPDATE OF formula ON point FOR EACH ROW EXECUTE FUNCTION remember_formula();

CREATE FUNCTION remember_inputs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE point SET formula_since = now() WHERE id = OLD.point_id;
  RETURN NULL;
END $$;
CREATE TRIGGER point_input_changed AFTER UPDATE OR DELETE ON point_input FOR EACH ROW EXECUTE FUNCTION remember_inputs();

-- What was computed again from late inputs, with what it replaced.
ALTER TABLE history_change DROP CONSTRAINT history_change_kind_check,
  ADD CHECK (kind IN ('filled', 'erased', 'repaired', 'retention', 'rounded', 'recomputed'));

-- The one gateway that a computed point comes from, through whatever it is computed from; null: none, or several. What people set by
-- hand comes from none.
CREATE FUNCTION gateway_behind(computed int) RETURNS int LANGUAGE sql STABLE AS $$
  WITH RECURSIVE input AS (
    SELECT computed AS id UNION SELECT i.input_id FROM input JOIN point_input i ON i.point_id = input.id)
  SELECT CASE WHEN count(DISTINCT p.gateway_id) = 1 THEN min(p.gateway_id) END FROM input JOIN point p ON p.id = input.id
$$;
