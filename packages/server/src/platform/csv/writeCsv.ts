import { Readable } from 'node:stream';
import type { Language } from '@watchpost/contract';
import type { SheetColumn } from '../excel/writeWorkbook.ts';
import { localOfEpoch } from '../zonedTime.ts';

export const csvType = 'text/csv; charset=utf-8';

/** Without it Excel reads the file in the code page of its country, and Chinese is lost. */
const byteOrderMark = '\ufeff';
/** So much text is handed on at a time. */
const chunkLength = 64 * 1024;

/**
 * A table as RFC 4180 has it, in UTF-8, made while rows are taken. Times are local, `YYYY-MM-DD HH:mm:ss`. Text that a
 * spreadsheet would take for a formula is quoted with an apostrophe.
 */
export function writeCsv<Row>({
  columns,
  rows,
  language,
  timeZone,
}: {
  columns: readonly SheetColumn<Row>[];
  rows: AsyncIterable<Row> | Iterable<Row>;
  language: Language;
  timeZone: string;
}): Readable {
  async function* chunks(): AsyncGenerator<string> {
    let chunk = `${byteOrderMark}${columns.map(({ header }) => fieldOf(header[language])).join(',')}\r\n`;
    for await (const row of rows) {
      chunk += `${columns.map((column) => cellOf(column, row, language, timeZone)).join(',')}\r\n`;
      if (chunk.length >= chunkLength) {
        yield chunk;
        chunk = '';
      }
    }
    yield chunk;
  }
  return Readable.from(chunks(), { objectMode: false });
}

function cellOf<Row>(column: SheetColumn<Row>, row: Row, language: Language, timeZone: string): string {
  if (column.type === 'text') return fieldOf(column.value(row, language) ?? '');
  if (column.type === 'number') {
    const value = column.value(row, language);
    return value === null || !Number.isFinite(value) ? '' : String(value);
  }
  const at = column.value(row, language);
  return at === null ? '' : localOfEpoch(Number(at), column.timeZone?.(row) ?? timeZone);
}

function fieldOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
