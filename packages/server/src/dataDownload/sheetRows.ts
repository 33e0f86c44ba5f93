import type { Language } from '@watchpost/contract';
import type { SheetColumn } from '../platform/excel/writeWorkbook.ts';
import { offsetText } from '../platform/localIntervals.ts';
import type { Plan, PlannedPoint } from './plan.ts';
import type { Series, SeriesSource } from './series.ts';
import {
  correctionsWithin,
  pointHeader,
  severityWord,
  statesWord,
  stateWord,
  timeHeader,
  words,
  worstAlarms,
} from './words.ts';

/** Columns and rows of one file, however it is written. */
export interface Sheet {
  readonly columns: readonly SheetColumn<SheetLine>[];
  readonly rows: AsyncIterable<SheetLine>;
}

/** A line of either layout; what a layout does not have is empty. */
export interface SheetLine {
  readonly time: number;
  /** When the interval ends, or the state. */
  readonly end: number;
  /** Listed: of which point it is. */
  readonly point: PlannedPoint | null;
  /**
   * Listed: average, minimum, maximum. Merged: of every point the average, or the state it began with; then of every point the
   * minimum, then the maximum. NaN: nothing known.
   */
  readonly values: ArrayLike<number>;
  /** Merged: the states that a point came to within the interval, other than that it began with; by the point's place. */
  readonly also?: ReadonlyMap<number, readonly number[]>;
  readonly note: string | null;
  /** How severe the worst alarm of the point was, of a merged line of each point by its place; null: none was on. */
  readonly severities: readonly (number | null)[];
}

/** What a file is made of. */
export interface FileOf {
  readonly plan: Plan;
  readonly points: readonly PlannedPoint[];
  readonly series: SeriesSource;
}

export const sheetOf = (file: FileOf): Sheet => (file.plan.isMerge ? mergedSheet(file) : listedSheet(file));

const rounded = (value: number, decimals: number): number =>
  Number.isFinite(value) ? Number(value.toFixed(decimals)) : Number.NaN;
const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

const timeColumn = ({ timeZone }: Plan): SheetColumn<SheetLine> => ({
  header: timeHeader(timeZone),
  type: 'date',
  width: 30,
  value: ({ time }) => time,
});
/** Where clocks change within the range, the same local time may stand in two rows. */
const offsetColumns = ({ tellsOffset, timeZone }: Plan): SheetColumn<SheetLine>[] =>
  tellsOffset ? [text(words.offset, 12, ({ time }) => `UTC${offsetText(time, timeZone)}`)] : [];
const text = (
  header: { zh: string; en: string },
  width: number,
  value: (line: SheetLine) => string | null,
): SheetColumn<SheetLine> => ({ header, type: 'text', width, value });
const number = (header: { zh: string; en: string }, index: number): SheetColumn<SheetLine> => ({
  header,
  type: 'number',
  value: ({ values }) => orNull(values[index]!),
});
const alarmColumns = ({ saysAlarms, language }: Plan, points: readonly PlannedPoint[]): SheetColumn<SheetLine>[] =>
  saysAlarms ? [text(words.alarm, 14, (line) => alarmsOf(line, points, language))] : [];

/** Pale, so that what stands before them is read: urgent, important, general, record only. */
const fills: Readonly<Record<number, string>> = { 1: 'FFC7CE', 2: 'FFDDB3', 3: 'FFF2B3', 4: 'DCE6F1' };

/** Behind the values of the point that was in alarm; a cell of all points has the colour of the worst. */
const marked = (
  { marksAlarms }: Plan,
  column: SheetColumn<SheetLine>,
  place: number | null = null,
): SheetColumn<SheetLine> =>
  marksAlarms
    ? {
        ...column,
        fill: ({ severities }) => {
          const severity = place === null ? worstOf(severities) : (severities[place] ?? null);
          return severity === null ? null : (fills[severity] ?? null);
        },
      }
    : column;

const worstOf = (severities: readonly (number | null)[]): number | null =>
  severities.reduce((worst, one) => (one !== null && (worst === null || one < worst) ? one : worst), null);

/** What the colours of a sheet mean; none where it has none. */
export const legendOf = ({ marksAlarms, language }: Plan): { text: string; fill: string }[] =>
  marksAlarms
    ? Object.entries(fills).map(([severity, fill]) => ({
        text: `${words.legend[language]}${severityWord(Number(severity), language)}`,
        fill,
      }))
    : [];

