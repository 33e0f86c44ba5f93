-- A certificate that could not be made is tried again: an hour later, or as soon as something is noted of its waybill.
ALTER TABLE waybill_certificate_due ADD COLUMN failed_at timestamptz;
UPDATE waybill_certificate_due SET failed_at = noted_at WHERE failure IS NOT NULL;
ALTER TABLE waybill_certificate_due ADD CHECK ((failed_at IS NULL) = (failure IS NULL));

CREATE OR REPLACE FUNCTION note_hours_for_waybills() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waybill_certificate_due (waybill_id, reason, noted_at)
  SELECT b.waybill_id, 'late', clock_timestamp()
  FROM written s JOIN point p ON p.id = s.point_id AND p.kind = 'tag' AND p.mqtt_key = 'temperature'
  JOIN sensor_tag t ON t.serial_number = p.mqtt_device JOIN waybill_tag b ON b.tag_id = t.id
  JOIN waybill w ON w.id = b.waybill_id AND w.status IN (3, 4)
  WHERE to_timestamp((s.hour + 1) * 3600::float8) > b.bound_at AND to_timestamp(s.hour * 3600::float8) < b.unbound_at
  GROUP BY b.waybill_id ORDER BY b.waybill_id
  ON CONFLICT (waybill_id) DO UPDATE
    SET noted_at = greatest(waybill_certificate_due.noted_at + interval '1 microsecond', excluded.noted_at),
      failure = NULL, failed_at = NULL;
  RETURN NULL;
END $$;
