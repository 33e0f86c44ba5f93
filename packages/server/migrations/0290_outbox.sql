-- Messages that leave the house: SMS, calls, mail and webhooks. A notification (0070) is what is owed to one person about one
-- alarm; a message is what a provider gets in one piece, of one notification or, in a flood, of many.

-- An announcement may wait: a step of the ladder is told when it is due, to whoever it is then.
ALTER TABLE alarm_announcement
  ADD COLUMN ladder_step smallint NOT NULL DEFAULT 0,
  ADD COLUMN due_at timestamptz;               -- null: at once
CREATE INDEX alarm_announcement_due ON alarm_announcement (due_at, id);
CREATE INDEX alarm_announcement_alarm ON alarm_announcement (alarm_id);

-- How somebody wants to be reached. No row: in Chinese, at any time.
CREATE TABLE notification_setting (
  user_id        int PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  language       text NOT NULL CHECK (language IN ('zh', 'en')),  -- of messages and calls
  -- Quiet hours in the project's time zone; SMS and calls of these levels wait until they end. Until at or before from: next day.
  quiet_from     smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until    smallint CHECK (quiet_until BETWEEN 1 AND 1440),
  quiet_weekdays smallint[] NOT NULL DEFAULT '{1,2,3,4,5,6,7}' CHECK (quiet_weekdays <@ '{1,2,3,4,5,6,7}'),  -- on which they begin; 1 Monday
  quiet_severities smallint[] NOT NULL DEFAULT '{2,3}' CHECK (quiet_severities <@ '{2,3,4}'),  -- urgent is never held back
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
);

-- Where a company's own systems hear of alarms.
CREATE TABLE company_webhook (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   int NOT NULL REFERENCES company ON DELETE CASCADE,
  name         text NOT NULL COLLATE natural_name,
  url          text NOT NULL,
  secret       bytea NOT NULL,                 -- sealed; signs what is sent
  severities   smallint[] NOT NULL CHECK (cardinality(severities) > 0 AND severities <@ '{1,2,3,4}'),
  project_ids  int[],                          -- null: every project of the company
  enabled      boolean NOT NULL DEFAULT true,
  created_at   timestamptz NOT NULL,
  UNIQUE (company_id, name)
);

CREATE TABLE notification_message (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key          text NOT NULL UNIQUE,           -- the same on every try: Message-ID of a mail, Idempotency-Key of a request
  channel      text NOT NULL CHECK (channel IN ('sms', 'voice', 'email', 'webhook')),
  user_id      int REFERENCES app_user ON DELETE CASCADE,
  webhook_id   int REFERENCES company_webhook ON DELETE CASCADE,
  address      text NOT NULL,                  -- as it was when this was written
  severity     smallint NOT NULL,              -- the worst in it
  alarm_count  int NOT NULL,
  subject      text,                           -- mail only
  body         text NOT NULL,
  code         text,                           -- what its receiver answers to confirm; null: cannot be answered
  state        text NOT NULL CHECK (state IN ('waiting', 'sent', 'delivered', 'failed', 'skipped')),
  reason       text,                           -- why not, or why not yet; words stand in the contract
  detail       text,                           -- what the provider said
  attempts     int NOT NULL DEFAULT 0,
  next_try_at  timestamptz,                    -- null: not tried any more
  lease_until  timestamptz,                    -- somebody is at it
  provider_id  text,
  next_ask_at  timestamptz,                    -- when the provider is asked for a receipt
  created_at   timestamptz NOT NULL,
  sent_at      timestamptz,
  receipt_at   timestamptz,
  answered_at  timestamptz,
  CHECK ((user_id IS NULL) <> (webhook_id IS NULL))
);
CREATE INDEX notification_message_due ON notification_message (channel, next_try_at) WHERE state = 'waiting';
CREATE INDEX notification_message_ask ON notification_message (next_ask_at) WHERE next_ask_at IS NOT NULL;
CREATE INDEX notification_message_provider ON notification_message (channel, provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX notification_message_user ON notification_message (user_id, channel, created_at DESC);
CREATE INDEX notification_message_code ON notification_message (address, code) WHERE code IS NOT NULL;
CREATE INDEX notification_message_webhook ON notification_message (webhook_id, created_at DESC) WHERE webhook_id IS NOT NULL;

-- The ledger: every try with what came of it.
CREATE TABLE notification_attempt (
  message_id  bigint NOT NULL REFERENCES notification_message ON DELETE CASCADE,
  number      int NOT NULL,
  at          timestamptz NOT NULL,
  outcome     text NOT NULL CHECK (outcome IN ('accepted', 'refused', 'noAnswer', 'unknown')),  -- unknown: we ended in the middle of it
  detail      text,
  PRIMARY KEY (message_id, number)
);

ALTER TABLE notification
  DROP CONSTRAINT notification_channel_check,
  ADD CONSTRAINT notification_channel_check CHECK (channel IN ('app', 'sms', 'voice', 'email', 'webhook')),
  ALTER COLUMN user_id DROP NOT NULL,
  ADD COLUMN webhook_id int REFERENCES company_webhook ON DELETE CASCADE,
  ADD CONSTRAINT notification_receiver CHECK ((user_id IS NULL) = (webhook_id IS NOT NULL) AND (channel = 'webhook') = (webhook_id IS NOT NULL)),
  -- Until it is part of a message; after that the message's counts. Popups are sent by being written.
  ADD COLUMN state text NOT NULL DEFAULT 'sent' CHECK (state IN ('waiting', 'sent', 'skipped')),
  ADD COLUMN reason text,
  ADD COLUMN due_at timestamptz,               -- not before; null: at once
  ADD COLUMN message_id bigint REFERENCES notification_message ON DELETE SET NULL;
CREATE UNIQUE INDEX notification_of_webhook ON notification (alarm_id, webhook_id, step) WHERE webhook_id IS NOT NULL;
CREATE INDEX notification_waiting ON notification (channel, user_id, webhook_id) WHERE state = 'waiting' AND message_id IS NULL;
CREATE INDEX notification_message_of ON notification (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX notification_project_time ON notification (project_id, channel, created_at);

-- What became of each notification, whichever way it went.
CREATE VIEW notification_ledger AS
  SELECT n.id, n.company_id, n.project_id, n.alarm_id, n.user_id, n.webhook_id, n.channel, n.push_type, n.step, n.severity,
         n.created_at, n.read_at, n.due_at, n.message_id, n.text_zh, n.text_en,
         CASE WHEN n.channel = 'app' THEN CASE WHEN n.state = 'skipped' THEN 'skipped' WHEN n.read_at IS NULL THEN 'sent' ELSE 'read' END
              WHEN m.id IS NULL THEN n.state ELSE m.state END AS state,
         CASE WHEN m.id IS NULL THEN n.reason ELSE m.reason END AS reason,
         m.detail, m.address, m.alarm_count, m.body, m.attempts, m.receipt_at, m.answered_at,
         CASE WHEN n.channel = 'app' THEN n.created_at ELSE m.sent_at END AS sent_at
  FROM notification n LEFT JOIN notification_message m ON m.id = n.message_id;
