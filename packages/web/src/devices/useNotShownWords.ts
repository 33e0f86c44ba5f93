import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import type { NotShown } from './deviceState.ts';
import { text } from './text.ts';

/** "Shelved until 07:44": why alarms of a device are not shown, and until when. */
export function useNotShownWords(): (notShown: NotShown, now: number) => string {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  return ({ why, until }, now) =>
    until === null ? inWords(why) : t.notShownUntil(inWords(why), dates.byMinute(until, now));
}
