import { quarterMinutes, type TariffPeriod, timeClasses, timeClassWords } from '@watchpost/contract';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { paintPeriods, quartersOf, quartersOfDay } from './paintPeriods.ts';
import { setUpText } from './text.ts';

const clock = (quarter: number): string => {
  const minute = quarter * quarterMinutes;
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
};
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 4,
  PageDown: -4,
};

/**
 * A day of 24 hours that time classes are painted on: by drawing over it, or with the keys. Arrows move by a quarter of an hour, with
 * Shift they paint on the way, a space paints the quarter.
 *
 * @param label which day it is, for those who do not see it
 */
export function DayPainter({
  periods,
  label,
  onChange,
}: {
  periods: readonly TariffPeriod[];
  label: string;
  onChange: (periods: TariffPeriod[]) => void;
}) {
  const t = useText(setUpText);
  const inWords = useBilingual();
  const [brush, setBrush] = useState<number>(3);
  const [cursor, setCursor] = useState(0);
  /** Where drawing began, with the day as it was then; null: nobody draws. */
  const drawing = useRef<{ from: number; periods: readonly TariffPeriod[] } | null>(null);
  const classes = quartersOf(periods);
  const wordOf = (timeClass: number) => inWords(timeClassWords[timeClass as keyof typeof timeClassWords]);
  const quarterAt = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / Math.max(1, width)) * quartersOfDay);
    return Math.min(quartersOfDay - 1, Math.max(0, place));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ') {
      event.preventDefault();
      onChange(paintPeriods(periods, cursor, cursor, brush));
      return;
    }
    const target =
      event.key === 'Home' ? 0 : event.key === 'End' ? quartersOfDay - 1 : cursor + (steps[event.key] ?? 0);
    const next = Math.min(quartersOfDay - 1, Math.max(0, target));
    if (next === cursor && !(event.key in steps) && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    setCursor(next);
    if (event.shiftKey) onChange(paintPeriods(periods, cursor, next, brush));
  };
  return (
    <div className="energy-painter">
      <fieldset className="energy-brushes">
        <legend className="visually-hidden">{t.brush}</legend>
        {timeClasses.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={brush === each}
            className={`energy-brush energy-class-${each}`}
            onClick={() => setBrush(each)}
          >
            <i className="energy-key" aria-hidden="true" />
            {wordOf(each)}
          </button>
        ))}
      </fieldset>
      <div
        className="energy-day energy-canvas"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={quartersOfDay - 1}
        aria-valuenow={cursor}
        aria-valuetext={`${clock(cursor)} ${wordOf(classes[cursor]!)}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          const from = quarterAt(event);
          drawing.current = { from, periods };
          setCursor(from);
          onChange(paintPeriods(periods, from, from, brush));
        }}
        onPointerMove={(event) => {
          if (!drawing.current) return;
          const to = quarterAt(event);
          setCursor(to);
          onChange(paintPeriods(drawing.current.periods, drawing.current.from, to, brush));
        }}
        onPointerUp={() => {
          drawing.current = null;
        }}
        onPointerCancel={() => {
          drawing.current = null;
        }}
      >
        {classes.map((each, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the quarter
          <i key={i} className={`energy-class-${each} ${i === cursor ? 'energy-cursor' : ''}`} />
        ))}
      </div>
      <p className="energy-axis" aria-hidden="true">
        <span>00:00</span>
        <span>06:00</span>
        <span>12:00</span>
        <span>18:00</span>
        <span>24:00</span>
      </p>
      <small className="energy-muted">
        {clock(cursor)} {wordOf(classes[cursor]!)} · {t.painterHint}
      </small>
    </div>
  );
}
