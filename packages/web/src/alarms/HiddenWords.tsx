import { type HiddenBy, shelfKinds } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { listText } from './listText.ts';

/** What hides an alarm, until when, and why. */
export function HiddenWords({ hidden }: { hidden: HiddenBy }) {
  const l = useText(listText);
  const inWords = useBilingual();
  const dates = useDates();
  const now = useNow(60_000);
  const until = hidden.UntilEPOCH === null ? l.hiddenForGood : l.hiddenUntil(dates.short(hidden.UntilEPOCH, now));
  return (
    <>
      <span className="alarm-name">
        {inWords(shelfKinds[hidden.Kind])} · {until}
      </span>
      <small className="alarm-site">{[hidden.Reason, hidden.UserName].filter(Boolean).join(' · ')}</small>
    </>
  );
}
