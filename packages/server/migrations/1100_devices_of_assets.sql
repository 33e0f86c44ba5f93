-- Which device an asset was, from when until when: what happened to the device meanwhile is the life of this asset, not of the one before.
CREATE TABLE asset_device (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset_id     int REFERENCES asset ON DELETE SET NULL,          -- null: the asset was deleted
  device_id    int NOT NULL REFERENCES device ON DELETE CASCADE,
  linked_at    timestamptz,                                      -- null: before this was kept
  unlinked_at  timestamptz                                       -- null: it is this device still
);
CREATE INDEX asset_device_asset ON asset_device (asset_id) WHERE asset_id IS NOT NULL;
CREATE INDEX asset_device_device ON asset_device (device_id, id);

-- Until now the operation log alone said it.
WITH event AS (
  SELECT l.id, l.at, l.subject_id::int AS asset_id, (l.before ->> 'linkedDevice')::int AS was,
    CASE WHEN l.call = 'deleteAsset' THEN NULL ELSE (l.after ->> 'linkedDevice')::int END AS becomes
  FROM operation_log l
  WHERE l.subject_kind = 'asset' AND l.subject_id ~ '^\d{1,9}$'
    AND (l.call = 'deleteAsset' OR coalesce(l.before ->> 'linkedDevice', '') ~ '^\d{1,9}$' OR coalesce(l.after ->> 'linkedDevice', '') ~ '^\d{1,9}$')
    AND coalesce(l.before ->> 'linkedDevice', '0') ~ '^\d{1,9}$' AND coalesce(l.after ->> 'linkedDevice', '0') ~ '^\d{1,9}$'
), linked AS (
  SELECT e.asset_id, e.becomes AS device_id, e.at AS linked_at, lead(e.at) OVER of_asset AS unlinked_at
  FROM event e WINDOW of_asset AS (PARTITION BY e.asset_id ORDER BY e.id)
  UNION ALL
  -- Its first device, if the log does not say since when.
  SELECT e.asset_id, e.was, NULL, e.at FROM event e
  WHERE e.was IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event earlier WHERE earlier.asset_id = e.asset_id AND earlier.id < e.id)
), ended AS (
  SELECT l.asset_id, l.device_id, l.linked_at, l.unlinked_at FROM linked l WHERE l.device_id IS NOT NULL AND l.unlinked_at IS NOT NULL
), kept AS (
  SELECT a.id AS asset_id, a.device_id, (SELECT max(l.linked_at) FROM linked l
      WHERE l.asset_id = a.id AND l.device_id = a.device_id AND l.unlinked_at IS NULL) AS linked_at, NULL::timestamptz AS unlinked_at
  FROM asset a WHERE a.device_id IS NOT NULL
  UNION ALL
  SELECT x.asset_id, x.device_id, NULL, x.said_at FROM asset_disposal x
  WHERE x.device_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.asset_id = x.asset_id AND e.device_id = x.device_id)
)
INSERT INTO asset_device (asset_id, device_id, linked_at, unlinked_at)
  SELECT a.id, d.id, t.linked_at, t.unlinked_at FROM (SELECT * FROM ended UNION ALL SELECT * FROM kept) t
    JOIN device d ON d.id = t.device_id LEFT JOIN asset a ON a.id = t.asset_id
  ORDER BY t.unlinked_at NULLS LAST, t.asset_id;

CREATE FUNCTION keep_device_of_asset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.device_id IS NOT DISTINCT FROM NEW.device_id THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.device_id IS NOT NULL THEN
    UPDATE asset_device SET unlinked_at = NEW.updated_at WHERE asset_id = OLD.id AND unlinked_at IS NULL;
  END IF;
  IF NEW.device_id IS NOT NULL THEN
    INSERT INTO asset_device (asset_id, device_id, linked_at) VALUES (NEW.id, NEW.device_id, NEW.updated_at);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER asset_device_kept AFTER INSERT OR UPDATE OF device_id ON asset FOR EACH ROW EXECUTE FUNCTION keep_device_of_asset();
