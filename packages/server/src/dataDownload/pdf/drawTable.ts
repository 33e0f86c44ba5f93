import { setImmediate } from 'node:timers/promises';
import { contentWidth, ink, page, type ReportDocument } from './ReportDocument.ts';

export interface TableColumn {
  readonly title: string;
  readonly width: number;
  readonly align?: 'left' | 'right';
  /** Numbers and times, which always fit: drawn without being measured line by line. */
  readonly plain?: true;
}

const rowHeight = 10.5;
const headHeight = 13;
const fontSize = 7;
const columnGap = 12;

/**
 * Draws rows under a head, in as many blocks beside each other as fit the page, and goes on with the next page. Columns are at
 * least as wide as they say, in proportion as wide as the page.
 *
 * @param rows each one text a column
 */
export async function drawTable(
  document: ReportDocument,
  columns: readonly TableColumn[],
  rows: Iterable<readonly string[]>,
): Promise<void> {
  const { pdf } = document;
  const apart = columns.map((column, index): Indented => {
    // Or a word would stand at the number before it as if it were its unit.
    const indent = column.align !== 'right' && columns[index - 1]?.align === 'right' ? 8 : 0;
    return { ...column, indent, width: column.width + indent };
  });
  const least = apart.reduce((sum, column) => sum + column.width, 0);
  const blocks = Math.max(1, Math.floor((contentWidth + columnGap) / (least + columnGap)));
  const width = (contentWidth - (blocks - 1) * columnGap) / blocks;
  const stretched = apart.map((column) => ({ ...column, width: (column.width / least) * width }));
  const iterator = rows[Symbol.iterator]();
  let next = iterator.next();
  while (!next.done) {
    document.need(headHeight + rowHeight * 2);
    const top = document.y;
    const fitting = Math.floor((document.left - headHeight) / rowHeight);
    // Read ahead what stands on this page: the last of it is spread over the blocks evenly.
    const held: (readonly string[])[] = [];
    while (!next.done && held.length < fitting * blocks) {
      held.push(next.value);
      next = iterator.next();
    }
    const perBlock = next.done ? Math.ceil(held.length / blocks) : fitting;
    for (let block = 0; block * perBlock < held.length; block += 1) {
      const x = page.margin + block * (width + columnGap);
      head(document, stretched, x, top, width);
      for (const [index, row] of held.slice(block * perBlock, (block + 1) * perBlock).entries()) {
        const y = top + headHeight + index * rowHeight;
        cells(document, stretched, row, x, y);
        pdf
          .lineWidth(0.25)
          .strokeColor(ink.line)
          .moveTo(x, y + rowHeight - 1)
          .lineTo(x + width, y + rowHeight - 1)
          .stroke();
      }
    }
    document.y = top + headHeight + Math.min(perBlock, held.length) * rowHeight + 8;
    // A page of numbers takes milliseconds; others wait for no more than one.
    await setImmediate();
  }
}

/** How wide a column must be to show the longest of these texts whole. */
export function tableTextWidth({ pdf }: ReportDocument, texts: Iterable<string>): number {
  pdf.font('text').fontSize(fontSize);
  let widest = 0;
  for (const text of new Set(texts)) widest = Math.max(widest, pdf.widthOfString(text));
  return Math.ceil(widest) + 6;
}

interface Indented extends TableColumn {
  readonly indent: number;
}

function head(document: ReportDocument, columns: readonly Indented[], x: number, y: number, width: number): void {
  const { pdf } = document;
  pdf.rect(x, y, width, headHeight).fill(ink.head);
  pdf
    .font('strong')
    .fontSize(fontSize - 0.5)
    .fillColor(ink.text);
  let at = x;
  for (const { title, width: columnWidth, align = 'left', indent } of columns) {
    document.line(title, at + 2 + indent, y + 1.5, columnWidth - 4 - indent, { align });
    at += columnWidth;
  }
}

function cells(
  document: ReportDocument,
  columns: readonly Indented[],
  row: readonly string[],
  x: number,
  y: number,
): void {
  const { pdf } = document;
  let at = x;
  for (const [index, { width, align = 'left', plain, indent }] of columns.entries()) {
    const text = row[index] ?? '';
    if (text !== '') {
      pdf.font('text').fontSize(fontSize).fillColor(ink.text);
      if (plain) {
        const textWidth = align === 'right' ? pdf.widthOfString(text) : 0;
        pdf.text(text, align === 'right' ? at + width - 2 - textWidth : at + 2 + indent, y - 0.4, { lineBreak: false });
      } else document.line(text, at + 2 + indent, y - 0.4, width - 4 - indent, { align });
    }
    at += width;
  }
}
