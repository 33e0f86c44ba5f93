-- Contracts and other papers that people keep with a customer.
CREATE TABLE customer_document (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id int NOT NULL REFERENCES customer ON DELETE CASCADE,
  file_id     text NOT NULL REFERENCES uploaded_file,
  at          timestamptz NOT NULL,
  user_id     int REFERENCES app_user ON DELETE SET NULL
);
CREATE INDEX customer_document_customer ON customer_document (customer_id, id);
CREATE INDEX customer_document_file ON customer_document (file_id);

ALTER TABLE customer_event DROP CONSTRAINT customer_event_kind_check,
  ADD CONSTRAINT customer_event_kind_check CHECK (kind IN
    ('renewed', 'lost', 'notLost', 'controlled', 'uncontrolled', 'reminded', 'documentAdded', 'documentDeleted'));

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
  SELECT file_id FROM boot_photo
  UNION ALL
  SELECT file_id FROM waybill_handover_photo
  UNION ALL
  SELECT file_id FROM customer_document;
