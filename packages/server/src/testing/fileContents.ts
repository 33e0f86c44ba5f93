import { extractText, getDocumentProxy } from 'unpdf';
import { readSheet } from '../platform/excel/readSheet.ts';

/** What the cells of a workbook show. */
export async function cellsOf(file: Uint8Array) {
  const { header, rows } = await readSheet(Buffer.from(file), { maxRows: 10_000 });
  return { header, rows: rows.map(({ cells }) => cells.map((cell) => ('value' in cell ? cell.value : null))) };
}

/** What a PDF says, in one line. */
export async function wordsOf(file: Uint8Array) {
  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true });
  return { totalPages, text: text.replace(/\s+/g, ' ') };
}
