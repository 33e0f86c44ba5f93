-- A pause that a dispatcher does not accept no longer stops the clocks; it stays on record, with who voided it and why.
ALTER TABLE work_pause
  ADD COLUMN voided_at    timestamptz,
  ADD COLUMN voided_by    text,       -- as the person was called then
  ADD COLUMN void_reason  text,
  ADD CHECK ((voided_at IS NULL) = (voided_by IS NULL) AND (voided_at IS NULL) = (void_reason IS NULL)),
  ADD CHECK (voided_at IS NULL OR until_at IS NOT NULL);

-- Targets that a contract agrees on, by severity, in minutes of the calendar of that severity; an order keeps those of its submission.
ALTER TABLE maintenance_contract ADD COLUMN targets jsonb NOT NULL DEFAULT '[]';
ALTER TABLE repair_order
  ADD COLUMN contract_id  int REFERENCES maintenance_contract ON DELETE SET NULL,
  ADD COLUMN targets      jsonb;   -- in seconds by clock; null: the usual ones
CREATE INDEX repair_order_contract ON repair_order (contract_id) WHERE contract_id IS NOT NULL;
