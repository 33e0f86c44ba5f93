-- A renewal by mistake is undone: what it replaced is kept with it, as {"number", "lost_at", "projects": [{"id", "end"}]}.
ALTER TABLE customer_event DROP CONSTRAINT customer_event_kind_check,
  ADD COLUMN replaced jsonb,
  ADD CONSTRAINT customer_event_kind_check CHECK (kind IN
    ('renewed', 'renewalUndone', 'lost', 'notLost', 'controlled', 'uncontrolled', 'reminded', 'documentAdded', 'documentDeleted'));
