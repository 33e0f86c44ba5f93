import type { PreAlarm } from '@watchpost/contract';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { roughly } from '../lib/roughly.ts';
import { text } from './text.ts';

export const warningName = ({ MName, PointName }: PreAlarm): string => `${MName} · ${PointName}`;

/** Of these a decimal would say nothing. */
const wholeKinds: ReadonlySet<PreAlarm['Type']> = new Set(['dutyCycle', 'pullDown', 'defrostLength']);

/** `−15.0 °C` of what a warning measures. */
export const inUnit = (value: number | null, { Unit, Type }: Pick<PreAlarm, 'Unit' | 'Type'>): string =>
  value === null ? '–' : `${formatNumber(value, wholeKinds.has(Type) ? 0 : 1)}${Unit === '' ? '' : ` ${Unit}`}`;

/** "reaches −15.0 °C in about 40 min", counting; null where no limit is expected any more. */
export function useTimeToLimit(): (warning: PreAlarm) => string | null {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  return (warning) => {
    if (warning.ExpectedEPOCH === null || warning.EndEPOCH !== null) return null;
    const limit = inUnit(warning.LimitValue, warning);
    const left = warning.ExpectedEPOCH - now;
    return left <= 0 ? t.reachesNow(limit) : t.reaches(limit, roughly(left, dates));
  };
}
