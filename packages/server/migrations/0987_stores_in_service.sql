-- A store goes into service by a step of its own, after its commissioning order is done and signed.
ALTER TABLE debug_order
  ADD COLUMN launched_at    timestamptz,       -- null: not in service by this order
  ADD COLUMN launched_by    text,              -- as the person was called then
  ADD COLUMN launch_reason  text NOT NULL DEFAULT '',  -- why although something was open
  ADD CHECK ((launched_at IS NULL) = (launched_by IS NULL)),
  ADD CHECK (launched_at IS NULL OR status = 'done');
