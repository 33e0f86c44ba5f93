-- Assets that are disposed of stay in the register: with the day, the reason and what they brought.
ALTER TABLE asset DROP CONSTRAINT asset_usage_check,
  ADD CONSTRAINT asset_usage_check CHECK (usage IN ('inUse', 'idle', 'disposed'));
CREATE TABLE asset_disposal (
  asset_id     int PRIMARY KEY REFERENCES asset ON DELETE CASCADE,
  disposed_on  date NOT NULL,
  reason       text NOT NULL,
  proceeds_fen bigint CHECK (proceeds_fen >= 0),
  -- What it was before, for who takes the disposal back.
  usage        text NOT NULL CHECK (usage IN ('inUse', 'idle')),
  device_id    int REFERENCES device ON DELETE SET NULL,
  said_at      timestamptz NOT NULL
);
CREATE INDEX asset_disposal_device ON asset_disposal (device_id) WHERE device_id IS NOT NULL;
