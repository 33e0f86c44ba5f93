-- Secrets and facts of this installation, made at the first start.
CREATE TABLE setting (
  name   text PRIMARY KEY,
  value  text NOT NULL
);
