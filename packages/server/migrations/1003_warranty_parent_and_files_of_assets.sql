-- What it costs to replace an asset, until when it is under warranty, and what it is a part of.
ALTER TABLE asset
  ADD COLUMN replacement_fen bigint CHECK (replacement_fen >= 0),
  ADD COLUMN warranty_until  date,
  ADD COLUMN parent_id       int REFERENCES asset ON DELETE SET NULL,
  ADD CHECK (parent_id <> id);
CREATE INDEX asset_parent ON asset (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX asset_warranty ON asset (company_id, warranty_until) WHERE warranty_until IS NOT NULL;

-- The end of a warranty is told once for each of its marks, as that of a contract.
CREATE TABLE asset_warranty_reminded (
  asset_id int NOT NULL REFERENCES asset ON DELETE CASCADE,
  valid_to date NOT NULL,
  mark     smallint NOT NULL,   -- days before the end
  PRIMARY KEY (asset_id, valid_to, mark)
);

-- Manuals, invoices and pictures that people keep with an asset.
CREATE TABLE asset_document (
  id       int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset_id int NOT NULL REFERENCES asset ON DELETE CASCADE,
  file_id  text NOT NULL REFERENCES uploaded_file,
  at       timestamptz NOT NULL,
  user_id  int REFERENCES app_user ON DELETE SET NULL
);
CREATE INDEX asset_document_asset ON asset_document (asset_id, id);
CREATE INDEX asset_document_file ON asset_document (file_id);
CREATE INDEX asset_document_user ON asset_document (user_id) WHERE user_id IS NOT NULL;

-- A stocktake is closed by a person who took no part in it; unless nobody else may, which is kept.
ALTER TABLE stocktake ADD COLUMN closed_alone boolean NOT NULL DEFAULT false;
-- The picture of a label that no asset has.
ALTER TABLE stocktake_scan ADD COLUMN photo_file_id text REFERENCES uploaded_file;
CREATE INDEX stocktake_scan_photo ON stocktake_scan (photo_file_id) WHERE photo_file_id IS NOT NULL;

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
  SELECT file_id FROM customer_document
  UNION ALL
  SELECT file_id FROM calibration_certificate WHERE file_id IS NOT NULL
  UNION ALL
  SELECT file_id FROM asset_document
  UNION ALL
  SELECT photo_file_id FROM stocktake_scan WHERE photo_file_id IS NOT NULL;
