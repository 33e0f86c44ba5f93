import { dayMs, minuteMs } from '@watchpost/contract';
import { Segmented } from 'antd';
import { useState } from 'react';
import { PeriodField, type TimeSpan } from '../history/index.ts';
import { useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { usePreference } from '../lib/preferences.ts';
import { carText } from './text.ts';
import './transport.css';

const periods = { day: 1, threeDays: 3, week: 7 } as const;
type Period = keyof typeof periods;
const isPeriod = (value: unknown): value is Period => typeof value === 'string' && value in periods;

/** A period that ends now, or one of one's own, with the field to choose it; the choice is remembered. */
export function usePeriod(timeZone: string): { span: TimeSpan; field: React.ReactNode } {
  const t = useText(carText);
  const now = Math.floor(useNow(minuteMs) / minuteMs) * minuteMs;
  const [kept, keep] = usePreference<Period>('transport.period', 'day', isPeriod);
  const [own, setOwn] = useState<TimeSpan | null>(null);
  const span = own ?? { from: now - periods[kept] * dayMs, to: now };
  return {
    span,
    field: (
      <>
        <Segmented<Period | 'own'>
          aria-label={t.period}
          value={own ? 'own' : kept}
          onChange={(chosen) => {
            if (chosen === 'own') setOwn(span);
            else {
              setOwn(null);
              keep(chosen);
            }
          }}
          options={[
            { value: 'day', label: t.today },
            { value: 'threeDays', label: t.threeDays },
            { value: 'week', label: t.week },
            { value: 'own', label: t.ofOwn },
          ]}
        />
        {own ? <PeriodField label={t.period} span={own} now={now} timeZone={timeZone} onChange={setOwn} /> : null}
      </>
    ),
  };
}
