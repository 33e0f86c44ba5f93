-- Where a waybill is to stop on its way, and when it was there. Decision record 0178.
CREATE TABLE waybill_stop (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  waybill_id  int NOT NULL REFERENCES waybill ON DELETE CASCADE,
  position    int NOT NULL,
  name        text NOT NULL,
  geofence_id int REFERENCES geofence ON DELETE SET NULL,
  planned_at  timestamptz,
  arrived_at  timestamptz,                      -- by the track of its vehicle, and computed again from it while that may still change
  left_at     timestamptz
);
CREATE INDEX waybill_stop_waybill ON waybill_stop (waybill_id, position);
CREATE INDEX waybill_stop_fence ON waybill_stop (geofence_id) WHERE geofence_id IS NOT NULL;
-- Goods that changed hands at a stop had come there.
ALTER TABLE waybill_handover ADD COLUMN stop_id int REFERENCES waybill_stop ON DELETE SET NULL;
CREATE INDEX waybill_handover_stop ON waybill_handover (stop_id) WHERE stop_id IS NOT NULL;
