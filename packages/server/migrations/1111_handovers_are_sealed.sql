-- What was said by signing an order, with its seal by the key of the installation. Null: not sealed, as visits are, or signed before.
ALTER TABLE work_signature
  ADD COLUMN statement text,
  ADD COLUMN key_id    int REFERENCES seal_key,
  ADD COLUMN seal      bytea,
  ADD CHECK (num_nonnulls(statement, key_id, seal) IN (0, 3));
CREATE INDEX work_signature_key ON work_signature (key_id) WHERE key_id IS NOT NULL;
