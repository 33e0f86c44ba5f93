-- Whether an alarm that is hidden has come to anybody's eyes was told by comparing when it was raised, by the clock of its
-- gateway, with since when it is hidden, by ours. It is said now.
ALTER TABLE alarm ADD COLUMN never_shown boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN alarm.never_shown IS 'hidden by what was in force when it was raised, and not shown since; means nothing where nothing hides it';

-- Who was told of an alarm has seen it, whatever its times say. One that was hidden without a step of its own in the journal, and
-- without a change of its severity, was hidden when it was raised.
UPDATE alarm a SET never_shown = true
WHERE a.hidden_by IS NOT NULL AND a.shown_late_at IS NULL
  AND NOT EXISTS (SELECT FROM notification n WHERE n.alarm_id = a.id)
  AND (a.hidden_since <= a.raised_at
    OR NOT EXISTS (SELECT FROM alarm_journal j WHERE j.alarm_id = a.id AND j.kind IN ('hidden', 'shown', 'severityChanged')));
-- What people saw and what then fell below its shelf was stored as hidden since it was raised, and as first shown when it came back.
UPDATE alarm a SET hidden_since = fell.at
FROM (SELECT alarm_id, max(at) AS at FROM alarm_journal WHERE kind = 'severityChanged' GROUP BY alarm_id) fell
WHERE fell.alarm_id = a.id AND a.hidden_by IS NOT NULL AND NOT a.never_shown AND a.hidden_since <= a.raised_at;
UPDATE alarm a SET shown_late_at = NULL
WHERE a.shown_late_at IS NOT NULL
  AND EXISTS (SELECT FROM notification n WHERE n.alarm_id = a.id AND n.created_at < a.shown_late_at);

-- Those that come back when what hides them is over.
DROP INDEX alarm_hidden_now;
CREATE INDEX alarm_hidden_now ON alarm (project_id) WHERE hidden_by IS NOT NULL AND (returned_at IS NULL OR NOT never_shown);
