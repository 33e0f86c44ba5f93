-- While somebody works on a device, its alarms are not shown: a maintenance window that begins with the sign-in and ends with the order.
-- The sentence of such a window is the platform's, in both languages.
ALTER TABLE alarm_shelf
  ADD COLUMN reason_en        text,             -- null: as a person wrote it
  ADD COLUMN repair_order_id  int REFERENCES repair_order ON DELETE SET NULL;
CREATE INDEX alarm_shelf_order ON alarm_shelf (repair_order_id, id) WHERE repair_order_id IS NOT NULL;
CREATE UNIQUE INDEX alarm_shelf_work ON alarm_shelf (repair_order_id) WHERE repair_order_id IS NOT NULL AND ended_at IS NULL;

ALTER TABLE repair_order
  ADD COLUMN hides_alarms  boolean NOT NULL DEFAULT false,  -- from the sign-in until the order leaves that state, pauses left out
  ADD COLUMN warning_id    bigint REFERENCES fault_warning ON DELETE SET NULL;
CREATE INDEX repair_order_warning ON repair_order (warning_id) WHERE warning_id IS NOT NULL;
