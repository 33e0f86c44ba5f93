import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { Plan } from '../plan.ts';
import type { Series } from '../series.ts';
import type { Sheet, SheetLine } from '../sheetRows.ts';
import { pointHeader, words } from '../words.ts';
import { drawAnalog, drawStates, lineColours } from './drawCurve.ts';
import { drawStatistics } from './drawPoint.ts';
import { drawTable } from './drawTable.ts';
import { contentWidth, ink, page, type ReportDocument } from './ReportDocument.ts';
import { reportWords } from './words.ts';

const curveHeight = 180;
const statesHeight = 60;
/** As many columns as can be read beside the time. */
const pointsAcross = 7;
const timeWidth = 70;

/** Curves by unit, the statistics of all points, and their values side by side. */
export async function drawMerged(
  document: ReportDocument,
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
    drawAnalog(document, { x: page.margin, y: document.y, width: contentWidth, height: curveHeight }, plan, group, []);
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
  document.heading(reportWords.data[language]);
  await drawSideBySide(document, plan, all, sheet);
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
  const { language, timeZone } = plan;
  const lines: SheetLine[] = [];
  for await (const line of sheet.rows) lines.push(line);
  for (let begin = 0; begin < all.length; begin += pointsAcross) {
    const across = all.slice(begin, begin + pointsAcross);
    // What a number of the head means stands above: the names would not fit into columns of numbers.
    for (const [index, { point }] of across.entries())
      document.text(`${begin + index + 1}  ${pointHeader(point)[language]}`, { size: 7.5, gap: 0, colour: ink.weak });
    document.y += 4;
    const width = (contentWidth - timeWidth) / pointsAcross;
    const columns = [
      { title: words.time[language], width: timeWidth, plain: true as const },
      ...across.map(({ point }, index) => ({
        title: `${begin + index + 1}${point.unit === '' ? '' : ` ${point.unit}`}`,
        width,
        align: 'right' as const,
        ...(point.kind === 'analog' ? { plain: true as const } : {}),
      })),
    ];
    function* rows(): Generator<string[]> {
      for (const line of lines) {
        yield [
          localOfEpoch(line.time, timeZone).slice(0, 16),
          ...across.map(({ point }, index) => {
            const value = line.values[begin + index]!;
            if (Number.isNaN(value)) return '-';
            return point.kind === 'analog' ? value.toFixed(point.decimals) : (point.states.get(value) ?? String(value));
          }),
        ];
      }
    }
    await drawTable(document, columns, rows());
  }
}
