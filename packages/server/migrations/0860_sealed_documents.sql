-- Documents that were sealed and handed out, each under a random id that its QR code carries. Decision record 0119.
CREATE TABLE sealed_document (
  id          text PRIMARY KEY CHECK (id ~ '^[a-z2-7]{26}$'),
  kind        text NOT NULL CHECK (kind IN ('waybill', 'pack', 'proof')),
  project_id  int NOT NULL REFERENCES project ON DELETE CASCADE,
  subject_id  int,                              -- of the waybill or pack; a proof is its own
  revision    int NOT NULL,
  statement   text NOT NULL,                    -- what is signed
  key_id      int NOT NULL REFERENCES seal_key,
  signature   bytea NOT NULL,
  issued_at   timestamptz NOT NULL,
  UNIQUE (kind, subject_id, revision)
);
CREATE INDEX sealed_document_project ON sealed_document (project_id);
CREATE TABLE sealed_document_file (
  document_id  text NOT NULL REFERENCES sealed_document ON DELETE CASCADE,
  name         text NOT NULL,
  sha256       bytea NOT NULL,
  size_bytes   bigint NOT NULL,
  content      bytea STORAGE EXTERNAL,          -- null: kept elsewhere, or only handed out
  PRIMARY KEY (document_id, name)
);
CREATE TRIGGER sealed_document_kept BEFORE UPDATE ON sealed_document
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_seals();
CREATE TRIGGER sealed_document_file_kept BEFORE UPDATE ON sealed_document_file
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_seals();

-- Goods changed hands. A phone sends one intention under one key, as often as it takes.
CREATE TABLE waybill_handover (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  waybill_id   int NOT NULL REFERENCES waybill ON DELETE CASCADE,
  client_key   uuid NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('pickup', 'stop', 'delivery')),
  outcome      text NOT NULL CHECK (outcome IN ('none', 'sign', 'reject')),
  at           timestamptz NOT NULL,
  recorded_at  timestamptz NOT NULL,
  from_name    text NOT NULL,
  to_name      text NOT NULL,
  to_phone     text,
  place        text NOT NULL,
  latitude     float8,
  longitude    float8,
  quantity     text NOT NULL,
  condition    text NOT NULL CHECK (condition IN ('good', 'warm', 'damaged', 'short')),
  note         text NOT NULL,
  signature    text,                            -- strokes; null: not signed by hand
  readings     jsonb NOT NULL,                  -- [{"serial": "T1", "celsius": 3.4}]
  user_id      int REFERENCES app_user ON DELETE SET NULL,
  user_name    text,
  UNIQUE (client_key),
  CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CHECK (outcome <> 'sign' OR signature IS NOT NULL)
);
CREATE INDEX waybill_handover_waybill ON waybill_handover (waybill_id, at);
CREATE TABLE waybill_handover_photo (
  handover_id  int NOT NULL REFERENCES waybill_handover ON DELETE CASCADE,
  position     int NOT NULL,
  file_id      text NOT NULL REFERENCES uploaded_file,
  PRIMARY KEY (handover_id, position)
);
CREATE INDEX waybill_handover_photo_file ON waybill_handover_photo (file_id);
CREATE OR REPLACE VIEW file_in_use AS
  SELECT avatar AS file_id FROM app_user WHERE avatar IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM project WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM device WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT cover_file_id FROM camera WHERE cover_file_id IS NOT NULL
  UNION ALL
  SELECT file_id FROM work_attachment
  UNION ALL
  SELECT base_file_id FROM plan
  UNION ALL
  SELECT file_id FROM waybill_handover_photo;

-- Closed waybills whose certificate has to be made, or looked at again.
CREATE TABLE waybill_certificate_due (
  waybill_id  int PRIMARY KEY REFERENCES waybill ON DELETE CASCADE,
  reason      text NOT NULL CHECK (reason IN ('first', 'late', 'handover')),
  noted_at    timestamptz NOT NULL,
  failure     text
);

-- In the transaction that seals an hour of history: no process that ends forgets that readings of a closed waybill came.
CREATE FUNCTION note_hours_for_waybills() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO waybill_certificate_due (waybill_id, reason, noted_at)
  SELECT b.waybill_id, 'late', clock_timestamp()
  FROM written s JOIN point p ON p.id = s.point_id AND p.kind = 'tag' AND p.mqtt_key = 'temperature'
  JOIN sensor_tag t ON t.serial_number = p.mqtt_device JOIN waybill_tag b ON b.tag_id = t.id
  JOIN waybill w ON w.id = b.waybill_id AND w.status IN (3, 4)
  WHERE to_timestamp((s.hour + 1) * 3600::float8) > b.bound_at AND to_timestamp(s.hour * 3600::float8) < b.unbound_at
  GROUP BY b.waybill_id ORDER BY b.waybill_id
  ON CONFLICT (waybill_id) DO UPDATE SET noted_at = excluded.noted_at;
  RETURN NULL;
END $$;
CREATE TRIGGER segment_added_for_waybills AFTER INSERT ON history_segment REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION note_hours_for_waybills();
CREATE TRIGGER segment_changed_for_waybills AFTER UPDATE ON history_segment REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION note_hours_for_waybills();

-- Waybills that were closed before there were certificates.
INSERT INTO waybill_certificate_due (waybill_id, reason, noted_at)
SELECT id, 'first', now() FROM waybill WHERE status IN (3, 4);
