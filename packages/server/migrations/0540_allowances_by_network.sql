-- Who asks is counted by network and, for the owner of an account, by account. One table for all of it.

DROP TABLE login_failure;

DELETE FROM counted_call;
DROP INDEX counted_call_key;
COMMENT ON TABLE counted_call IS 'What is granted only so often, by key: failed sign-ins, codes, questions whether an account exists';
ALTER TABLE counted_call
  ADD COLUMN count int NOT NULL CHECK (count > 0),
  ADD PRIMARY KEY (key, at);
CREATE INDEX counted_call_at ON counted_call (at);

-- A code lives five minutes: nobody misses those of an old version.
DELETE FROM verification_code;
DROP INDEX verification_code_address;
ALTER TABLE verification_code RENAME COLUMN address TO network;
ALTER TABLE verification_code
  ADD COLUMN asked_by int REFERENCES app_user ON DELETE CASCADE,  -- null: asked for without a sign-in
  ADD COLUMN foreign_tries_left smallint NOT NULL;
COMMENT ON COLUMN verification_code.network IS 'The narrowest network it was asked from';
COMMENT ON COLUMN verification_code.tries_left IS 'Guesses from that network, or by the user who asked';
COMMENT ON COLUMN verification_code.foreign_tries_left IS 'Guesses from anywhere else';
CREATE INDEX verification_code_asked_by ON verification_code (asked_by);
