import type { ReachRow } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, ListSkeleton } from '../ui/index.ts';
import './notifications.css';
import { text } from './text.ts';

/** Who would be told of an alarm, or of the next one of a strategy, if nobody did anything: step by step, by which way, or why not. */
export function NotificationPreview({
  alarmId,
  strategyId,
  level,
}: {
  alarmId?: number;
  strategyId?: number;
  level?: number;
}) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  const asked = useCall(
    'getWhoWouldBeCalled',
    { body: { AlarmId: alarmId, StrategyId: strategyId, Level: level } },
    { scope: 'company' },
  );
  if (asked.isError) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <ListSkeleton rows={3} />;
  const { Rows, Viewers, NotAvailable, IsServed } = asked.data;
  const headingOf = (step: number, rows: readonly ReachRow[]) => {
    const time = dates.short(Math.min(...rows.map(({ AtEpoch }) => AtEpoch)), now);
    if (rows.every(({ IsDone }) => IsDone)) return step === 0 ? t.toldThen(time) : t.stepDone(step, time);
    return step === 0 ? t.atOnce : t.stepAfter(step, time);
  };
  const steps = Map.groupBy(Rows, ({ Step }) => Step);
  return (
    <div>
      <p className="reach-note">{t.whoHint}</p>
      {IsServed ? null : <p role="alert">{t.notServed}</p>}
      {Viewers > 0 ? <p className="reach-note">{t.viewers(Viewers)}</p> : null}
      {Rows.length === 0 ? <p>{t.nobody}</p> : null}
      {[...steps].map(([step, rows]) => (
        <section key={step} className="reach-step">
          <h3>{headingOf(step, rows)}</h3>
          <ul>
            {rows.map((row) => (
              <Reach key={`${row.UserId} ${row.Channel} ${row.UserName}`} row={row} />
            ))}
          </ul>
        </section>
      ))}
      {NotAvailable.length > 0 ? <p className="reach-note">{t.notAvailable(NotAvailable.join(t.comma))}</p> : null}
    </div>
  );
}

const Reach = ({ row }: { row: ReachRow }) => (
  <li>
    <b className="reach-name">{row.UserName}</b>
    <span className="reach-way">{row.ChannelName}</span>
    <span className="reach-not">{row.Explain}</span>
    <span className="reach-via">{row.Via}</span>
  </li>
);
