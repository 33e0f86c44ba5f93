import { contentWidth, ink, page, type ReportDocument } from './ReportDocument.ts';

export interface RowColumn {
  readonly title: string;
  /** In proportion to the others. */
  readonly width: number;
  readonly align?: 'left' | 'right';
}
/** A cell's text; `bad` stands out, also in print. */
export type RowCell = string | { readonly text: string; readonly bad: true };

const fontSize = 8;
const padding = 3;
const bad = '#c9252d';

const textOf = (cell: RowCell | undefined): string => (typeof cell === 'object' ? cell.text : (cell ?? ''));

/** Draws a table for people to read: texts are never cut, a row is as high as its longest one, and the head stands on every page. */
export function drawRows(
  document: ReportDocument,
  columns: readonly RowColumn[],
  rows: readonly (readonly RowCell[])[],
): void {
  const { pdf } = document;
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  const widths = columns.map(({ width }) => (width / whole) * contentWidth);
  const heightOf = (cells: readonly RowCell[]): number =>
    Math.max(...cells.map((cell, i) => pdf.heightOfString(textOf(cell) || ' ', { width: widths[i]! - 2 * padding }))) +
    padding;
  const row = (cells: readonly RowCell[], height: number, isHead: boolean): void => {
    if (isHead) pdf.rect(page.margin, document.y, contentWidth, height).fill(ink.head);
    let x: number = page.margin;
    for (const [i, cell] of cells.entries()) {
      const isBad = typeof cell === 'object';
      pdf.font(isHead || isBad ? 'strong' : 'text').fontSize(fontSize);
      pdf.fillColor(isBad ? bad : ink.text);
      pdf.text(textOf(cell), x + padding, document.y + 1, {
        width: widths[i]! - 2 * padding,
        align: columns[i]!.align ?? 'left',
      });
      x += widths[i]!;
    }
    document.y += height;
    pdf
      .lineWidth(0.25)
      .strokeColor(ink.line)
      .moveTo(page.margin, document.y)
      .lineTo(page.margin + contentWidth, document.y)
      .stroke();
  };
  const titles = columns.map(({ title }) => title);
  pdf.font('strong').fontSize(fontSize);
  const headHeight = heightOf(titles);
  const first = rows[0];
  pdf.font('text').fontSize(fontSize);
  document.need(headHeight + (first ? heightOf(first) : 0));
  row(titles, headHeight, true);
  for (const cells of rows) {
    pdf.font('text').fontSize(fontSize);
    const height = heightOf(cells);
    if (document.left < height) {
      document.newPage();
      row(titles, headHeight, true);
    }
    row(cells, height, false);
  }
  document.y += 8;
}

/** Names with their values, one under the other. */
export function drawFacts(document: ReportDocument, facts: readonly (readonly [name: string, value: string])[]): void {
  const nameWidth = 110;
  for (const [name, value] of facts) {
    if (value === '') continue;
    document.need(14);
    const y = document.y;
    document.text(name, { colour: ink.weak, gap: 0, width: nameWidth - 8 });
    const below = document.y;
    document.y = y;
    document.text(value, { x: page.margin + nameWidth, width: contentWidth - nameWidth, gap: 3 });
    document.y = Math.max(document.y, below + 3);
  }
  document.y += 4;
}
