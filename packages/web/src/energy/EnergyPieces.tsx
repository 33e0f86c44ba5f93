import { type EnergyAmounts, type EnergyLoad, timeClasses, timeClassWords } from '@watchpost/contract';
import type { ReactNode } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { colon } from '../lib/punctuation.ts';
import { energyText } from './text.ts';
import './energy.css';

/** Wh as kWh: whole ones from a thousand on. */
export const kwh = (wh: number | null): string =>
  wh === null ? dash : formatNumber(wh / 1000, Math.abs(wh) < 1_000_000 ? 1 : 0);
export const yuan = (fen: number | null): string => (fen === null ? dash : formatNumber(fen / 100, 2));
export const kw = (w: number | null): string => (w === null ? dash : formatNumber(w / 1000, 1));

/** By how much it is more or less than something, in words and colour; nothing to compare with: a dash. */
export function Change({ now, than }: { now: number | null; than: number | null }) {
  if (now === null || than === null || than === 0) return <span className="energy-muted">{dash}</span>;
  const percent = (now / than - 1) * 100;
  const words = `${percent > 0 ? '+' : ''}${formatNumber(percent, 1)} %`;
  return <span className={percent > 0 ? 'energy-more' : percent < 0 ? 'energy-less' : ''}>{words}</span>;
}

export function Figure({
  name,
  value,
  unit,
  children,
}: {
  name: string;
  value: string;
  unit?: string;
  children?: ReactNode;
}) {
  return (
    <li>
      <span>{name}</span>
      <span className="energy-value">
        {value} {unit ? <small>{unit}</small> : null}
      </span>
      <small>{children}</small>
    </li>
  );
}

type Classes = Pick<EnergyAmounts, 'ClassWhList' | 'ClassFenList' | 'Wh'>;

/** The classes as one bar, without words: these stand beside it. */
export function ClassBar({ ClassWhList }: Pick<Classes, 'ClassWhList'>) {
  return (
    <div className="energy-bar" aria-hidden="true">
      {[0 as const, ...timeClasses].map((each) => {
        const wh = ClassWhList[each]!;
        return wh > 0 ? <i key={each} className={`energy-class-${each}`} style={{ flexGrow: wh }} /> : null;
      })}
    </div>
  );
}

/** How much fell into each time class, and what it cost. */
export function ClassRows({ amounts }: { amounts: Classes }) {
  const inWords = useBilingual();
  return (
    <dl className="energy-rows">
      {[...timeClasses.toReversed(), 0 as const]
        .filter((each) => amounts.ClassWhList[each]! > 0)
        .map((each) => (
          <div key={each} className={`energy-class-${each}`}>
            <dt>
              <i className="energy-key" aria-hidden="true" />
              {inWords(timeClassWords[each])}
            </dt>
            <dd>
              {kwh(amounts.ClassWhList[each]!)} kWh · {formatNumber((amounts.ClassWhList[each]! / amounts.Wh) * 100, 1)}{' '}
              %{each === 0 ? null : ` · ¥ ${yuan(amounts.ClassFenList[each - 1]!)}`}
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** What the colours mean. */
export function ClassLegend({ classes }: { classes: Iterable<number> }) {
  const inWords = useBilingual();
  const shown = new Set(classes);
  return (
    <>
      {timeClasses
        .filter((each) => shown.has(each))
        .map((each) => (
          <span key={each} className={`energy-class-${each}`}>
            <i className="energy-key" aria-hidden="true" />
            {inWords(timeClassWords[each])}
          </span>
        ))}
    </>
  );
}

/** Steps of time as stacked bars. */
export function StepBars({
  steps,
}: {
  steps: readonly { readonly From: string; readonly Wh: number; readonly ClassWhList: readonly number[] }[];
}) {
  const t = useText(energyText);
  const most = Math.max(1, ...steps.map(({ Wh }) => Wh));
  return (
    <>
      <ol className="energy-steps">
        {steps.map(({ From, Wh, ClassWhList }) => (
          <li key={From} title={`${From}${colon()}${kwh(Wh)} kWh`}>
            <b className="visually-hidden">{`${From}${colon()}${kwh(Wh)} kWh`}</b>
            <span aria-hidden="true" style={{ height: `${(Wh / most) * 100}%` }}>
              {[0 as const, ...timeClasses].map((each) => {
                const wh = ClassWhList[each]!;
                return wh > 0 ? <i key={each} className={`energy-class-${each}`} style={{ flexGrow: wh }} /> : null;
              })}
            </span>
          </li>
        ))}
      </ol>
      <p className="energy-axis">
        <span>{steps[0]?.From}</span>
        <span>{t.highest(kwh(most))}</span>
        <span>{steps.at(-1)?.From}</span>
      </p>
    </>
  );
}

/** The line through known values; it breaks where nothing is known. */
export function lineOf(values: readonly (number | null)[], most: number, width: number, height: number): string {
  let path = '';
  let isOpen = false;
  for (const [i, value] of values.entries()) {
    if (value === null) isOpen = false;
    else {
      const x = (i / Math.max(1, values.length - 1)) * width;
      path += `${isOpen ? 'L' : 'M'}${x.toFixed(1)} ${(height - (value / most) * height).toFixed(1)}`;
      isOpen = true;
    }
  }
  return path;
}

/** Load by quarters, the time classes behind it and the same day a week earlier beside it. */
export function LoadChart({ load }: { load: EnergyLoad }) {
  const t = useText(energyText);
  const { QuarterList: quarters } = load;
  const known = quarters.flatMap(({ W, Before }) => [W ?? 0, Before ?? 0]);
  const most = Math.max(1, ...known);
  const [width, height] = [quarters.length, 100];
  return (
    <figure style={{ margin: 0 }}>
      <svg
        className="energy-load"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${t.load}: ${t.loadOf(kw(Math.max(0, ...quarters.map(({ W }) => W ?? 0))))}`}
      >
        {quarters.map(({ Class }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the quarter
          <rect key={i} className={`energy-class-${Class}`} x={i} y={0} width={1} height={height} />
        ))}
        <path
          className="energy-before"
          d={lineOf(
            quarters.map(({ Before }) => Before),
            most,
            width,
            height,
          )}
        />
        <path
          d={lineOf(
            quarters.map(({ W }) => W),
            most,
            width,
            height,
          )}
        />
      </svg>
      <p className="energy-axis">
        <span>00:00</span>
        <span>06:00</span>
        <span>12:00</span>
        <span>18:00</span>
        <span>24:00</span>
      </p>
      <figcaption className="energy-muted">{t.loadOf(kw(Math.max(0, ...quarters.map(({ W }) => W ?? 0))))}</figcaption>
    </figure>
  );
}
