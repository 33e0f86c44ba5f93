-- What a tag's memory proves: its samples are numbered, so a hole is named by number. Decision record 0120.

-- What the clock of a tag said when a gateway was in contact with it.
CREATE TABLE tag_clock (
  tag_id        int NOT NULL REFERENCES sensor_tag ON DELETE CASCADE,
  gateway_time  timestamptz NOT NULL,
  tag_time      timestamptz NOT NULL,
  gateway_id    int REFERENCES gateway ON DELETE SET NULL,
  PRIMARY KEY (tag_id, gateway_time)
);
CREATE INDEX tag_clock_gateway ON tag_clock (gateway_id) WHERE gateway_id IS NOT NULL;

-- Numbers that were received without a hole, of one run: a tag that loses its memory counts anew.
CREATE TABLE tag_memory_range (
  tag_id          int NOT NULL REFERENCES sensor_tag ON DELETE CASCADE,
  run             int NOT NULL,
  first_sequence  bigint NOT NULL,
  last_sequence   bigint NOT NULL,
  first_at        timestamptz NOT NULL,         -- corrected times of the first and the last sample
  last_at         timestamptz NOT NULL,
  PRIMARY KEY (tag_id, run, first_sequence),
  CHECK (last_sequence >= first_sequence)
);

CREATE TABLE tag_upload (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tag_id          int NOT NULL REFERENCES sensor_tag ON DELETE CASCADE,
  gateway_id      int REFERENCES gateway ON DELETE SET NULL,
  began_at        timestamptz NOT NULL,
  received_at     timestamptz NOT NULL,         -- of its last message
  first_sequence  bigint NOT NULL,
  last_sequence   bigint NOT NULL,
  added           int NOT NULL                  -- numbers that had not been received before
);
CREATE INDEX tag_upload_tag ON tag_upload (tag_id, received_at DESC);
CREATE INDEX tag_upload_gateway ON tag_upload (gateway_id) WHERE gateway_id IS NOT NULL;
