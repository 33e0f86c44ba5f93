import type { AnalysedDay } from '@watchpost/contract';
import { dayMs } from '@watchpost/contract';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { analysisText, weekdays } from './text.ts';

/** Every day of a period by weeks, in a darker colour the longer values were beyond limits. A day opens its alarms. */
export function DayCalendar({
  from,
  to,
  days,
  onOpen,
}: {
  from: string;
  to: string;
  days: readonly AnalysedDay[];
  /** Null: days open nothing. */
  onOpen: ((day: string) => void) | null;
}) {
  const t = useText(analysisText);
  const inWords = useBilingual();
  const dates = useDates();
  const of = new Map(days.map((day) => [day.Day, day]));
  const longest = Math.max(1, ...days.map(({ ExcursionSeconds }) => ExcursionSeconds));
  const first = Date.parse(`${from}T00:00:00Z`);
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs;
  const weeks = Math.ceil((Date.parse(`${to}T00:00:00Z`) - monday + dayMs) / dayMs / 7);
  const dayAt = (week: number, weekday: number): string =>
    new Date(monday + (week * 7 + weekday) * dayMs).toISOString().slice(0, 10);
  const firstOf = (week: number): string => (week === 0 ? from : dayAt(week, 0));
  const all = Array.from({ length: weeks }, (_, week) => week);
  return (
    <div className="analysis-wide">
      <table className="analysis-calendar" aria-label={t.calendar}>
        <thead>
          <tr>
            <th scope="col">{t.month}</th>
            {all.map((week) => {
              // A month is named above the first week that begins in it. The first week begins with the period.
              const day = firstOf(week);
              const isNamed = week === 0 || day.slice(0, 7) !== firstOf(week - 1).slice(0, 7);
              return (
                <th key={day} scope="col">
                  {isNamed ? day.slice(5, 7) : <span className="visually-hidden">{day}</span>}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((name, weekday) => (
            <tr key={name.en}>
              <th scope="row">{inWords(name)}</th>
              {all.map((week) => {
                const day = dayAt(week, weekday);
                if (day < from || day > to) return <td key={day} />;
                const { ExcursionSeconds = 0, Alarms = 0 } = of.get(day) ?? {};
                const words = t.dayOf(day, dates.duration(ExcursionSeconds), Alarms);
                const share = ExcursionSeconds === 0 ? 0 : 12 + (ExcursionSeconds / longest) * 88;
                const shown = {
                  'aria-label': words,
                  title: words,
                  style: { background: `color-mix(in srgb, var(--important) ${share}%, var(--grid))` },
                };
                return (
                  <td key={day}>
                    {onOpen ? (
                      <button type="button" {...shown} onClick={() => onOpen(day)} />
                    ) : (
                      <span role="img" {...shown} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
