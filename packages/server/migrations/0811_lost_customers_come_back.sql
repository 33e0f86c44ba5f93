-- Somebody marked the wrong customer as lost.
ALTER TABLE customer_event DROP CONSTRAINT customer_event_kind_check,
  ADD CONSTRAINT customer_event_kind_check CHECK (kind IN ('renewed', 'lost', 'notLost', 'controlled', 'uncontrolled', 'reminded'));
