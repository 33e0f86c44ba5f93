-- Readers who do not see the alarms of a customer are shown a health of the other parts alone, so that nothing of alarms is in it.
ALTER TABLE customer_health ADD COLUMN score_without_alarms smallint CHECK (score_without_alarms BETWEEN 0 AND 100);
UPDATE customer_health h SET score_without_alarms = (
  SELECT round(sum(p.weight * 100 * least(1, greatest(0, p.found / p.against))) / sum(p.weight)) FROM (
    SELECT weight, (h.figures -> part ->> 'found')::numeric AS found,
      -- Users count up to how many are enough; the others are shares.
      CASE WHEN part = 'users' THEN (h.figures -> part ->> 'against')::numeric ELSE 1 END AS against
    FROM (VALUES ('connected', 30), ('users', 15), ('orders', 10), ('maintenance', 10)) AS weights(part, weight)) p
  WHERE p.found IS NOT NULL);
