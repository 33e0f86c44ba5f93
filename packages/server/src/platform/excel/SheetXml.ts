import { spreadsheet, xmlHead, xmlText } from './workbookParts.ts';

/** What stands in a cell: a number counts for dates, too. */
export type CellValue = string | number | null;

export interface ColumnLook {
  readonly header: string;
  /** In characters. */
  readonly width: number;
  /** Which of the workbook's formats, 1 being the first. */
  readonly style: number;
}

/** `A`, `B` … `Z`, `AA`. */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/**
 * The XML of one sheet, row by row. A million rows are written from here: what a column's cells have in common is put together
 * once, and of a text that stands in the same column of row after row, the XML stands ready.
 */
export class SheetXml {
  readonly #columns: readonly ColumnLook[];
  readonly #opens: readonly string[];
  readonly #letters: readonly string[];
  readonly #lastTexts: string[];
  readonly #lastXml: string[];

  constructor(columns: readonly ColumnLook[]) {
    this.#columns = columns;
    this.#letters = columns.map((_, i) => `<c r="${lettersOf(i)}`);
    this.#opens = columns.map(({ style }) => `" s="${style}"`);
    this.#lastTexts = columns.map(() => '');
    this.#lastXml = columns.map(() => textXml(''));
  }

  /** What comes before the first row: the header stays in sight. */
  head(): string {
    const cols = this.#columns.map(
      ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
    );
    return `${xmlHead}<worksheet xmlns="${spreadsheet}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>${this.row(
      1,
      this.#columns.map(({ header }) => header),
    )}`;
  }

  /** @param number from 1 on, the header being the first */
  row(number: number, values: readonly CellValue[]): string {
    let xml = `<row r="${number}">`;
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (value === null) continue;
      if (typeof value === 'string') {
        if (value !== this.#lastTexts[i]) {
          this.#lastTexts[i] = value;
          this.#lastXml[i] = textXml(value);
        }
        xml += `${this.#letters[i]}${number}${this.#opens[i]}${this.#lastXml[i]}`;
      } else if (Number.isFinite(value)) xml += `${this.#letters[i]}${number}${this.#opens[i]}><v>${value}</v></c>`;
    }
    const last = values.length - 1;
    // Every row is as wide as the header, for programs that take it as far as it goes.
    if (last >= 0 && values[last] === null) xml += `${this.#letters[last]}${number}${this.#opens[last]}/>`;
    return `${xml}</row>`;
  }

  readonly tail = '</sheetData></worksheet>';
}

/** Blanks at the ends, and further lines, would be taken away else. */
const keepsBlanks = /^\s|\s$|[\n\t]/;
const textXml = (text: string): string =>
  ` t="inlineStr"><is><t${keepsBlanks.test(text) ? ' xml:space="preserve"' : ''}>${xmlText(text)}</t></is></c>`;
