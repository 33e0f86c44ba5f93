import { clockKinds, type RepairDetail, recoveryStates, type WorkClock } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useClockWords } from './ClockWords.tsx';
import './repair.css';
import { atMinute, clockLook } from './repairWords.ts';
import { text } from './text.ts';

/** The clocks of an order, its recovery and how long the device was down. */
export function ClockStrip({ order, askedAt }: { order: RepairDetail; askedAt: number }) {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  const now = useNow(30_000);
  const { RecoveryDetail: recovery } = order;
  if (order.ClockList.length === 0) return null;
  const down = order.DowntimeSeconds ?? Math.round((now - order.TroubleEPOCH) / 1000);
  return (
    <div className="repair-strip">
      {order.ClockList.map((clock) => (
        <ClockCell key={clock.Kind} clock={clock} askedAt={askedAt} />
      ))}
      <div className="repair-cell">
        <span className="repair-cell-name">{t.recovery}</span>
        <b className={recovery?.State === 'verified' ? 'repair-good' : undefined}>
          {recovery === null
            ? '–'
            : recovery.State === 'verified'
              ? `✓ ${atMinute(dates, recovery.VerifiedEPOCH ?? now, now)}`
              : inWords(recoveryStates[recovery.State])}
        </b>
        <Bar share={recovery === null ? 0 : recovery.ObservedSeconds / Math.max(1, recovery.NeededSeconds)} />
        <span className="repair-cell-foot">
          {recovery === null
            ? t.notFinished
            : t.observed(dates.duration(recovery.ObservedSeconds), dates.duration(recovery.NeededSeconds))}
        </span>
      </div>
      {order.Status === 0 ? null : (
        <div className="repair-cell">
          <span className="repair-cell-name">{t.downtime}</span>
          <b>{dates.duration(down)}</b>
          <span className="repair-cell-foot repair-cell-last">
            {t.downSince(atMinute(dates, order.TroubleEPOCH, now))}
          </span>
        </div>
      )}
    </div>
  );
}

function ClockCell({ clock, askedAt }: { clock: WorkClock; askedAt: number }) {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  const now = useNow(10_000);
  const words = useClockWords(clock, askedAt);
  const { look, share } = clockLook(clock, now - askedAt);
  const tone =
    look === 'over' || look === 'late' || clock.BreachedEPOCH !== null
      ? 'over'
      : share > 0.9 && look === 'left'
        ? 'near'
        : 'calm';
  const foot =
    clock.MetEPOCH !== null
      ? t.metAt(atMinute(dates, clock.MetEPOCH, now))
      : clock.State === 'stopped'
        ? t.stopped
        : clock.DueEPOCH === null
          ? ''
          : t.dueAt(atMinute(dates, clock.DueEPOCH, now));
  return (
    <div className={`repair-cell repair-cell-${tone}`}>
      <span className="repair-cell-name">{inWords(clockKinds[clock.Kind])}</span>
      <b>{words}</b>
      <Bar share={share} />
      <span className="repair-cell-foot">{foot}</span>
    </div>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <span className="repair-bar" aria-hidden="true">
      <span style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }} />
    </span>
  );
}
