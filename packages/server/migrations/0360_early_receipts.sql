-- Receipts and webhooks.

-- Receipts that came before we knew the number under which the provider took the message; each waits for its message.
CREATE TABLE notification_early_receipt (
  channel      text NOT NULL,
  provider_id  text NOT NULL,
  state        text NOT NULL CHECK (state IN ('delivered', 'failed')),
  detail       text,
  at           timestamptz NOT NULL,
  PRIMARY KEY (channel, provider_id)
);
CREATE INDEX notification_early_receipt_at ON notification_early_receipt (at);

-- The oldest that waits for a webhook, which is sent one after the other.
CREATE INDEX notification_message_webhook_waiting ON notification_message (webhook_id) WHERE state = 'waiting' AND webhook_id IS NOT NULL;
