-- A maintenance visit hides the alarms of the devices that it is about, as a repair does: one window a device.
ALTER TABLE alarm_shelf ADD COLUMN maintenance_order_id int REFERENCES maintenance_order ON DELETE SET NULL;
CREATE UNIQUE INDEX alarm_shelf_visit ON alarm_shelf (maintenance_order_id, device_id) WHERE maintenance_order_id IS NOT NULL AND ended_at IS NULL;
CREATE INDEX alarm_shelf_maintenance ON alarm_shelf (maintenance_order_id, id) WHERE maintenance_order_id IS NOT NULL;
