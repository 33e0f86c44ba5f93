-- Who commits readings and judges alarms. One row is for everything today; a part of the projects would be a row more.
CREATE TABLE ownership (
  part smallint PRIMARY KEY,
  epoch integer NOT NULL,
  holder text NOT NULL,
  lease_until timestamptz NOT NULL,
  -- With the epoch in a key, extending a lease and asserting it (FOR KEY SHARE) do not wait for each other; taking over waits.
  UNIQUE (part, epoch)
);
INSERT INTO ownership (part, epoch, holder, lease_until) VALUES (0, 0, 'nobody', '-infinity');

-- Fails unless this epoch is the present one, and keeps it so until the end of the transaction.
CREATE FUNCTION assert_owner(asserted integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ownership WHERE part = 0 AND epoch = asserted FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another server has taken over this database' USING ERRCODE = 'WP001';
  END IF;
END $$;
