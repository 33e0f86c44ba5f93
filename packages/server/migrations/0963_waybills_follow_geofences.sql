-- A waybill may depart and arrive by its geofences. Decision record 0146.
ALTER TABLE waybill
  ADD COLUMN origin_fence_id int REFERENCES geofence ON DELETE SET NULL,
  ADD COLUMN moves_by_fence boolean NOT NULL DEFAULT false,      -- else what the track says is offered, and a person decides
  ADD COLUMN departed_by_fence boolean NOT NULL DEFAULT false,   -- then late positions move the time
  ADD COLUMN arrived_by_fence boolean NOT NULL DEFAULT false;
CREATE INDEX waybill_origin_fence ON waybill (origin_fence_id) WHERE origin_fence_id IS NOT NULL;
CREATE INDEX waybill_by_fence ON waybill (id) WHERE moves_by_fence AND status < 3;

-- What of a vehicle is told as an event: by what the database says, so that a restart tells nothing twice.
CREATE TABLE vehicle_state (
  device_id        int PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  silent_since     timestamptz,                 -- its last position; null: it reports
  door_open_since  timestamptz                  -- open while it drives; null: it is not
);
CREATE TABLE fence_crossing (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id    int NOT NULL REFERENCES device ON DELETE CASCADE,
  geofence_id  int NOT NULL REFERENCES geofence ON DELETE CASCADE,
  kind         text NOT NULL CHECK (kind IN ('enter', 'exit')),
  at           timestamptz NOT NULL
);
CREATE INDEX fence_crossing_device ON fence_crossing (device_id, at);
CREATE INDEX fence_crossing_fence ON fence_crossing (geofence_id);
CREATE INDEX fence_crossing_time ON fence_crossing (at);
