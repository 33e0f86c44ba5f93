import type { Plan } from '../plan.ts';
import type { Series } from '../series.ts';
import { pointHeader, stateWord, words } from '../words.ts';
import { drawTable } from './drawTable.ts';
import type { ReportDocument } from './ReportDocument.ts';
import { durationWord, figure, reportWords } from './words.ts';

/** Figures of each series over the whole range: of numbers their extremes and average, of states how long and how often. */
export async function drawStatistics(document: ReportDocument, plan: Plan, all: readonly Series[]): Promise<void> {
  document.heading(reportWords.statistics[plan.language]);
  const analog = all.filter(({ point }) => point.kind === 'analog');
  if (analog.length > 0) await drawNumbers(document, plan, analog, all.length > 1);
  const states = all.filter(({ point }) => point.kind === 'state');
  if (states.length > 0) await drawStateTimes(document, plan, states, all.length > 1);
}

async function drawNumbers(
  document: ReportDocument,
  plan: Plan,
  analog: readonly Series[],
  isNamed: boolean,
): Promise<void> {
  const { language } = plan;
  const columns = [
    ...(isNamed ? [{ title: words.point[language], width: 220 }] : []),
    { title: words.minimum[language], width: 42, align: 'right' as const },
    { title: words.average[language], width: 42, align: 'right' as const },
    { title: words.maximum[language], width: 42, align: 'right' as const },
    { title: reportWords.known[language], width: 106, align: 'right' as const },
    { title: reportWords.beyond[language], width: 62, align: 'right' as const },
  ];
  const rows = analog.map(({ point, totals }) => [
    ...(isNamed ? [pointHeader(point)[language]] : []),
    figure(totals?.min ?? Number.NaN, point.decimals),
    figure(totals?.avg ?? Number.NaN, point.decimals + 1),
    figure(totals?.max ?? Number.NaN, point.decimals),
    lasting(totals?.knownMs ?? 0, plan),
    totals?.beyondMs == null ? '–' : durationWord(totals.beyondMs, language),
  ]);
  await drawTable(document, columns, rows);
}

async function drawStateTimes(
  document: ReportDocument,
  plan: Plan,
  states: readonly Series[],
  isNamed: boolean,
): Promise<void> {
  const { language } = plan;
  const columns = [
    ...(isNamed ? [{ title: words.point[language], width: 220 }] : []),
    { title: words.state[language], width: 120 },
    { title: reportWords.stateLasted[language], width: 106, align: 'right' as const },
    { title: reportWords.stateOften[language], width: 62, align: 'right' as const },
  ];
  const rows = states.flatMap((series) =>
    timesOf(series, plan).map(({ value, durationMs, count }) => [
      ...(isNamed ? [series.point.label] : []),
      stateWord(series.point, value, language),
      lasting(durationMs, plan),
      Number.isNaN(value) ? '' : String(count),
    ]),
  );
  await drawTable(document, columns, rows);
}

interface StateTime {
  /** NaN: not known. */
  readonly value: number;
  durationMs: number;
  count: number;
}

/**
 * How long the point was in each state and how often it came into it, those it never was in, too; what is not known of the range
 * stands at the end, so that the times come to the whole of it. Counted as the statistics of the screen are.
 */
function timesOf({ point, length, times, values }: Series, { from, to }: Plan): StateTime[] {
  const found = new Map<number, StateTime>(
    [...point.states.keys()].map((value) => [value, { value, durationMs: 0, count: 0 }]),
  );
  const silent: StateTime = { value: Number.NaN, durationMs: length === 0 ? to - from : times[0]! - from, count: 0 };
  for (let i = 0; i < length; i += 1) {
    const value = values[i]!;
    const time = Number.isNaN(value) ? silent : (found.get(value) ?? { value, durationMs: 0, count: 0 });
    if (time !== silent) found.set(value, time);
    time.durationMs += (i + 1 < length ? times[i + 1]! : to) - times[i]!;
    time.count += 1;
  }
  return [...found.values(), ...(silent.durationMs > 0 ? [silent] : [])];
}

/** `22 h 32 min (93.9%)`. */
const lasting = (ms: number, { from, to, language }: Plan): string => {
  const share = to > from ? `${((Math.min(ms, to - from) / (to - from)) * 100).toFixed(1)}%` : '–';
  return `${durationWord(ms, language)} (${share})`;
};
