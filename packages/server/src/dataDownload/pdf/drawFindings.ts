import type { DataDownloadDeps, Plan } from '../plan.ts';
import type { Series } from '../series.ts';
import { correctionWord, minuteOf, pointHeader, words } from '../words.ts';
import { drawTable } from './drawTable.ts';
import { type Gap, reasonOfGap } from './findGaps.ts';
import { ink, type ReportDocument } from './ReportDocument.ts';
import { durationWord, reportWords, signed } from './words.ts';

/** The longest ones; the number of the others is said. */
const maxGaps = 30;

const limitNames = ['highHigh', 'high', 'low', 'lowLow'] as const;

/** @param of the point, where several follow each other */
export const titleOf = (title: string, of: string | null): string => (of === null ? title : `${title} · ${of}`);

/** Limits are not kept by time: those of today stand beside values of any age. */
const sayWhose = (document: ReportDocument, language: Plan['language']): void =>
  document.text(reportWords.limitsOfNow[language], { size: 7.5, colour: ink.weak });

/** The limits of one analog point, in a sentence. */
export function drawLimits(document: ReportDocument, { language }: Plan, { point }: Series): void {
  if (point.kind !== 'analog') return;
  document.heading(reportWords.limits[language]);
  const { limits, unit } = point;
  const said = limitNames.flatMap((name) => {
    const value = limits?.[name] ?? null;
    return value === null ? [] : [`${reportWords[name][language]} ${signed(String(value))} ${unit}`.trim()];
  });
  document.text(said.length === 0 ? reportWords.noLimits[language] : said.join(language === 'en' ? ', ' : '，'));
  if (said.length > 0) sayWhose(document, language);
}

/** The limits of several points, a row each; state points have none. */
export async function drawLimitsTable(
  document: ReportDocument,
  { language }: Plan,
  all: readonly Series[],
): Promise<void> {
  const analog = all.filter(({ point }) => point.kind === 'analog');
  if (analog.length === 0) return;
  document.heading(reportWords.limits[language]);
  if (analog.every(({ point }) => limitNames.every((name) => (point.limits?.[name] ?? null) === null))) {
    document.text(reportWords.noLimits[language]);
    return;
  }
  const columns = [
    { title: words.point[language], width: 235 },
    ...limitNames.map((name) => ({ title: reportWords[name][language], width: 65, align: 'right' as const })),
  ];
  const rows = analog.map(({ point }) => [
    pointHeader(point)[language],
    ...limitNames.map((name) => signed(String(point.limits?.[name] ?? '–'))),
  ]);
  await drawTable(document, columns, rows);
  sayWhose(document, language);
}

/** When nothing is known of a point, and why. */
export async function drawGaps(
  document: ReportDocument,
  deps: DataDownloadDeps,
  plan: Plan,
  series: Series,
  gaps: readonly Gap[],
  of: string | null = null,
): Promise<void> {
  const { language } = plan;
  document.heading(titleOf(reportWords.gaps[language], of));
  if (gaps.length === 0) {
    document.text(noGapsSentence(plan, series));
    return;
  }
  const longest = [...gaps].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, maxGaps);
  longest.sort((a, b) => a.from - b.from);
  const rows: string[][] = [];
  for (const gap of longest) {
    const reason = await reasonOfGap(deps, series, gap);
    rows.push([...stretch(plan, gap.from, gap.to), sentence(reason[language])]);
  }
  await drawTable(document, [...stretchColumns(plan), { title: reportWords.reason[language], width: 240 }], rows);
  if (gaps.length > maxGaps)
    document.text(`${reportWords.moreGaps[language]}${gaps.length - maxGaps}`, { colour: ink.weak });
}

/** Shorter than what people call a gap: readings come some seconds early or late. */
const shortestGapMs = 60_000;

/** How long nothing was known of an analog point, whether or not an interval stayed without a value. */
const silentMsOf = ({ from, to }: Plan, { totals }: Series): number =>
  totals === null ? 0 : Math.max(0, to - from - totals.knownMs);

export const isKnownThroughout = (plan: Plan, series: Series, gaps: readonly Gap[]): boolean =>
  gaps.length === 0 && silentMsOf(plan, series) < shortestGapMs;

/** A point may be silent for a while and still have a value in every interval: then its known time says less than the range. */
function noGapsSentence(plan: Plan, series: Series): string {
  const { language } = plan;
  const silentMs = silentMsOf(plan, series);
  if (silentMs < shortestGapMs) return reportWords.noGaps[language];
  return reportWords.noWholeGaps[language].replace('{duration}', durationWord(silentMs, language));
}

/** What somebody changed by hand of it; nothing where nobody did. */
export function drawCorrections(
  document: ReportDocument,
  plan: Plan,
  { point }: Series,
  of: string | null = null,
): void {
  const { language } = plan;
  if (point.corrections.length === 0) return;
  document.heading(titleOf(reportWords.corrections[language], of));
  for (const one of point.corrections) {
    const [from, to] = stretch(plan, one.from, one.to);
    const count = `${reportWords.values[language]}${one.samples}`;
    document.text(`${from} – ${to} · ${count} · ${correctionWord(plan, one)}`, { size: 8 });
  }
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const stretchColumns = ({ language, tellsOffset }: Plan) => [
  { title: reportWords.from[language], width: tellsOffset ? 98 : 85 },
  { title: reportWords.to[language], width: tellsOffset ? 98 : 85 },
  { title: reportWords.duration[language], width: 75 },
];

/** From, until and for how long, in words. */
export const stretch = (plan: Plan, from: number, to: number): string[] => [
  minuteOf(plan, from),
  minuteOf(plan, to),
  durationWord(to - from, plan.language),
];
