import { DatePicker, Select } from 'antd';
import { useId, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import type { TimeSpan } from '../curveRange.ts';
import { fromPicked } from '../PeriodField.tsx';
import { asPicked, daysToCome } from '../RangeInput.tsx';
import { type Compared, earlierBy, spanOfCompared } from './comparison.ts';
import { text } from './text.ts';

const usual = [0, 1, 7, 28] as const;
type Choice = (typeof usual)[number] | 'custom';

const choiceOf = ({ days }: Compared): Choice => usual.find((each) => each === days) ?? 'custom';

/** Whether a line is of a period that begins when one says: that takes the room of a whole line. */
export const hasOwnPeriod = (line: Compared): boolean => choiceOf(line) === 'custom';

/** Which period of the reference's length a line is of: one of the usual ones, or one that begins when one says. */
export function ComparedPeriod({
  line,
  name,
  reference,
  now,
  minutes,
  timeZone,
  onChange,
}: {
  line: Compared;
  /** Of the point. */
  name: string;
  reference: TimeSpan;
  now: number;
  minutes: number;
  timeZone: string;
  onChange: (line: Compared) => void;
}) {
  const t = useText(text);
  const hint = useId();
  /** A beginning that cannot be, for its period would end after now; beside another reference it may. */
  const [refused, setRefused] = useState<{ from: number; of: TimeSpan } | null>(null);
  const wrong = refused?.of === reference ? refused.from : null;
  const words: Record<Choice, string> = {
    0: t.samePeriod,
    1: t.dayBefore,
    7: t.weekBefore,
    28: t.fourWeeksBefore,
    custom: t.ownPeriod,
  };
  const choice = choiceOf(line);
  const begin = (from: number) => {
    const earlierMs = earlierBy(reference, from, minutes);
    const isOver = spanOfCompared(reference, { earlierMs }).to <= now;
    setRefused(isOver ? null : { from, of: reference });
    if (isOver) onChange({ ...line, days: null, earlierMs });
  };
  return (
    <>
      <Select<Choice>
        size="small"
        aria-label={t.periodOf(name)}
        value={choice}
        popupMatchSelectWidth={false}
        onChange={(next) => {
          setRefused(null);
          // One's own begins where it stood, to be moved from there.
          onChange({ ...line, days: next === 'custom' ? null : next });
        }}
        options={([...usual, 'custom'] as const).map((value) => ({ value, label: words[value] }))}
      />
      {choice === 'custom' ? (
        <DatePicker
          size="small"
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          allowClear={false}
          aria-label={t.beginOf(name)}
          {...(wrong !== null && { 'aria-describedby': hint })}
          status={wrong === null ? '' : 'error'}
          value={asPicked(wrong ?? spanOfCompared(reference, line).from, timeZone)}
          cellRender={daysToCome(now, timeZone)}
          onChange={(moment) => {
            const from = moment && fromPicked(moment, timeZone);
            if (from) begin(from);
          }}
        />
      ) : null}
      {wrong === null ? null : (
        <span id={hint} role="alert" className="period-wrong">
          {t.endsInFuture}
        </span>
      )}
    </>
  );
}
