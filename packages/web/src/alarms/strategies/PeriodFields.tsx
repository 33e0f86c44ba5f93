import { Button, Checkbox, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../lib/defineText.ts';
import { ClockSpan } from './ContactFields.tsx';
import { Faults } from './NumberFields.tsx';
import { text, weekdayText } from './text.ts';

interface Period {
  days: number[];
  fromMinute: number;
  untilMinute: number;
  endsNextDay: boolean;
  bands?: object;
}

const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** A holiday, for rules that speak of holidays at all. */
const holiday = 8;
const usual: Period = { days: [1, 2, 3, 4, 5], fromMinute: 480, untilMinute: 1080, endsNextDay: false };

/** When a condition is in force, by the clocks of the project; limits of its own in a period. */
export function PeriodFields({
  value,
  onChange,
  wrong,
  bandsOf,
}: {
  value: Period[] | undefined;
  onChange: (periods: Period[] | undefined) => void;
  wrong: readonly string[];
  /** Null: a kind that has no bands. */
  bandsOf: ((bands: object, set: (bands: object) => void, path: string) => ReactNode) | null;
}) {
  const t = useText(text);
  const w = useText(weekdayText);
  const days = [
    ...[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: day, label: w[`d${day}` as keyof typeof w] })),
    { value: holiday, label: t.holiday },
  ];
  const set = (place: number, part: Partial<Period>) =>
    onChange((value ?? []).map((period, at) => (at === place ? { ...period, ...part } : period)));
  return (
    <div className="strategy-periods">
      <Radio.Group
        aria-label={t.periods}
        value={value === undefined ? 'always' : 'periods'}
        onChange={({ target }) => onChange(target.value === 'always' ? undefined : [usual])}
        options={[
          { value: 'always', label: t.always },
          { value: 'periods', label: t.onlyInPeriods },
        ]}
      />
      {(value ?? []).map((period, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: periods have no name, and nothing of their own to keep
          key={place}
          className={wrong.length > 0 ? 'strategy-period-box strategy-wrong' : 'strategy-period-box'}
        >
          <div className="strategy-period">
            <Select
              mode="multiple"
              aria-label={t.days}
              value={period.days}
              onChange={(chosen: number[]) => set(place, { days: [...chosen].sort((a, b) => a - b) })}
              options={days}
            />
            <ClockSpan
              from={clockOf(period.fromMinute)}
              until={clockOf(period.untilMinute)}
              endsNextDay={period.endsNextDay}
              onChange={({ from, until, endsNextDay }) => {
                const untilMinute = minuteOf(until);
                if (from === '' || until === '') return;
                // Midnight is the end of a day unless it is said to be of the next.
                set(place, {
                  fromMinute: minuteOf(from),
                  untilMinute: untilMinute === 0 ? 1440 : untilMinute,
                  endsNextDay,
                });
              }}
            />
            <Button
              type="text"
              danger
              onClick={() => {
                const rest = (value ?? []).filter((_, at) => at !== place);
                onChange(rest.length === 0 ? undefined : rest);
              }}
            >
              {t.remove}
            </Button>
          </div>
          {bandsOf ? (
            <Checkbox
              checked={period.bands !== undefined}
              onChange={({ target }) => {
                const { bands: _, ...rest } = period;
                const next: Period = target.checked ? { ...rest, bands: {} } : rest;
                onChange((value ?? []).map((each, at) => (at === place ? next : each)));
              }}
            >
              {t.ownBands}
            </Checkbox>
          ) : null}
          {bandsOf && period.bands ? bandsOf(period.bands, (bands) => set(place, { bands }), `${place}.bands`) : null}
        </div>
      ))}
      <Faults words={wrong} />
      {value ? (
        <Button size="small" onClick={() => onChange([...value, { ...usual, days: [6, 7] }])}>
          {t.addPeriod}
        </Button>
      ) : null}
    </div>
  );
}