/** One row a point and interval, of state points one a change. */
function listedSheet({ plan, points, series }: FileOf): Sheet {
  const hasAnalog = points.some(({ kind }) => kind === 'analog');
  const hasState = points.some(({ kind }) => kind === 'state');
  const columns = [
    timeColumn(plan),
    ...offsetColumns(plan),
    text(words.device, 24, ({ point }) => point!.deviceName),
    text(words.point, 24, ({ point }) => point!.pointName),
    ...(hasAnalog ? [number(words.average, 0), number(words.minimum, 1), number(words.maximum, 2)] : []),
    ...(hasState
      ? [
          text(words.state, 14, ({ point, values }) =>
            point!.kind === 'state' ? stateWord(point!, values[0]!, plan.language) : null,
          ),
        ]
      : []),
    ...(hasAnalog ? [text(words.unit, 8, ({ point }) => point!.unit)] : []),
    text(words.note, 22, ({ note }) => note),
    ...alarmColumns(plan, points),
  ].map((column) => marked(plan, column));
  async function* rows(): AsyncGenerator<SheetLine> {
    for await (const one of series(points)) yield* linesOf(one, plan);
  }
  return { columns, rows: rows() };
}

function* linesOf(series: Series, plan: Plan): Generator<SheetLine> {
  const { language, to: end } = plan;
  const { point, length, times, values } = series;
  const worst = worstAlarms(series.alarms);
  const nothing = [Number.NaN, Number.NaN, Number.NaN];
  for (let i = 0; i < length; i += 1) {
    const time = times[i]!;
    if (point.kind === 'state') {
      const next = i + 1 < length ? times[i + 1]! : end;
      yield {
        time,
        end: next,
        point,
        values: [values[i]!, Number.NaN, Number.NaN],
        note: correctionsWithin(plan, [point], time, next),
        severities: [worst(time, next)],
      };
      continue;
    }
    const isKnown = !Number.isNaN(values[i]!);
    const { decimals } = point;
    const ends = series.ends[i]!;
    yield {
      time,
      end: ends,
      point,
      values: isKnown
        ? [rounded(values[i]!, decimals + 1), rounded(series.min[i]!, decimals), rounded(series.max[i]!, decimals)]
        : nothing,
      note: notesOf(isKnown ? null : words.badOnly[language], correctionsWithin(plan, [point], time, ends), language),
      severities: [worst(time, ends)],
    };
  }
}

const notesOf = (first: string | null, second: string | null, language: Language): string | null =>
  first === null || second === null ? (first ?? second) : `${first}${language === 'en' ? '; ' : '；'}${second}`;

/** One row an interval with every point beside each other; intervals of which nothing is known are rows, too. */
function mergedSheet({ plan, points, series }: FileOf): Sheet {
  const columns = [
    marked(plan, timeColumn(plan)),
    ...offsetColumns(plan),
    ...points.flatMap((point, index): SheetColumn<SheetLine>[] =>
      (point.kind === 'analog'
        ? [
            number(pointHeader(point), index),
            // An average of a night does not show that it was warm for twenty minutes.
            number(pointHeader(point, words.minimum), points.length + index),
            number(pointHeader(point, words.maximum), 2 * points.length + index),
          ]
        : [
            text(pointHeader(point), 16, ({ values, also }) =>
              statesWord(point, values[index]!, also?.get(index) ?? [], plan.language),
            ),
          ]
      ).map((column) => marked(plan, column, index)),
    ),
    text(words.note, 30, ({ note }) => note),
    ...alarmColumns(plan, points).map((column) => marked(plan, column)),
  ];
  return { columns, rows: mergedRows({ plan, points, series }) };
}

