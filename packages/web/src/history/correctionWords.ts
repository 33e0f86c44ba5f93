import type { HistoryCorrection } from '@watchpost/contract';
import { formatDateTime } from '../lib/dates.ts';
import type { useText } from '../lib/defineText.ts';
import type { text } from './text.ts';

/** What was done by hand, by whom, when and why. */
export function correctionWords(
  { Kind, Epoch, By, Reason }: HistoryCorrection,
  t: ReturnType<typeof useText<typeof text>>,
  timeZone: string,
): string {
  const what = Kind === 'filled' ? t.correctedFilled : t.correctedErased;
  const said = t.corrected(what, formatDateTime(Epoch, timeZone), By);
  return Reason === null ? said : `${said} · ${Reason}`;
}

/** Those of a curve's corrections that concern [from, to). */
export const correctionsIn = (
  all: readonly HistoryCorrection[] | undefined,
  from: number,
  to: number,
): readonly HistoryCorrection[] => all?.filter(({ FromEpoch, ToEpoch }) => FromEpoch < to && ToEpoch > from) ?? [];
