-- A draft that was merged into another order is revoked, and was never submitted: it has no number.
ALTER TABLE repair_order DROP CONSTRAINT repair_order_check, DROP CONSTRAINT repair_order_check1,
  ADD CHECK (CASE status WHEN -1 THEN number IS NULL WHEN 0 THEN true ELSE number IS NOT NULL END),
  ADD CHECK ((submitted_at IS NULL) = (number IS NULL));
