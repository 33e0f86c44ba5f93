-- By which contacts numbers of a tag's memory were dated: sent again they get the same times, whatever its clock did since.
CREATE TABLE tag_dating (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tag_id          int NOT NULL REFERENCES sensor_tag ON DELETE CASCADE,
  first_sequence  bigint NOT NULL,
  last_sequence   bigint NOT NULL,
  tag_from        timestamptz NOT NULL,         -- by the tag's own clock
  tag_to          timestamptz NOT NULL,
  dated_until     timestamptz,                  -- the newest contact that dated them; null: there was none
  kept_at         timestamptz NOT NULL,
  CHECK (last_sequence >= first_sequence AND tag_to >= tag_from)
);
CREATE INDEX tag_dating_tag ON tag_dating (tag_id, id);
