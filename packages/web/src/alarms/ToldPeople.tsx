import type { AlarmDetail } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useMedia } from '../lib/useMedia.ts';
import './AlarmDialog.css';
import { pushKindOf } from './pushKindOf.ts';
import { pushText, text } from './text.ts';

/** More would push the next step out of sight. */
const maxUnfolded = 3;

/** Who was told, by which way and what became of it; on a phone folded, so that the next step is near. */
export function ToldPeople({ alarm: { Notified, NotifiedCount } }: { alarm: AlarmDetail }) {
  const t = useText(text);
  const pushes = useText(pushText);
  const dates = useDates();
  const now = useNow(60_000);
  const isPhone = useMedia('(max-width: 480px)');
  if (Notified === null || Notified.length === 0) return null;
  return (
    <details className="alarm-told" open={!isPhone && Notified.length <= maxUnfolded}>
      <summary>{t.toldWhom(NotifiedCount, Notified.length)}</summary>
      <ol>
        {Notified.map((push, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <li key={index}>
            <time dateTime={new Date(push.SendEPOCH).toISOString()} title={dates.dateTimeSeconds(push.SendEPOCH)}>
              {dates.short(push.SendEPOCH, now)}
            </time>
            <span>
              {push.UserName} · {push.ChannelName} · {pushes[pushKindOf(push.PushType)]}
              <small className={push.State === 'failed' ? 'alarm-told-failed' : undefined}>
                {[
                  push.ReadEPOCH === null ? push.StateName : `${push.StateName} ${dates.short(push.ReadEPOCH, now)}`,
                  push.Explain,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
