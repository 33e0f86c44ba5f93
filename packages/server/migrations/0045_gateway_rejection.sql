-- What gateways sent and we could not take: MQTT has no negative acknowledgement, so a refused message is acknowledged and
-- kept here for the installer to see. The newest of each gateway stay.
CREATE TABLE gateway_rejection (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  gateway_id  int REFERENCES gateway ON DELETE CASCADE,  -- null: a stranger
  at          timestamptz NOT NULL,
  reason      text NOT NULL,
  subject     text NOT NULL,
  head        bytea NOT NULL,
  byte_count  int NOT NULL
);
CREATE INDEX gateway_rejection_gateway ON gateway_rejection (gateway_id, id DESC);
