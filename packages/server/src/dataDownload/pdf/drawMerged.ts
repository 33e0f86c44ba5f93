import type { Language } from '@watchpost/contract';
import type { DataDownloadDeps, Plan, PlannedPoint } from '../plan.ts';
import type { Series } from '../series.ts';
import type { Sheet, SheetLine } from '../sheetRows.ts';
import { minuteOf, pointHeader, severityWord, statesWord, words, worstAlarms } from '../words.ts';
import { drawAlarms } from './drawAlarms.ts';
import { drawAnalog, drawStates, limitLines, lineColours } from './drawCurve.ts';
import { drawCorrections, drawGaps, drawLimitsTable, isKnownThroughout } from './drawFindings.ts';
import { drawStatistics } from './drawStatistics.ts';
import { drawTable, type TableColumn, tableTextWidth } from './drawTable.ts';
import { findGaps } from './findGaps.ts';
import { contentWidth, ink, page, type ReportDocument } from './ReportDocument.ts';
import { figure, reportWords } from './words.ts';

const curveHeight = 180;
const statesHeight = 60;
const timeWidths = { plain: 68, withOffset: 98 } as const;
/** Before the first number of a point, so that its three read as one. */
const pointGap = 4;
/** What a state point was in an interval may be a list. */
const stateWidths = { least: 46, most: 130 } as const;
const widestAlarms = 120;

/** Curves by unit, statistics and limits of all points, the gaps and alarms of each, and their values side by side. */
export async function drawMerged(
  document: ReportDocument,
  deps: DataDownloadDeps,
  plan: Plan,
  all: readonly Series[],
  sheet: Sheet,
): Promise<void> {
  const { language } = plan;
  const known = all.filter(({ length }) => length > 0);
  if (known.length === 0) {
    document.text(reportWords.nothing[language]);
    return;
  }
  document.heading(reportWords.curve[language], 11, curveHeight + 20);
  // The uppermost number of the axis stands half above the curve.
  document.y += 4;
  for (const group of byUnit(known.filter(({ point }) => point.kind === 'analog'))) {
    document.need(curveHeight + 31 + group.length * 11);
    const box = { x: page.margin, y: document.y, width: contentWidth, height: curveHeight };
    drawAnalog(document, box, plan, group, group.length === 1 ? findGaps(group[0]!, plan) : []);
    document.y += curveHeight + 4;
    const said = { size: 7.5, x: page.margin + 54, width: 400, gap: 0, colour: ink.weak };
    for (const [index, { point }] of group.entries()) {
      document.pdf.rect(page.margin + 40, document.y + 4, 10, 3).fill(lineColours[index % lineColours.length]!);
      document.text(pointHeader(point)[language], said);
    }
    const hasLimits = limitLines(group).length > 0;
    document.text(reportWords[hasLimits ? 'legendSeveral' : 'legendSeveralUnlimited'][language], said);
    document.y += 10;
  }
  for (const series of known.filter(({ point }) => point.kind === 'state')) {
    document.text(series.point.label, { size: 8 });
    document.need(statesHeight + 20);
    drawStates(document, { x: page.margin, y: document.y, width: contentWidth, height: statesHeight }, plan, series);
    document.y += statesHeight + 16;
  }
  await drawStatistics(document, plan, all);
  await drawLimitsTable(document, plan, all);
  const inOrder: string[] = [];
  const calm: string[] = [];
  for (const series of all) {
    const of = pointHeader(series.point)[language];
    const gaps = findGaps(series, plan);
    if (isKnownThroughout(plan, series, gaps)) inOrder.push(of);
    else await drawGaps(document, deps, plan, series, gaps, of);
    drawCorrections(document, plan, series, of);
    if (!plan.saysAlarms) continue;
    if (series.alarms.length === 0) calm.push(of);
    else drawAlarms(document, plan, series, of);
  }
  // Ten points of which nothing is to be said are two sentences, not twenty headings.
  drawAllOf(document, reportWords.gaps[language], reportWords.noGaps[language], inOrder);
  drawAllOf(document, reportWords.alarms[language], reportWords.noAlarms[language], calm);
  document.heading(reportWords.data[language], 11, heightOfNames(all.length));
  await drawSideBySide(document, plan, all, sheet);
}

function drawAllOf(document: ReportDocument, title: string, sentence: string, points: readonly string[]): void {
  if (points.length === 0) return;
  document.heading(title);
  document.text(sentence, { gap: 0 });
  document.text(points.join(document.language === 'en' ? ', ' : '、'), { size: 8, colour: ink.weak });
}

function byUnit(all: readonly Series[]): Series[][] {
  const groups: Series[][] = [];
  for (const series of all) {
    const group = groups.find(
      ([first, ...rest]) => first!.point.unit === series.point.unit && rest.length + 1 < lineColours.length,
    );
    if (group) group.push(series);
    else groups.push([series]);
  }
  return groups;
}

