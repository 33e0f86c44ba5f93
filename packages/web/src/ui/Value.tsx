import { staleAfterMs } from '@watchpost/contract';
import { Tooltip } from 'antd';
import { useDates, useNow } from '../lib/dates.ts';
import { defineText, useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { qualityText, reasonInWords } from './qualityText.ts';
import './Value.css';

const text = defineText({
  never: { zh: '尚无数据', en: 'No data yet' },
  stale: { zh: (age: string) => `数据陈旧：${age}更新`, en: (age: string) => `Stale: last updated ${age}` },
  measuredAt: { zh: (time: string) => `测量时间 ${time}`, en: (time: string) => `Measured ${time}` },
  bad: { zh: '无有效数据', en: 'No valid value' },
  uncertain: { zh: '数据存疑', en: 'Uncertain' },
});

/** The part of a point that says how its value reads; a `PointValue` of the contract fits. */
export interface ShownValue {
  readonly Value: number | null;
  readonly ValueText?: string | null;
  readonly Unit: string;
  readonly Decimals: number;
  /** Epoch milliseconds; null: never measured. */
  readonly Time: number | null;
  readonly Quality: 'good' | 'uncertain' | 'bad' | null;
  readonly QualityReason?: string | null;
  readonly ExceptionCode?: number | null;
  readonly SamplingSeconds: number;
  /** Epoch milliseconds since when its gateway or slave does not answer; null: it does. */
  readonly SilentSinceEPOCH?: number | null;
}

/** No value of now: samples are missing, or what it comes from does not answer. */
export const isStale = (
  value: Pick<ShownValue, 'Time' | 'SamplingSeconds' | 'SilentSinceEPOCH'>,
  now: number,
): boolean =>
  value.Time !== null &&
  (typeof value.SilentSinceEPOCH === 'number' || now - value.Time > staleAfterMs(value.SamplingSeconds * 1000));

/**
 * A point's value with its unit. Stale values are dimmed and hatched and say their age; bad ones are a dash with the reason on
 * hover and for screen readers; never a fresh-looking old number.
 */
export function Value({
  value,
  size = 'text',
  level = null,
  showAge = false,
}: {
  value: ShownValue;
  /** `large`: the 26 px number of a card. */
  size?: 'text' | 'large';
  /** Level of the point's worst alarm, open or pending: colours the number. */
  level?: number | null;
  /** Adds "3 s ago" after the value. */
  showAge?: boolean;
}) {
  const t = useText(text);
  const words = useText(qualityText);
  const dates = useDates();
  const now = useNow(showAge ? 1000 : 10_000);
  const bad = value.Quality === 'bad' || value.Value === null;
  const stale = isStale(value, now);
  const reason = reasonInWords(value.QualityReason ?? null, value.ExceptionCode ?? null, words);
  const age = dates.age(value.Time, now);

  const notes: string[] = [];
  if (value.Time === null) notes.push(t.never);
  else {
    if (bad) notes.push(reason ?? t.bad);
    else if (value.Quality === 'uncertain') notes.push(reason ?? t.uncertain);
    if (stale) notes.push(t.stale(age));
    notes.push(t.measuredAt(dates.dateTimeSeconds(value.Time)));
  }
  const severity = !bad && !stale && level !== null && level >= 1 && level <= 3 ? ` value-level-${level}` : '';
  const words_ = bad ? notes[0] : stale ? t.stale(age) : null;

  return (
    <Tooltip title={notes.join(' · ')} mouseEnterDelay={0.3}>
      <span
        className={`value value-${size}${bad ? ' value-bad' : ''}${stale ? ' value-stale' : ''}${
          value.Quality === 'uncertain' && !bad ? ' value-uncertain' : ''
        }${severity}`}
      >
        {!bad && value.ValueText ? (
          <span className="value-number value-word">{value.ValueText}</span>
        ) : (
          <>
            <span className="value-number">{formatNumber(bad ? null : value.Value, value.Decimals)}</span>
            {value.Unit && !bad ? <span className="value-unit">{value.Unit}</span> : null}
          </>
        )}
        {showAge && value.Time !== null ? <span className="value-age">{age}</span> : null}
        {words_ ? <span className="visually-hidden">{words_}</span> : null}
      </span>
    </Tooltip>
  );
}
