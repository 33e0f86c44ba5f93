-- The sentence of a deviation alarm named the point that its value is held against, to readers who may not see that point. It is
-- written without the name now; the rule names it, for who may see it. What was stored is put into the same words: between the
-- words that are ours stands the name it had then, whatever that was.
CREATE FUNCTION reference_unnamed_zh(said text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace(said,
    '，比.*([高低]) ([0-9])', '，比参照点\1 \2'),
    '，与.*偏差过大', '，与参照点偏差过大'),
    '与.*的偏差已恢复正常', '与参照点的偏差已恢复正常')
$$;
CREATE FUNCTION reference_unnamed_en(said text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace(regexp_replace(said,
    '( below | above ).*(, more than [0-9]|, not yet clear of [0-9])', '\1the reference point\2'),
    ' too far from .*$', ' too far from the reference point'),
    -- With how long it has been back, and without.
    'Back close to .*( for [0-9]+ (s|min|h|d)( [0-9]+ (s|min|h))?; alarm lasted [0-9])', 'Back close to the reference point\1'),
    'Back close to (?!the reference point for [0-9]).*(; alarm lasted [0-9])', 'Back close to the reference point\1')
$$;

-- What was sent, or waits to be sent, holds the sentence among other words, there it is replaced as it stands. Of one that was cut
-- because it was long, the sentence alone is kept.
DO $$
DECLARE told record;
BEGIN
  FOR told IN
    SELECT n.message_id, n.text_zh, n.text_en, reference_unnamed_zh(n.text_zh) AS zh, reference_unnamed_en(n.text_en) AS en
    FROM notification n JOIN alarm a ON a.id = n.alarm_id
    WHERE a.kind = 'deviation' AND n.message_id IS NOT NULL ORDER BY n.id
  LOOP
    UPDATE notification_message SET body = replace(replace(body, told.text_zh, told.zh), told.text_en, told.en),
      subject = replace(replace(subject, told.text_zh, told.zh), told.text_en, told.en)
    WHERE id = told.message_id;
  END LOOP;
END $$;
UPDATE notification_message m
SET body = CASE WHEN m.body ~ '^(This is )?Watchpost[:.]' THEN reference_unnamed_en(said.text_en) ELSE reference_unnamed_zh(said.text_zh) END
FROM (SELECT n.message_id, max(n.text_zh) AS text_zh, max(n.text_en) AS text_en,
             array_agg(reference_unnamed_zh(n.text_zh)) || array_agg(reference_unnamed_en(n.text_en)) AS all_said
      FROM notification n JOIN alarm a ON a.id = n.alarm_id
      WHERE a.kind = 'deviation' AND n.message_id IS NOT NULL GROUP BY n.message_id) said
WHERE said.message_id = m.id AND m.alarm_count = 1 AND NOT EXISTS (SELECT FROM unnest(said.all_said) one WHERE strpos(m.body, one) > 0);

UPDATE alarm SET sentence_zh = reference_unnamed_zh(sentence_zh), sentence_en = reference_unnamed_en(sentence_en) WHERE kind = 'deviation';
-- What people wrote stays as they wrote it.
UPDATE alarm_journal j SET text_zh = reference_unnamed_zh(j.text_zh), text_en = reference_unnamed_en(j.text_en)
FROM alarm a
WHERE a.id = j.alarm_id AND a.kind = 'deviation' AND j.kind IN ('raised', 'stillActive', 'severityChanged', 'returnedToNormal');
UPDATE notification n SET text_zh = reference_unnamed_zh(n.text_zh), text_en = reference_unnamed_en(n.text_en)
FROM alarm a WHERE a.id = n.alarm_id AND a.kind = 'deviation';
UPDATE alarm_announcement n SET text_zh = reference_unnamed_zh(n.text_zh), text_en = reference_unnamed_en(n.text_en)
FROM alarm a WHERE a.id = n.alarm_id AND a.kind = 'deviation';

DROP FUNCTION reference_unnamed_zh(text);
DROP FUNCTION reference_unnamed_en(text);
