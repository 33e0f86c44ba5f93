import { Readable } from 'node:stream';
import {
  dataDownloadErrors,
  downloadErrors,
  type ErrorEntry,
  maxValuesAtOnce,
  maxValuesOfPdf,
} from '@watchpost/contract';
import yazl from 'yazl';
import { maxRows } from '../downloads/index.ts';
import { TooManyValues, ValueBudget } from '../history/index.ts';
import { csvType, writeCsv } from '../platform/csv/writeCsv.ts';
import { workbookType, writeWorkbook } from '../platform/excel/writeWorkbook.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { writeReport } from './pdf/writeReport.ts';
import type { DataDownloadDeps, Plan, PlannedPoint } from './plan.ts';
import { readSeries, type Series, type SeriesSource } from './series.ts';
import { legendOf, sheetOf } from './sheetRows.ts';
import { words } from './words.ts';

export const extensions = { excel: 'xlsx', csv: 'csv', pdf: 'pdf' } as const;
export const contentTypes = {
  xlsx: workbookType,
  csv: csvType,
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const;
export type Extension = keyof typeof contentTypes;

export const extensionOf = ({ files, fileType }: Pick<Plan, 'files' | 'fileType'>): Extension =>
  files ? 'zip' : extensions[fileType];

export interface Content {
  readonly stream: Readable;
  /** Rows of the sheets, values of a PDF, written until now. */
  rowCount(): number;
}

/** How far a download is. Each rejects when nobody waits for it any more. */
export interface Told {
  /** @param part of all history that was read, 0 to 1 */
  read(part: number): Promise<void>;
  /** @param rows as `rowCount` counts */
  wrote(rows: number): Promise<void>;
}

/** Some hundredths of a second of writing. */
const toldEveryRows = 2_000;

/** Tells the part that is done of both together: writing a million rows takes as long as reading what they hold. */
export function toldInHalves(
  { values, isMerge, fileType, files, edges }: Plan,
  told: (part: number) => Promise<void>,
): Told {
  const rows = isMerge && fileType !== 'pdf' ? (files?.length ?? 1) * (edges.length - 1) : values;
  let read = 0;
  let written = 0;
  const tell = () => told((read + written) / 2);
  return {
    read(part) {
      read = Math.max(read, part);
      return tell();
    },
    wrote(count) {
      written = Math.min(1, count / Math.max(1, rows));
      return tell();
    },
  };
}

const toldNobody: Told = { read: async () => {}, wrote: async () => {} };

/** The bytes of a download, made while they are taken. */
export function contentOf(deps: DataDownloadDeps, plan: Plan, series: SeriesSource, told = toldNobody): Content {
  let rows = 0;
  const counted = async function* <Row>(source: AsyncIterable<Row>): AsyncGenerator<Row> {
    for await (const row of source) {
      rows += 1;
      if (rows % toldEveryRows === 0) await told.wrote(rows);
      yield row;
    }
  };
  const single = (points: readonly PlannedPoint[], title: string): Readable => {
    const { language, timeZone, fileType } = plan;
    if (fileType === 'pdf') {
      const counting: SeriesSource = async function* (asked) {
        for await (const one of series(asked)) {
          rows += one.length;
          await told.wrote(rows);
          yield one;
        }
      };
      return writeReport(deps, { plan, points, series: counting });
    }
    const sheet = sheetOf({ plan, points, series });
    const table = { columns: sheet.columns, rows: counted(sheet.rows), language, timeZone };
    return fileType === 'excel' ? writeWorkbook({ ...table, title, legend: legendOf(plan) }) : writeCsv(table);
  };
  if (!plan.files) return { stream: single(plan.points, words.title[plan.language]), rowCount: () => rows };

  const zip = new yazl.ZipFile();
  const { files } = plan;
  const mtime = new Date(deps.clock.now());
  for (const [index, { name, points }] of files.entries()) {
    // Made when its turn comes: a hundred files are not written beside each other.
    zip.addReadStreamLazy(
      `${name}.${extensions[plan.fileType]}`,
      { mtime, compress: plan.fileType === 'csv' },
      (give) =>
        void told.read(index / files.length).then(
          () => give(null, single(points, name)),
          (error: unknown) => give(error, Readable.from([])),
        ),
    );
  }
  const stream = zip.outputStream as Readable;
  zip.on('error', (error) => stream.destroy(error as Error));
  zip.end();
  return { stream, rowCount: () => rows };
}

/**
 * Every change of a state is a value; how many there are shows only while they are read. What intervals may take of the
 * most is taken off before.
 */
function budgetOf({ files, points, edges, fileType }: Plan, maxValues: number): ValueBudget {
  const taken = (files?.flatMap((file) => file.points) ?? points).filter(({ kind }) => kind === 'analog').length;
  const most = fileType === 'pdf' ? Math.min(maxValuesOfPdf, maxValues) : maxValues;
  return new ValueBudget(Math.max(0, most - taken * Math.max(0, edges.length - 1)));
}

/** Says in the words of the download that it holds too much. @throws Refusal */
async function* refusing(plan: Plan, tooMuch: ErrorEntry, read: AsyncIterable<Series>): AsyncGenerator<Series> {
  try {
    yield* read;
  } catch (error) {
    if (!(error instanceof TooManyValues)) throw error;
    if (plan.fileType === 'pdf') throw new Refusal(dataDownloadErrors.tooMuchForPdf, { count: maxValuesOfPdf });
    throw new Refusal(tooMuch, { count: tooMuch === downloadErrors.tooManyRows ? maxRows : maxValuesAtOnce });
  }
}

/**
 * Reads piece by piece while the file is written: for downloads of any size.
 *
 * @param told with the part that was read, 0 to 1, after every piece; in the middle of a file, too
 */
export const whileWriting = (
  deps: DataDownloadDeps,
  plan: Plan,
  signal: AbortSignal,
  told?: (part: number) => Promise<void>,
): SeriesSource => {
  const budget = budgetOf(plan, maxRows);
  const fileCount = plan.files?.length ?? 1;
  let begun = 0;
  return (points) => {
    const before = begun++;
    const toldOfFile = told && ((part: number) => told(Math.min(1, (before + part) / fileCount)));
    return refusing(plan, downloadErrors.tooManyRows, readSeries(deps, plan, points, { budget, signal }, toldOfFile));
  };
};

/** Reads everything first, for small downloads: a caller without any data is told so instead of getting an empty file. */
export async function beforehand(deps: DataDownloadDeps, plan: Plan, signal: AbortSignal): Promise<SeriesSource> {
  const all = new Map<number, Series>();
  const read = readSeries(deps, plan, plan.points, { budget: budgetOf(plan, maxValuesAtOnce), signal });
  for await (const series of refusing(plan, dataDownloadErrors.tooMuchAtOnce, read)) all.set(series.point.id, series);
  if ([...all.values()].every(({ length }) => length === 0)) throw new Refusal(dataDownloadErrors.noPointData);
  return async function* (points) {
    for (const { id } of points) {
      const series = all.get(id);
      if (series) yield series;
    }
  };
}
