-- How a party proved who signs: as a member by proof of identity, or without an account by a code to their phone. Stored since
-- contracts may be signed by a link; what was signed before was signed by members.
ALTER TABLE maintenance_signature
  ADD COLUMN proof  text NOT NULL DEFAULT 'identity' CHECK (proof IN ('identity', 'sms')),
  ADD COLUMN mobile text,
  ADD CHECK ((proof = 'sms') = (mobile IS NOT NULL));
-- A link by which somebody without an account signs for one party; a new one takes the place of the last. The link itself is not kept.
CREATE TABLE maintenance_sign_link (
  contract_id int NOT NULL REFERENCES maintenance_contract ON DELETE CASCADE,
  party       text NOT NULL CHECK (party IN ('a', 'b')),
  token_hash  bytea NOT NULL UNIQUE,
  name        text NOT NULL,
  mobile      text NOT NULL,
  hash        text NOT NULL,                    -- of the document when the link was sent: it signs no other
  made_by     int REFERENCES app_user ON DELETE SET NULL,
  made_at     timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  PRIMARY KEY (contract_id, party)
);
CREATE INDEX maintenance_sign_link_made_by ON maintenance_sign_link (made_by) WHERE made_by IS NOT NULL;
