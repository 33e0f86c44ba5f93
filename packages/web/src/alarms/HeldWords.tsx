import type { AlarmRow } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import './Forecast.css';
import { text } from './text.ts';

/** What a state holds back meanwhile: a limit beside an open door. Nothing mostly. */
export function HeldWords({ alarm: { HeldList } }: { alarm: Pick<AlarmRow, 'HeldList'> }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  return HeldList.filter(({ UntilEPOCH }) => UntilEPOCH > now).map(({ Kind, Name, SinceEPOCH, UntilEPOCH }) => {
    const [since, until] = [dates.short(SinceEPOCH, now), dates.byMinute(UntilEPOCH, now)];
    const words =
      Kind === 'other'
        ? t.holdsBack(Name, since, until)
        : Kind === 'by'
          ? t.heldBack(Name, since, until)
          : t.heldSettling(Name, until);
    return (
      <span key={`${Kind} ${Name}`} className="alarm-ahead">
        {words}
      </span>
    );
  });
}
