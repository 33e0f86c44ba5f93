import { Readable } from 'node:stream';
import type { Bilingual, Language } from '@watchpost/contract';
import yazl from 'yazl';
import { clockOfEpoch } from '../zonedTime.ts';
import { type CellValue, SheetXml } from './SheetXml.ts';
import { sheetPath, workbookParts } from './workbookParts.ts';

/** What a column shows of a row; null leaves its cell empty. */
export type SheetColumn<Row> = {
  readonly header: Bilingual;
  /** In characters of the Latin alphabet; a Chinese one takes two. Absent: fits the kind and the header. */
  readonly width?: number;
} & (
  | {
      readonly type: 'text';
      /** Whatever it begins with, it stays text: `=1+1` is shown and never calculated. */
      readonly value: (row: Row, language: Language) => string | null;
    }
  | {
      readonly type: 'number';
      readonly decimals?: number;
      /** No number (NaN, infinite) is shown as an empty cell, never as zero. */
      readonly value: (row: Row, language: Language) => number | null;
    }
  | {
      readonly type: 'date';
      /** Epoch ms. */
      readonly value: (row: Row, language: Language) => number | Date | null;
      /** Where the clock hangs; absent: the workbook's zone. */
      readonly timeZone?: (row: Row) => string;
    }
);

export interface WorkbookOptions<Row> {
  /** Name of the sheet; what a sheet cannot be called is taken out. */
  readonly title: string;
  readonly columns: readonly SheetColumn<Row>[];
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  readonly language: Language;
  /** IANA zone of the date columns. */
  readonly timeZone: string;
}

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** As much as a cell of Excel takes. */
const maxCellCharacters = 32_767;
/** As long as the name of a sheet may be. */
const maxTitleCharacters = 31;
const defaultWidths = { text: 20, number: 12, date: 20 } as const;

/** A sheet of Excel holds 1,048,576. */
const rowsOfSheet = 1_048_576;
/** So much XML is handed on at a time. */
const chunkLength = 64 * 1024;
/** Days from 30 December 1899, from which Excel counts, to 1970. */
const daysBefore1970 = 25_569;
const dayMs = 86_400_000;

/**
 * The bytes of an .xlsx file, made while rows are taken from `rows`: memory does not grow with their number. Above a million
 * rows it goes on in further sheets. Written by ourselves: a library that is general took four times as long for a million
 * rows (docs/decisions/0052).
 *
 * @example pipeline(writeWorkbook({ title: '成员', columns, rows, language: 'zh', timeZone }), createWriteStream(file))
 */
export function writeWorkbook<Row>(options: WorkbookOptions<Row>): Readable {
  const { columns, language, title } = options;
  const formats = [...new Set(columns.map(formatOf))];
  const looks = columns.map((column) => ({
    header: cellText(column.header[language]),
    width: column.width ?? Math.max(defaultWidths[column.type], widthOf(column.header[language]) + 2),
    style: formats.indexOf(formatOf(column)) + 1,
  }));
  const zip = new yazl.ZipFile();
  const stream = zip.outputStream as Readable;
  const rows = cellsOf(options);
  zip.on('error', (error) => stream.destroy(error as Error));
  const addSheet = (sheet: number, first: readonly CellValue[] | null): void => {
    const content = Readable.from(chunksOf(new SheetXml(looks), rows, first, more), { objectMode: false });
    zip.addReadStream(content, sheetPath(sheet));
    content.once('error', (error) => stream.destroy(error));
    // Whoever leaves before the end takes no more rows.
    stream.once('close', () => {
      content.destroy();
      void rows.return(undefined).catch(() => undefined);
    });
    function more(next: readonly CellValue[] | null): void {
      if (next !== null) {
        addSheet(sheet + 1, next);
        return;
      }
      const names = Array.from({ length: sheet }, (_, i) => sheetNameAt(title, i));
      for (const [path, text] of workbookParts(names, formats)) zip.addBuffer(Buffer.from(text), path);
      zip.end();
    }
  };
  addSheet(1, null);
  return stream;
}

/**
 * One sheet as XML.
 *
 * @param first a row that was taken already
 * @param more hears, at the end, the first row that had no room; null: there are no more
 */
async function* chunksOf(
  xml: SheetXml,
  rows: AsyncGenerator<readonly CellValue[]>,
  first: readonly CellValue[] | null,
  more: (next: readonly CellValue[] | null) => void,
): AsyncGenerator<Buffer> {
  let text = xml.head();
  let number = 1;
  if (first !== null) text += xml.row(++number, first);
  let next: readonly CellValue[] | null = null;
  while (true) {
    const { done, value } = await rows.next();
    if (done) break;
    if (number === rowsOfSheet) {
      next = value;
      break;
    }
    text += xml.row(++number, value);
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text + xml.tail);
  more(next);
}

async function* cellsOf<Row>(options: WorkbookOptions<Row>): AsyncGenerator<readonly CellValue[]> {
  const { columns, language } = options;
  for await (const row of options.rows) {
    yield columns.map((column) => {
      if (column.type === 'text') {
        const text = column.value(row, language);
        return text === null ? null : cellText(text);
      }
      if (column.type === 'number') return column.value(row, language);
      const at = column.value(row, language);
      if (at === null) return null;
      // A sheet knows no zones: its clock is written as if it hung in Greenwich.
      return clockOfEpoch(Number(at), column.timeZone?.(row) ?? options.timeZone) / dayMs + daysBefore1970;
    });
  }
}

function formatOf(column: SheetColumn<never>): string {
  // "Text", so that a cell beginning with = stays text even after somebody edited it.
  if (column.type === 'text') return '@';
  if (column.type === 'date') return 'yyyy-mm-dd hh:mm:ss';
  return column.decimals === undefined ? 'General' : column.decimals === 0 ? '0' : `0.${'0'.repeat(column.decimals)}`;
}

/** A text as the file can hold it: without halves of characters, and not so that it reads as an escape (`_x0041_`). */
export function cellText(text: string): string {
  const whole = text.toWellFormed().replace(/[\ufffe\uffff]/g, '\ufffd');
  const cut = whole.length > maxCellCharacters ? `${whole.slice(0, maxCellCharacters - 1).toWellFormed()}…` : whole;
  return cut.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

/** What a sheet can be called of it. */
export const sheetName = (title: string): string =>
  title
    .replace(/[[\]:*?/\\\p{C}]/gu, ' ')
    .replace(/^[' ]+|[' ]+$/g, '')
    .slice(0, maxTitleCharacters)
    .toWellFormed()
    .trim() || 'Sheet1';

/** Of the first sheet the name itself, of further ones with their number. */
function sheetNameAt(title: string, index: number): string {
  const name = sheetName(title);
  if (index === 0) return name;
  const suffix = `_${index + 1}`;
  return `${name.slice(0, maxTitleCharacters - suffix.length).toWellFormed()}${suffix}`;
}

/** Chinese characters are twice as wide. */
const widthOf = (text: string): number => [...text].reduce((sum, char) => sum + (char > '\u2e7f' ? 2 : 1), 0);
