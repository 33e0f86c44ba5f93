import type { Bilingual } from '@watchpost/contract';
import { clockOfMinutes, type ServiceHours } from './serviceClock.ts';

const dayNames: readonly Bilingual[] = [
  { zh: '周一', en: 'Mon' },
  { zh: '周二', en: 'Tue' },
  { zh: '周三', en: 'Wed' },
  { zh: '周四', en: 'Thu' },
  { zh: '周五', en: 'Fri' },
  { zh: '周六', en: 'Sat' },
  { zh: '周日', en: 'Sun' },
  { zh: '节假日', en: 'holidays' },
];

/** `周一至周五 08:00–18:00，周六 09:00–12:00` / `Mon–Fri 08:00–18:00, Sat 09:00–12:00`: days in a row with the same hours together. */
export function hoursInWords({ windows }: Pick<ServiceHours, 'windows'>): Bilingual {
  const hoursOf = (day: number) =>
    windows
      .filter(({ weekday }) => weekday === day)
      .sort((a, b) => a.from - b.from)
      .map(({ from, to }) => `${clockOfMinutes(from)}–${clockOfMinutes(to)}`)
      .join(' ');
  const runs: { from: number; to: number; hours: string }[] = [];
  for (let day = 1; day <= dayNames.length; day++) {
    const hours = hoursOf(day);
    const last = runs.at(-1);
    // A holiday is no day after Sunday.
    if (last?.hours === hours && day < dayNames.length) last.to = day;
    else runs.push({ from: day, to: day, hours });
  }
  const said = (language: 'zh' | 'en', to: string, comma: string) =>
    runs
      .filter(({ hours }) => hours !== '')
      .map((run) => {
        const [first, last] = [dayNames[run.from - 1]![language], dayNames[run.to - 1]![language]];
        return `${first === last ? first : `${first}${to}${last}`} ${run.hours}`;
      })
      .join(comma);
  return { zh: said('zh', '至', '，'), en: said('en', '–', ', ') };
}
