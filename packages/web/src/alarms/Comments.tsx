import { useQueryClient } from '@tanstack/react-query';
import type { AlarmDetail } from '@watchpost/contract';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { listText } from './listText.ts';
import { refreshAlarms } from './useAlarmChanges.ts';

/** What people wrote about an alarm, each with author and time, and a line for one's own. */
export function Comments({
  alarm,
  mayWrite,
  onUnsaved,
}: {
  alarm: AlarmDetail;
  mayWrite: boolean;
  /** Told whether something stands in the line that was not sent. */
  onUnsaved: (isUnsaved: boolean) => void;
}) {
  const l = useText(listText);
  const dates = useDates();
  const now = useNow(60_000);
  const queryClient = useQueryClient();
  const [words, setWords] = useState('');
  const isUnsaved = words.trim() !== '';
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);
  const send = useCallMutation('addAlarmComment', {
    onSuccess: () => setWords(''),
    onSettled: () => void refreshAlarms(queryClient),
  });
  if (alarm.Comments === null || (alarm.Comments.length === 0 && !mayWrite)) return null;
  return (
    <section aria-labelledby={`comments-${alarm.Id}`}>
      <h2 id={`comments-${alarm.Id}`}>{l.comments}</h2>
      {alarm.Comments.length > 0 ? (
        <ul className="alarm-comments">
          {alarm.Comments.map(({ At, UserName, Text }) => (
            <li key={`${At} ${Text}`}>
              {Text}
              <small>{[UserName, dates.short(At, now)].filter(Boolean).join(' · ')}</small>
            </li>
          ))}
        </ul>
      ) : null}
      {send.error ? (
        <p className="alarm-hint alarm-hint-refused" role="alert">
          {send.error.message}
        </p>
      ) : null}
      {mayWrite ? (
        <div className="alarm-comment-line">
          <Input
            aria-label={l.comments}
            placeholder={l.commentPlaceholder}
            maxLength={500}
            showCount
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onPressEnter={() => isUnsaved && send.mutate({ body: { Id: alarm.Id, Comment: words } })}
          />
          <Button
            disabled={!isUnsaved}
            loading={send.isPending}
            onClick={() => send.mutate({ body: { Id: alarm.Id, Comment: words } })}
          >
            {l.addComment}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