async function* mergedRows({ plan, points, series }: FileOf): AsyncGenerator<SheetLine> {
  const { edges } = plan;
  // Three columns a point: a hundred points over two years are some twenty megabytes.
  const columns: PointColumns[] = [];
  const worst: ReturnType<typeof worstAlarms>[] = [];
  let known = 0;
  for await (const one of series(points)) {
    columns.push(one.point.kind === 'analog' ? atTimes(one, edges) : statesAt(one, edges, plan.from));
    worst.push(worstAlarms(one.alarms));
    known += one.length;
  }
  if (known === 0) return;
  for (let row = 0; row + 1 < edges.length; row += 1) {
    const [time, end] = [edges[row]!, edges[row + 1]!];
    const values = new Float64Array(3 * points.length).fill(Number.NaN);
    const also = new Map<number, readonly number[]>();
    const bad: PlannedPoint[] = [];
    for (const [i, column] of columns.entries()) {
      values[i] = column.values[row]!;
      const states = column.also.get(row);
      if (states) also.set(i, states);
      if (column.extremes === null) continue;
      values[points.length + i] = column.extremes.min[row]!;
      values[2 * points.length + i] = column.extremes.max[row]!;
      if (column.bad.has(row)) bad.push(points[i]!);
    }
    yield {
      time,
      end,
      point: null,
      values,
      also,
      note: notesOf(badWord(points, bad, plan.language), correctionsWithin(plan, points, time, end), plan.language),
      severities: plan.saysAlarms ? worst.map((find) => find(time, end)) : [],
    };
  }
}

/** In words; beside several points each with its name. */
function alarmsOf(
  { point: of, severities }: SheetLine,
  points: readonly PlannedPoint[],
  language: Language,
): string | null {
  const on = severities.flatMap((severity, index) => {
    if (severity === null) return [];
    const word = severityWord(severity, language);
    if (of) return [word];
    return [language === 'en' ? `${points[index]!.label}: ${word}` : `${points[index]!.label}：${word}`];
  });
  return on.length === 0 ? null : on.join(language === 'en' ? '; ' : '；');
}

/** Of which of the points nothing but bad quality came; null: of none. */
function badWord(points: readonly PlannedPoint[], bad: readonly PlannedPoint[], language: Language): string | null {
  if (bad.length === 0) return null;
  const word = words.badOnly[language];
  if (points.length === 1) return word;
  const labels = bad.map(({ label }) => label).join(language === 'en' ? ', ' : '、');
  return language === 'en' ? `${labels}: ${word}` : `${labels}：${word}`;
}

/** One point at every interval. */
interface PointColumns {
  readonly values: Float64Array;
  readonly extremes: { readonly min: Float64Array; readonly max: Float64Array } | null;
  /** Of a state point, by row. */
  readonly also: ReadonlyMap<number, readonly number[]>;
  /** Rows in which something came, and no value. */
  readonly bad: ReadonlySet<number>;
}

/** The averages and extremes of a series at every interval. */
function atTimes(series: Series, edges: Float64Array): PointColumns {
  const empty = () => new Float64Array(edges.length).fill(Number.NaN);
  const [values, min, max] = [empty(), empty(), empty()];
  const bad = new Set<number>();
  const { decimals } = series.point;
  let row = 0;
  for (let i = 0; i < series.length; i += 1) {
    while (edges[row]! < series.times[i]!) row += 1;
    if (Number.isNaN(series.values[i]!)) bad.add(row);
    values[row] = rounded(series.values[i]!, decimals + 1);
    min[row] = rounded(series.min[i]!, decimals);
    max[row] = rounded(series.max[i]!, decimals);
  }
  return { values, extremes: { min, max }, also: new Map(), bad };
}

/**
 * The state that held when each interval began, and those it came to before the next; of the first, which may begin before the
 * range, the state it begins with.
 */
function statesAt(series: Series, edges: Float64Array, from: number): PointColumns {
  const values = new Float64Array(edges.length).fill(Number.NaN);
  const also = new Map<number, number[]>();
  let at = -1;
  for (let row = 0; row < edges.length; row += 1) {
    const time = Math.max(from, edges[row]!);
    const before = Math.max(0, row - 1);
    while (at + 1 < series.length && series.times[at + 1]! <= time) {
      at += 1;
      const value = series.values[at]!;
      // One that begins with this interval belongs to it alone.
      if (row === 0 || series.times[at]! === time || Number.isNaN(value) || Object.is(value, values[before])) continue;
      const known = also.get(before);
      if (!known) also.set(before, [value]);
      else if (!known.includes(value)) known.push(value);
    }
    values[row] = at < 0 ? Number.NaN : series.values[at]!;
  }
  return { values, extremes: null, also, bad: new Set() };
}
