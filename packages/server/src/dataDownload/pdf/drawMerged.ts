import type { Language } from '@watchpost/contract';
import type { DataDownloadDeps, Plan } from '../plan.ts';
import type { Series } from '../series.ts';
import type { Sheet, SheetLine } from '../sheetRows.ts';
import { minuteOf, pointHeader, severityWord, words, worstAlarms } from '../words.ts';
import { drawAlarms } from './drawAlarms.ts';
import { drawAnalog, drawStates, lineColours } from './drawCurve.ts';
import { drawCorrections, drawGaps, drawLimitsTable, isKnownThroughout } from './drawFindings.ts';
import { drawStatistics } from './drawPoint.ts';
import { drawTable, tableTextWidth } from './drawTable.ts';
import { findGaps } from './findGaps.ts';
import { contentWidth, ink, page, type ReportDocument } from './ReportDocument.ts';
import { reportWords } from './words.ts';

const curveHeight = 180;
const statesHeight = 60;
/** As many columns as can be read beside the time; fewer beside the alarms. */
const pointsAcross = 7;
const pointsBesideAlarms = 5;
const timeWidths = { plain: 70, withOffset: 98 } as const;
/** A number with its unit in the head, at least. */
const leastWidth = 46;

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
  for (const group of byUnit(known.filter(({ point }) => point.kind === 'analog'))) {
    document.need(curveHeight + 20 + group.length * 11);
    const box = { x: page.margin, y: document.y, width: contentWidth, height: curveHeight };
    drawAnalog(document, box, plan, group, group.length === 1 ? findGaps(group[0]!, plan) : []);
    document.y += curveHeight + 4;
    for (const [index, { point }] of group.entries()) {
      document.pdf.rect(page.margin + 40, document.y + 4, 10, 3).fill(lineColours[index % lineColours.length]!);
      document.text(pointHeader(point)[language], {
        size: 7.5,
        x: page.margin + 54,
        width: 400,
        gap: 0,
        colour: ink.weak,
      });
    }
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
    if (!plan.marksAlarms) continue;
    if (series.alarms.length === 0) calm.push(of);
    else drawAlarms(document, plan, series, of);
  }
  // Ten points of which nothing is to be said are two sentences, not twenty headings.
  drawAllOf(document, reportWords.gaps[language], reportWords.noGaps[language], inOrder);
  drawAllOf(document, reportWords.alarms[language], reportWords.noAlarms[language], calm);
  document.heading(reportWords.data[language]);
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
  const { language, marksAlarms } = plan;
  const timeWidth = plan.tellsOffset ? timeWidths.withOffset : timeWidths.plain;
  const most = marksAlarms ? pointsBesideAlarms : pointsAcross;
  const lines: SheetLine[] = [];
  for await (const line of sheet.rows) lines.push(line);
  for (let begin = 0; begin < all.length; begin += most) {
    const across = all.slice(begin, begin + most);
    // What a number of the head means stands above: the names would not fit into columns of numbers.
    for (const [index, { point }] of across.entries())
      document.text(`${begin + index + 1}  ${pointHeader(point)[language]}`, { size: 7.5, gap: 0, colour: ink.weak });
    document.y += 4;
    const worst = across.map(({ alarms }) => worstAlarms(alarms));
    const alarmed = marksAlarms
      ? lines.map(({ time, end }) =>
          alarmsByNumber(
            worst.map((find) => find(time, end)),
            begin + 1,
            language,
          ),
        )
      : [];
    // As wide as its longest text: which point is in alarm must not be cut off.
    const alarmWidth = marksAlarms
      ? Math.min(
          contentWidth - timeWidth - most * leastWidth,
          tableTextWidth(document, [words.alarm[language], ...alarmed]),
        )
      : 0;
    const width = (contentWidth - timeWidth - alarmWidth) / most;
    const columns = [
      { title: words.time[language], width: timeWidth, plain: true as const },
      ...across.map(({ point }, index) => ({
        title: `${begin + index + 1}${point.unit === '' ? '' : ` ${point.unit}`}`,
        width,
        align: 'right' as const,
        ...(point.kind === 'analog' ? { plain: true as const } : {}),
      })),
      ...(marksAlarms ? [{ title: words.alarm[language], width: alarmWidth }] : []),
    ];
    function* rows(): Generator<string[]> {
      for (const [at, line] of lines.entries()) {
        yield [
          minuteOf(plan, line.time),
          ...across.map(({ point }, index) => {
            const value = line.values[begin + index]!;
            if (Number.isNaN(value)) return '-';
            return point.kind === 'analog' ? value.toFixed(point.decimals) : (point.states.get(value) ?? String(value));
          }),
          ...(marksAlarms ? [alarmed[at]!] : []),
        ];
      }
    }
    await drawTable(document, columns, rows());
  }
}

/** `Urgent 2; Minor 1, 3`: the worst first, of each severity the numbers of the columns. */
function alarmsByNumber(severities: readonly (number | null)[], first: number, language: Language): string {
  const numbers = Map.groupBy(
    severities.flatMap((severity, index) => (severity === null ? [] : [{ severity, number: first + index }])),
    ({ severity }) => severity,
  );
  const comma = language === 'en' ? ', ' : '、';
  return [...numbers]
    .sort(([a], [b]) => a - b)
    .map(([severity, those]) => `${severityWord(severity, language)} ${those.map(({ number }) => number).join(comma)}`)
    .join(language === 'en' ? '; ' : '；');
}
