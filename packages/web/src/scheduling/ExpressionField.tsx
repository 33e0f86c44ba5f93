import {
  everyMinutes,
  expressionOf,
  farthestFromSun,
  planInWords,
  planOf,
  type SchedulePlan,
  type SchedulePlanKind,
  weekdayInWords,
} from '@watchpost/contract';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { LocalTimeField } from '../ui/days/DayField.tsx';
import { useToday } from '../ui/days/useDays.ts';
import { NumberField } from '../ui/form/index.ts';
import { expressionText } from './text.ts';

const kinds = ['daily', 'weekly', 'monthly', 'every', 'sunrise', 'sunset', 'once', 'own'] as const;
type Kind = SchedulePlanKind | 'own';

const upTo = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const two = (value: number): string => String(value).padStart(2, '0');
const asOptions = (values: readonly number[], label: (value: number) => string) =>
  values.map((value) => ({ value, label: label(value) }));
/** Stands for the last day of a month among its numbered days. */
const lastDay = 32;

/** A plan of another kind; what both have is kept. */
function planOfKind(kind: SchedulePlanKind, before: SchedulePlan | null, today: string): SchedulePlan {
  const { hours, minute } = before !== null && 'hours' in before ? before : { hours: [22], minute: 0 };
  switch (kind) {
    case 'daily':
      return { kind, hours, minute };
    case 'weekly':
      return { kind, weekdays: [1, 2, 3, 4, 5], hours, minute };
    case 'monthly':
      return { kind, days: [1], lastDay: false, hours, minute };
    case 'every':
      return { kind, minutes: 30 };
    case 'sunrise':
    case 'sunset':
      return { kind, offset: 0 };
    case 'once':
      return { kind, day: today, time: `${two(hours[0]!)}:${two(minute)}` };
  }
}

/** A time expression by clicks, or as people type it. `value` and `onChange` come from the form. */
export function ExpressionField({
  value = '',
  onChange,
  ...field
}: {
  value?: string;
  onChange?: (value: string) => void;
  id?: string;
}) {
  const t = useText(expressionText);
  const language = useLanguage();
  const today = useToday();
  const [chosen, setChosen] = useState<Kind | null>(null);
  const plan = planOf(value);
  // While an own expression is typed, what it says so far may be something that clicks say, too.
  const kind: Kind = chosen === 'own' || plan === null ? 'own' : plan.kind;
  const say = (next: SchedulePlan) => onChange?.(expressionOf(next));
  const choose = (next: Kind) => {
    setChosen(next);
    if (next !== 'own') say(planOfKind(next, plan, today));
  };
  return (
    <div className="schedule-expression">
      <Select
        {...field}
        value={kind}
        options={kinds.map((each) => ({ value: each, label: t[each] }))}
        onChange={choose}
      />
      {kind === 'own' || plan === null ? (
        <>
          <Input
            aria-label={t.own}
            value={value}
            maxLength={100}
            spellCheck={false}
            onChange={({ target }) => {
              setChosen('own');
              onChange?.(target.value);
            }}
          />
          <p className="schedule-faint">{t.ownHint}</p>
        </>
      ) : (
        <>
          <PlanFields plan={plan} say={say} />
          <p className="schedule-faint">{planInWords(plan, language)}</p>
        </>
      )}
    </div>
  );
}

function PlanFields({ plan, say }: { plan: SchedulePlan; say: (plan: SchedulePlan) => void }) {
  const t = useText(expressionText);
  const language = useLanguage();
  const times =
    'hours' in plan ? (
      <div className="schedule-times">
        <Select
          mode="multiple"
          aria-label={t.hours}
          value={[...plan.hours]}
          options={asOptions(upTo(0, 23), (hour) => `${two(hour)}:${two(plan.minute)}`)}
          // One stays: without an hour it would never be due.
          onChange={(hours: number[]) => hours.length > 0 && say({ ...plan, hours: [...hours].sort((a, b) => a - b) })}
        />
        <Select
          aria-label={t.minute}
          value={plan.minute}
          options={asOptions(upTo(0, 59), (minute) => t.minutePast(two(minute)))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(minute: number) => say({ ...plan, minute })}
        />
      </div>
    ) : null;
  switch (plan.kind) {
    case 'daily':
      return times;
    case 'weekly':
      return (
        <>
          <Select
            mode="multiple"
            aria-label={t.weekdays}
            value={[...plan.weekdays]}
            options={asOptions(upTo(1, 7), (day) => weekdayInWords(day, language))}
            onChange={(days: number[]) =>
              days.length > 0 && say({ ...plan, weekdays: [...days].sort((a, b) => a - b) })
            }
          />
          {times}
        </>
      );
    case 'monthly':
      return (
        <>
          <Select
            mode="multiple"
            aria-label={t.daysOfMonth}
            value={[...plan.days, ...(plan.lastDay ? [lastDay] : [])]}
            options={asOptions(upTo(1, lastDay), (day) => (day === lastDay ? t.lastDay : t.dayOfMonth(day)))}
            onChange={(days: number[]) =>
              days.length > 0 &&
              say({
                ...plan,
                days: days.filter((day) => day !== lastDay).sort((a, b) => a - b),
                lastDay: days.includes(lastDay),
              })
            }
          />
          {times}
        </>
      );
    case 'every':
      return (
        <Select
          aria-label={t.every}
          value={plan.minutes}
          options={asOptions(everyMinutes, (minutes) => planInWords({ kind: 'every', minutes }, language))}
          onChange={(minutes: number) => say({ ...plan, minutes })}
        />
      );
    case 'sunrise':
    case 'sunset':
      return (
        <div className="schedule-times">
          <Select
            aria-label={t.side}
            value={plan.offset < 0 ? 'before' : 'after'}
            options={[
              { value: 'before', label: t.before },
              { value: 'after', label: t.after },
            ]}
            onChange={(side: string) => {
              const minutes = Math.abs(plan.offset) || 15;
              say({ ...plan, offset: side === 'before' ? -minutes : minutes });
            }}
          />
          <NumberField
            aria-label={t.offset}
            value={Math.abs(plan.offset)}
            min={0}
            max={farthestFromSun}
            precision={0}
            onChange={(typed) => {
              const minutes = Number(typed ?? 0);
              // What is no number of minutes stays in the field, which says so.
              if (Number.isInteger(minutes) && minutes >= 0 && minutes <= farthestFromSun)
                say({ ...plan, offset: plan.offset < 0 ? -minutes : minutes });
            }}
          />
        </div>
      );
    case 'once':
      return (
        <LocalTimeField
          aria-label={t.moment}
          value={`${plan.day} ${plan.time}`}
          onChange={(text) => {
            const next = planOf(`@once ${text}`);
            if (next !== null) say(next);
          }}
        />
      );
  }
}
