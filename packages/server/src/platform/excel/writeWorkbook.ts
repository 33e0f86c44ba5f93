import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Bilingual, Language } from '@watchpost/contract';
import type { CellStyle } from 'hucre';
import { workbookLibrary } from '../loadLater.ts';
import { clockOfEpoch } from '../zonedTime.ts';

/** What a column shows of a row; null leaves its cell empty. */
export type SheetColumn<Row> = {
  readonly header: Bilingual;
  /** In characters of the Latin alphabet; a Chinese one takes two. Absent: fits the kind and the header. */
  readonly width?: number;
  /** Behind the cell, as RRGGBB; null or absent: none. A CSV has none. */
  readonly fill?: (row: Row) => string | null;
} & (
  | {
      readonly type: 'text';
      /** Stays text with any first character: `=1+1` is shown and never calculated. */
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
      /** The zone of the clock; absent: the workbook's zone. */
      readonly timeZone?: (row: Row) => string;
      /** Whether the head names the workbook's zone: a file is read where nobody knows whose clock it was. */
      readonly saysZone?: boolean;
    }
);

export interface WorkbookOptions<Row> {
  /** Name of the sheet; characters that Excel refuses are taken out. */
  readonly title: string;
  readonly columns: readonly SheetColumn<Row>[];
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  readonly language: Language;
  /** IANA zone of the date columns. */
  readonly timeZone: string;
  /** What colours of cells mean: in heads of their own behind the last column, so that every row below is one of data. */
  readonly legend?: readonly { readonly text: string; readonly fill: string }[];
}

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** As much as a cell of Excel takes. */
const maxCellCharacters = 32_767;
/** As long as the name of a sheet may be. */
const maxTitleCharacters = 31;
const defaultWidths = { text: 20, number: 12, date: 20 } as const;

/**
 * The bytes of an .xlsx file, made while rows are taken from `rows`: memory does not grow with their number. Above a million
 * rows it goes on in further sheets.
 *
 * @example pipeline(writeWorkbook({ title: '成员', columns, rows, language: 'zh', timeZone }), createWriteStream(file))
 */
export function writeWorkbook<Row>(options: WorkbookOptions<Row>): Readable {
  const { columns, legend = [] } = options;
  const present: Present<Row> = { row: null };
  const stream = workbookLibrary().writeXlsxStream(cellsOf(options, present), {
    name: sheetName(options.title),
    freezePane: { rows: 1 },
    columns: [
      ...columns.map((column) => {
        const styleOf = stylesOf(column);
        return {
          header: cellText(headOf(column, options)),
          width: column.width ?? Math.max(defaultWidths[column.type], widthOf(headOf(column, options)) + 2),
          // The library gives styles to columns alone, and asks for them anew at every row: so a column answers for its row.
          get style() {
            return present.row === null ? headStyle : styleOf(present.row);
          },
        };
      }),
      ...legend.map(({ text, fill }) => ({
        header: cellText(text),
        width: widthOf(text) + 4,
        get style() {
          return present.row === null ? { ...headStyle, fill: solid(fill) } : undefined;
        },
      })),
    ],
  });
  return Readable.fromWeb(stream as unknown as WebStream<Uint8Array>);
}

const headOf = <Row>(column: SheetColumn<Row>, { language, timeZone }: WorkbookOptions<Row>): string =>
  column.type === 'date' && column.saysZone ? `${column.header[language]} (${timeZone})` : column.header[language];

const headStyle = { font: { bold: true }, numFmt: '@' } as const;
const solid = (rgb: string) => ({ type: 'pattern', pattern: 'solid', fgColor: { rgb } }) as const;

/** The row that is being written; null: the head still is. */
interface Present<Row> {
  row: Row | null;
}

/** How the cell of a row looks in this column. */
function stylesOf<Row>(column: SheetColumn<Row>): (row: Row) => CellStyle {
  const plain: CellStyle = { numFmt: formatOf(column) };
  const filled = new Map<string, CellStyle>();
  return (row) => {
    const rgb = column.fill?.(row) ?? null;
    if (rgb === null) return plain;
    const style = filled.get(rgb) ?? { ...plain, fill: solid(rgb) };
    filled.set(rgb, style);
    return style;
  };
}

async function* cellsOf<Row>(
  options: WorkbookOptions<Row>,
  present: Present<Row>,
): AsyncGenerator<(string | number | Date | null)[]> {
  const { columns, language } = options;
  for await (const row of options.rows) {
    present.row = row;
    yield columns.map((column) => {
      if (column.type === 'text') {
        const text = column.value(row, language);
        return text === null ? null : cellText(text);
      }
      if (column.type === 'number') return column.value(row, language);
      const at = column.value(row, language);
      if (at === null) return null;
      // A sheet knows no zones: its clock is written as if it were UTC.
      return new Date(clockOfEpoch(Number(at), column.timeZone?.(row) ?? options.timeZone));
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

/** A name that Excel accepts for a sheet. */
export const sheetName = (title: string): string =>
  title
    .replace(/[[\]:*?/\\\p{C}]/gu, ' ')
    .replace(/^[' ]+|[' ]+$/g, '')
    .slice(0, maxTitleCharacters)
    .toWellFormed()
    .trim() || 'Sheet1';

/** Chinese characters are twice as wide. */
const widthOf = (text: string): number => [...text].reduce((sum, char) => sum + (char > '\u2e7f' ? 2 : 1), 0);
