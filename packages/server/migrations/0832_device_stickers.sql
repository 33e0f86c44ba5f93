-- Stickers with a code that anybody can report a device with, without an account. The id is random and says nothing.
CREATE TABLE device_sticker (
  id         text PRIMARY KEY CHECK (id ~ '^[a-z2-7]{26}$'),
  device_id  int NOT NULL REFERENCES device ON DELETE CASCADE,
  project_id int NOT NULL REFERENCES project ON DELETE CASCADE,
  made_at    timestamptz NOT NULL,
  made_by    text NOT NULL,
  revoked_at timestamptz                        -- may lie ahead: a reprint gives the old one 30 days
);
CREATE INDEX device_sticker_device ON device_sticker (device_id, made_at DESC);
CREATE INDEX device_sticker_project ON device_sticker (project_id);

-- What came by a sticker. The order is a draft until a dispatcher submits it; its state is told by the receipt code.
CREATE TABLE sticker_report (
  receipt        text PRIMARY KEY CHECK (receipt ~ '^[a-z2-7]{16}$'),
  sticker_id     text NOT NULL REFERENCES device_sticker ON DELETE CASCADE,
  order_id       int REFERENCES repair_order ON DELETE SET NULL,  -- null: the draft was deleted
  added_to_open  boolean NOT NULL DEFAULT false,                  -- a note to an order that was open
  reported_at    timestamptz NOT NULL,
  distance_m     int,                                             -- from the project; null: not said
  told_at        timestamptz                                      -- when dispatchers were
);
CREATE INDEX sticker_report_sticker ON sticker_report (sticker_id, reported_at DESC);
CREATE INDEX sticker_report_order ON sticker_report (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX sticker_report_untold ON sticker_report (reported_at) WHERE told_at IS NULL;

CREATE INDEX repair_order_strangers ON repair_order (created_at) WHERE status = -1 AND source = 'qr';
