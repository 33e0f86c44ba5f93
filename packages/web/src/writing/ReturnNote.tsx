import type { ReturnAhead } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { text } from './text.ts';
import { type Measured, valueWords } from './valueWords.ts';
import './writing.css';

/** That a value stands only for a time, until when, and what comes back then; nothing for one that stays. */
export function ReturnNote({ point, ahead }: { point: Measured; ahead: ReturnAhead | null | undefined }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  if (!ahead) return null;
  return (
    <div className="write-faint">{t.returnsAt(dates.short(ahead.Epoch, now), valueWords(point, ahead.Value))}</div>
  );
}

/** The same of a write in the log: while it waits for its time. */
export const returnAheadOf = (record: {
  readonly ReturnState: string | null;
  readonly ReturnEpoch: number | null;
  readonly ReturnValue: number | null;
}): ReturnAhead | null =>
  record.ReturnState === 'waiting' && record.ReturnEpoch !== null && record.ReturnValue !== null
    ? { Epoch: record.ReturnEpoch, Value: record.ReturnValue }
    : null;
