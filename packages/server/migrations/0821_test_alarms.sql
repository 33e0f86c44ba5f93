-- Test messages to contacts while a project is commissioned: what became of each stands with its message. They are of that time:
-- names stay, messages are forgotten in time.
CREATE TABLE debug_test (
  id         int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id   int NOT NULL REFERENCES debug_order ON DELETE CASCADE,
  user_id    int REFERENCES app_user ON DELETE SET NULL,
  user_name  text NOT NULL,
  channel    text NOT NULL CHECK (channel IN ('sms', 'voice', 'email')),
  message_id bigint REFERENCES notification_message ON DELETE SET NULL,
  reason     text,                              -- why no message was made; null: one was
  sent_by    text NOT NULL,
  at         timestamptz NOT NULL
);
CREATE INDEX debug_test_order ON debug_test (order_id, at);
CREATE INDEX debug_test_user ON debug_test (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX debug_test_message ON debug_test (message_id) WHERE message_id IS NOT NULL;
