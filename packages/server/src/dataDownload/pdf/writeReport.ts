import type { Readable } from 'node:stream';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { DataDownloadDeps, Plan } from '../plan.ts';
import type { Series } from '../series.ts';
import { type FileOf, sheetOf } from '../sheetRows.ts';
import { pointHeader } from '../words.ts';
import { drawMerged } from './drawMerged.ts';
import { drawPoint } from './drawPoint.ts';
import { ink, page, ReportDocument } from './ReportDocument.ts';
import { durationWord, reportWords } from './words.ts';

/**
 * A report for people and auditors: what was asked, then of each point its curve, statistics, limits, gaps with their reasons and
 * the values; merged, the curves, statistics and limits of all, gaps and alarms of each, and one table with the points side by
 * side.
 */
export function writeReport(deps: DataDownloadDeps, file: FileOf): Readable {
  const { plan } = file;
  const { language } = plan;
  const title = `${plan.projectName} · ${reportWords.report[language]}`;
  const madeAt = new Date(deps.clock.now());
  const document = new ReportDocument({ language, title, madeAt });
  // Closed when the caller leaves, or the export is given up.
  const left = new AbortController();
  (document.pdf as unknown as Readable).once('close', () => left.abort(new Error('Nobody takes the report')));
  const sharing = { ...deps, history: { ...deps.history, raw: inTurn(deps, plan, left.signal) } };
  const draw = async (): Promise<void> => {
    drawHead(document, file, title, madeAt);
    if (plan.isMerge) {
      const all: Series[] = [];
      for await (const series of file.series(file.points)) all.push(series);
      const held = async function* () {
        yield* all;
      };
      await drawMerged(document, sharing, plan, all, sheetOf({ ...file, series: held }));
    } else {
      let isFirst = true;
      for await (const series of file.series(file.points)) {
        if (!isFirst) document.newPage();
        isFirst = false;
        await drawPoint(document, sharing, plan, series);
      }
    }
    document.end(`${title} · ${localOfEpoch(madeAt.getTime(), plan.timeZone)} ${plan.timeZone}`);
  };
  draw().catch((error: unknown) => (document.pdf as unknown as Readable).destroy(error as Error));
  return document.pdf as unknown as Readable;
}

/** Reasons of gaps are looked up as curves are: in their person's turn. */
const inTurn =
  (
    { history, historyShare }: DataDownloadDeps,
    { caller }: Plan,
    signal: AbortSignal,
  ): DataDownloadDeps['history']['raw'] =>
  (pointIds, from, to) =>
    historyShare.long.run(caller.userId, signal, () => history.raw(pointIds, from, to, signal));

const labelWidth = 78;

function drawHead(document: ReportDocument, { plan, points }: FileOf, title: string, madeAt: Date): void {
  const { language, timeZone } = plan;
  const local = (epochMs: number) => localOfEpoch(epochMs, timeZone).slice(0, 16);
  document.text(title, { size: 16, strong: true, gap: 8 });
  const facts: [string, string][] = [
    [reportWords.range[language], `${local(plan.from)} – ${local(plan.to)}`],
    [reportWords.zone[language], timeZone],
    [reportWords.interval[language], durationWord(plan.intervalMinutes * 60_000, language)],
    [
      reportWords.points[language],
      points.length <= 12
        ? points.map((point) => pointHeader(point)[language]).join(language === 'en' ? ', ' : '、')
        : String(points.length),
    ],
    [reportWords.made[language], local(madeAt.getTime())],
  ];
  for (const [label, value] of facts) {
    const y = document.y;
    document.text(label, { colour: ink.weak, gap: 0, width: labelWidth });
    document.y = y;
    document.text(value, { x: page.margin + labelWidth, width: page.width - 2 * page.margin - labelWidth, gap: 2 });
  }
  document.y += 6;
}
