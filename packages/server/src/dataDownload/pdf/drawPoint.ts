import type { DataDownloadDeps, Plan } from '../plan.ts';
import type { Series } from '../series.ts';
import { minuteOf, pointHeader, secondOf, severityWord, stateWord, words, worstAlarms } from '../words.ts';
import { drawAlarms } from './drawAlarms.ts';
import { drawAnalog, drawStates } from './drawCurve.ts';
import { drawCorrections, drawGaps, drawLimits } from './drawFindings.ts';
import { drawStatistics } from './drawStatistics.ts';
import { drawTable, tableTextWidth } from './drawTable.ts';
import { findGaps, type Gap } from './findGaps.ts';
import { contentWidth, ink, page, type ReportDocument } from './ReportDocument.ts';
import { figure, reportWords } from './words.ts';

const curveHeight = 190;
const statesHeight = 70;
/** A state may be named by a whole sentence. */
const widestState = 240;

/** Everything a report says of one point. */
export async function drawPoint(
  document: ReportDocument,
  deps: DataDownloadDeps,
  plan: Plan,
  series: Series,
): Promise<void> {
  const { language } = plan;
  const { point } = series;
  document.heading(pointHeader(point)[language], 13);
  // The uppermost number of the axis stands half above the curve.
  document.text(point.typeName, { colour: ink.weak, gap: 10 });
  if (series.length === 0) {
    document.text(reportWords.nothing[language]);
    return;
  }
  const gaps = findGaps(series, plan);
  const isAnalog = point.kind === 'analog';
  const height = isAnalog ? curveHeight : statesHeight;
  document.need(height + 24);
  const box = { x: page.margin, y: document.y, width: contentWidth, height };
  if (isAnalog) drawAnalog(document, box, plan, [series], gaps);
  else drawStates(document, box, plan, series);
  document.y += height + (isAnalog ? 4 : 16);
  drawLegend(document, plan, series, gaps);

  await drawStatistics(document, plan, [series]);
  drawLimits(document, plan, series);
  await drawGaps(document, deps, plan, series, gaps);
  drawCorrections(document, plan, series);
  if (plan.saysAlarms) drawAlarms(document, plan, series);
  document.heading(reportWords.data[language]);
  await drawValues(document, plan, series);
}

function drawLegend(document: ReportDocument, plan: Plan, series: Series, gaps: readonly Gap[]): void {
  const { pdf } = document;
  const { language } = plan;
  const isAnalog = series.point.kind === 'analog';
  const items: [string, string, number][] = [
    ...(isAnalog
      ? ([
          ['#0072b2', reportWords.legendLine[language], 1],
          ['#0072b2', reportWords.legendBand[language], 0.2],
        ] as [string, string, number][])
      : []),
    ...(isAnalog && series.point.limits
      ? ([['#d9822b', reportWords.legendLimit[language], 1]] as [string, string, number][])
      : []),
    ...(gaps.length > 0 ? ([['#e4e8ed', reportWords.legendGap[language], 1]] as [string, string, number][]) : []),
    ...(isAnalog && plan.marksAlarms && series.alarms.length > 0
      ? ([['#d64545', reportWords.legendAlarm[language], 0.25]] as [string, string, number][])
      : []),
  ];
  let x = page.margin + 40;
  pdf.font('text').fontSize(7.5);
  for (const [colour, word, opacity] of items) {
    pdf
      .fillOpacity(opacity)
      .rect(x, document.y + 3, 9, 5)
      .fill(colour)
      .fillOpacity(1);
    pdf.fillColor(ink.weak);
    document.line(word, x + 12, document.y - 0.5, 160);
    x += 12 + pdf.widthOfString(word) + 16;
  }
  document.y += 16;
}

async function drawValues(document: ReportDocument, plan: Plan, series: Series): Promise<void> {
  const { language } = plan;
  const { point } = series;
  const plainTime = { title: words.time[language], width: plan.tellsOffset ? 96 : 68, plain: true } as const;
  const severities = series.alarms.flatMap((one) =>
    [one, ...one.course].map(({ severity }) => severityWord(severity, language)),
  );
  const alarmTitle = words.alarm[language];
  const alarm = plan.saysAlarms
    ? [{ title: alarmTitle, width: tableTextWidth(document, [alarmTitle, ...severities]) }]
    : [];
  const worst = worstAlarms(series.alarms);
  const alarmAt = (from: number, to: number): string[] => {
    if (!plan.saysAlarms) return [];
    const severity = worst(from, to);
    return [severity === null ? '' : severityWord(severity, language)];
  };
  if (point.kind === 'state') {
    function* rows(): Generator<string[]> {
      for (let i = 0; i < series.length; i += 1) {
        const next = i + 1 < series.length ? series.times[i + 1]! : plan.to;
        const time = secondOf(plan, series.times[i]!);
        yield [time, stateWord(point, series.values[i]!, language), ...alarmAt(series.times[i]!, next)];
      }
    }
    const states = [words.state[language], words.noData[language], ...point.states.values()];
    const width = Math.min(widestState, tableTextWidth(document, states));
    await drawTable(
      document,
      [{ ...plainTime, width: plan.tellsOffset ? 104 : 76 }, { title: words.state[language], width }, ...alarm],
      rows(),
    );
    return;
  }
  const number = (title: string) => ({ title, width: 31, align: 'right', plain: true }) as const;
  function* rows(): Generator<string[]> {
    for (let i = 0; i < series.length; i += 1) {
      const time = series.times[i]!;
      yield [
        minuteOf(plan, time),
        figure(series.values[i]!, point.decimals),
        figure(series.min[i]!, point.decimals),
        figure(series.max[i]!, point.decimals),
        ...alarmAt(time, series.ends[i]!),
      ];
    }
  }
  const columns = [
    plainTime,
    number(words.averageShort[language]),
    number(words.minimumShort[language]),
    number(words.maximumShort[language]),
    ...alarm,
  ];
  await drawTable(document, columns, rows());
}
