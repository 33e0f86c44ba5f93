-- When a unit started, the password that its controller still took was used: since when, and how that became known.
ALTER TABLE boot_password ADD used_at timestamptz, ADD used_way text CHECK (used_way IN ('written', 'reported', 'seen')),
  ADD CHECK ((used_at IS NULL) = (used_way IS NULL));
UPDATE boot_password w SET used_at = b.booted_at, used_way = b.boot_way FROM boot_unit b
WHERE b.booted_at IS NOT NULL AND b.boot_way IS NOT NULL AND w.id = (SELECT n.id FROM boot_password n WHERE n.unit_id = b.id
  AND n.revoked_at IS NULL AND n.issued_at <= b.booted_at AND n.issued_at > b.booted_at - interval '2 days' ORDER BY n.id DESC LIMIT 1);
