-- Areas that vehicles come to. Stays within them are computed from the positions when they are asked for. Decision record 0134.
CREATE TABLE geofence (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id    int NOT NULL REFERENCES project ON DELETE CASCADE,
  name          text NOT NULL,
  stop_kind     text NOT NULL CHECK (stop_kind IN ('origin', 'customer', 'depot', 'other')),
  kind          text NOT NULL CHECK (kind IN ('circle', 'polygon')),
  latitude      float8 NOT NULL,                -- its middle
  longitude     float8 NOT NULL,
  radius_metres float8 NOT NULL,                -- of a polygon to its farthest corner
  corners       jsonb,                          -- [[latitude, longitude], …]; null: a circle
  created_at    timestamptz NOT NULL,
  created_by    int REFERENCES app_user ON DELETE SET NULL,
  CHECK ((corners IS NULL) = (kind = 'circle'))
);
CREATE UNIQUE INDEX geofence_name ON geofence (project_id, lower(name));

ALTER TABLE waybill ADD COLUMN destination_fence_id int REFERENCES geofence ON DELETE SET NULL;
CREATE INDEX waybill_destination_fence ON waybill (destination_fence_id) WHERE destination_fence_id IS NOT NULL;
