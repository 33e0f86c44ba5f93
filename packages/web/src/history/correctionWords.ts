import type { HistoryCorrection } from '@watchpost/contract';
import { formatDateTime } from '../lib/dates.ts';
import type { useText } from '../lib/defineText.ts';
import type { text } from './text.ts';

/** What was done by hand, by whom, when and why; or until when values were rounded. */
export function correctionWords(
  { Kind, Epoch, By, Reason }: HistoryCorrection,
  t: ReturnType<typeof useText<typeof text>>,
  timeZone: string,
): string {
  if (Kind === 'rounded') return t.roundedUntil(formatDateTime(Epoch, timeZone));
  if (Kind === 'recomputed') return t.recomputed(formatDateTime(Epoch, timeZone));
  const what = Kind === 'filled' ? t.correctedFilled : t.correctedErased;
  const said = t.corrected(what, formatDateTime(Epoch, timeZone), By);
  return Reason === null ? said : `${said} · ${Reason}`;
}

/** Those of a curve's changes by hand that concern [from, to). */
export const correctionsIn = (
  all: readonly HistoryCorrection[] | undefined,
  from: number,
  to: number,
): readonly HistoryCorrection[] =>
  all?.filter(({ Kind, FromEpoch, ToEpoch }) => Kind !== 'rounded' && FromEpoch < to && ToEpoch > from) ?? [];
