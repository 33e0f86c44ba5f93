import type { AlarmRow } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import './AlarmDialog.css';
import { listText } from './listText.ts';
import { followUpText, text } from './text.ts';

/** What a colleague decided while a form about the same alarm was open; saving replaces it, so it is shown first. */
export function HandledMeanwhile({ alarm }: { alarm: AlarmRow }) {
  const t = useText(text);
  const l = useText(listText);
  const followUps = useText(followUpText);
  const dates = useDates();
  const now = useNow(60_000);
  const words: [string, string | null][] = [
    [l.remarks, alarm.Comment],
    [l.measures, alarm.Measures],
    [l.analysis, alarm.AnalysisResult],
  ];
  return (
    <div className="alarm-hint alarm-hint-refused alarm-meanwhile" role="alert">
      <p>{t.handledMeanwhile}</p>
      <p>
        <b>{alarm.FollowUp && followUps[alarm.FollowUp]}</b>{' '}
        <small>{t.byAt(alarm.CommentName ?? '—', dates.short(alarm.COMMENT_TIME, now))}</small>
      </p>
      {words.map(([title, said]) =>
        said ? (
          <p key={title}>
            <small>{title}</small> {said}
          </p>
        ) : null,
      )}
    </div>
  );
}
