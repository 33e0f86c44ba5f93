-- What people answered counts by alarm: one message may tell of forty, and of some that they are over.
ALTER TABLE notification ADD COLUMN answered_at timestamptz;  -- the answer to its message confirmed its alarm
UPDATE notification n SET answered_at = m.answered_at
  FROM notification_message m JOIN alarm a ON a.acknowledged_by = m.user_id
  WHERE m.id = n.message_id AND a.id = n.alarm_id AND m.answered_at IS NOT NULL AND n.push_type <> 3
    AND a.acknowledged_at BETWEEN m.answered_at - interval '1 minute' AND m.answered_at + interval '1 minute';

-- A popup that was left out was never sent.
DROP VIEW notification_ledger;
CREATE VIEW notification_ledger AS
  SELECT n.id, n.company_id, n.project_id, n.alarm_id, n.user_id, n.webhook_id, n.channel, n.push_type, n.step, n.severity,
         n.created_at, n.read_at, n.due_at, n.message_id, n.text_zh, n.text_en,
         CASE WHEN n.channel = 'app' THEN CASE WHEN n.state = 'skipped' THEN 'skipped' WHEN n.read_at IS NULL THEN 'sent' ELSE 'read' END
              WHEN m.id IS NULL THEN n.state ELSE m.state END AS state,
         CASE WHEN m.id IS NULL THEN n.reason ELSE m.reason END AS reason,
         m.detail, m.address, m.alarm_count, m.body, m.attempts, m.receipt_at, n.answered_at,
         CASE WHEN n.channel <> 'app' THEN m.sent_at WHEN n.state <> 'skipped' THEN n.created_at END AS sent_at,
         coalesce(m.created_at, n.created_at) AS told_at  -- when its message was put together
  FROM notification n LEFT JOIN notification_message m ON m.id = n.message_id;
