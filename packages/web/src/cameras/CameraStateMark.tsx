import type { CameraStanding } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import './cameras.css';
import { stateText } from './text.ts';

/** Whether a camera's stream is there, by shape and word. */
export function CameraStateMark({ standing }: { standing: CameraStanding }) {
  const t = useText(stateText);
  const dates = useDates();
  const now = useNow(10_000);
  const { State: state, UnreachableSinceEPOCH: since, Reason: reason } = standing;
  return (
    <span className={`camera-state camera-state-${state}`} title={reason ?? undefined}>
      <i aria-hidden />
      {t[state]}
      {state === 'unreachable' && since !== null ? <small>{t.since(dates.short(since, now))}</small> : null}
    </span>
  );
}
