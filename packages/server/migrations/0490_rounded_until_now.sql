-- Until now polled and computed values were kept rounded to the decimals that they are shown with. Which these were at the time of
-- each value is not known; until when it was so, is.
ALTER TABLE history_change DROP CONSTRAINT history_change_kind_check,
  ADD CHECK (kind IN ('filled', 'erased', 'repaired', 'retention', 'rounded'));
INSERT INTO history_change (at, kind, point_id, detail)
SELECT now(), 'rounded', id,
  jsonb_build_object('from', 0, 'to', round(extract(epoch FROM now()) * 1000), 'samples', 0)
FROM point p
WHERE (modbus IS NOT NULL OR formula IS NOT NULL)
  AND EXISTS (SELECT FROM point_latest l WHERE l.point_id = p.id);