async function drawSideBySide(
  document: ReportDocument,
  plan: Plan,
  all: readonly Series[],
  sheet: Sheet,
): Promise<void> {
  const { language, saysAlarms } = plan;
  const lines: SheetLine[] = [];
  for await (const line of sheet.rows) lines.push(line);
  const cells = all.map(({ point }, index) => cellsOfPoint(document, plan, point, index, all.length, lines));
  const timeWidth = plan.tellsOffset ? timeWidths.withOffset : timeWidths.plain;
  const room = contentWidth - timeWidth - (saysAlarms ? widestAlarms : 0);
  for (const places of acrossPages(
    cells.map(({ columns }) => columns.reduce((sum, { width }) => sum + width, 0)),
    room,
  )) {
    document.need(heightOfNames(places.length));
    // What a number of the head means stands above: the names would not fit into columns of numbers.
    for (const place of places)
      document.text(`${place + 1}  ${pointHeader(all[place]!.point)[language]}`, {
        size: 7.5,
        gap: 0,
        colour: ink.weak,
      });
    document.y += 4;
    const worst = places.map((place) => worstAlarms(all[place]!.alarms));
    const alarmed = saysAlarms
      ? lines.map(({ time, end }) =>
          alarmsByNumber(
            worst.map((find) => find(time, end)),
            places.map((place) => place + 1),
            language,
          ),
        )
      : [];
    // As wide as its longest text: which point is in alarm must not be cut off.
    const alarmWidth = Math.min(widestAlarms, tableTextWidth(document, [words.alarm[language], ...alarmed]));
    const columns = [
      { title: words.time[language], width: timeWidth, plain: true as const },
      ...places.flatMap((place) => cells[place]!.columns),
      ...(saysAlarms ? [{ title: words.alarm[language], width: alarmWidth }] : []),
    ];
    function* rows(): Generator<string[]> {
      for (const [at, line] of lines.entries()) {
        yield [
          minuteOf(plan, line.time),
          ...places.flatMap((place) => cells[place]!.of(line)),
          ...(saysAlarms ? [alarmed[at]!] : []),
        ];
      }
    }
    await drawTable(document, columns, rows());
  }
}

/** The names of the columns stand on one page with the first rows below them. */
const heightOfNames = (points: number): number => Math.min(points, 12) * 11 + 60;

/** What the table says of one point: three numbers, or the states it was in. */
function cellsOfPoint(
  document: ReportDocument,
  { language }: Plan,
  point: PlannedPoint,
  index: number,
  count: number,
  lines: readonly SheetLine[],
): { readonly columns: readonly TableColumn[]; of(line: SheetLine): string[] } {
  const title = String(index + 1);
  if (point.kind === 'analog') {
    // The average of an interval does not show that it was warm for a minute.
    const titles = [
      `${title} ${words.averageShort[language]}`,
      words.minimumShort[language],
      words.maximumShort[language],
    ];
    const textOf = (values: SheetLine['values'], what: number): string =>
      figure(values[what * count + index]!, point.decimals);
    return {
      columns: titles.map((text, what) => ({
        title: text,
        width:
          tableTextWidth(document, [text, ...lines.map(({ values }) => textOf(values, what))]) +
          (what === 0 ? pointGap : 0),
        align: 'right',
        plain: true,
      })),
      of: ({ values }) => titles.map((_, what) => textOf(values, what)),
    };
  }
  const of = ({ values, also }: SheetLine): string =>
    statesWord(point, values[index]!, also?.get(index) ?? [], language) ?? '–';
  const width = Math.max(stateWidths.least, tableTextWidth(document, [title, ...lines.map(of)]));
  return { columns: [{ title, width: Math.min(stateWidths.most, width) }], of: (line) => [of(line)] };
}

/** Which points stand beside each other, so that each table is about as full as the others. */
function acrossPages(widths: readonly number[], room: number): number[][] {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const share = total / Math.ceil(total / room);
  const tables: number[][] = [[]];
  let taken = 0;
  for (const [place, width] of widths.entries()) {
    const isFull = taken + width > room || taken + width / 2 > share;
    if (isFull && taken > 0) {
      tables.push([]);
      taken = 0;
    }
    tables.at(-1)!.push(place);
    taken += width;
  }
  return tables;
}

/** `Urgent 2; Minor 1, 3`: the worst first, of each severity the numbers of the columns. */
function alarmsByNumber(
  severities: readonly (number | null)[],
  numbers: readonly number[],
  language: Language,
): string {
  const bySeverity = Map.groupBy(
    severities.flatMap((severity, index) => (severity === null ? [] : [{ severity, number: numbers[index]! }])),
    ({ severity }) => severity,
  );
  const comma = language === 'en' ? ', ' : '、';
  return [...bySeverity]
    .sort(([a], [b]) => a - b)
    .map(([severity, those]) => `${severityWord(severity, language)} ${those.map(({ number }) => number).join(comma)}`)
    .join(language === 'en' ? '; ' : '；');
}
