import { drawQr } from './printing/drawQr.ts';
import { openPdf } from './printing/openPdf.ts';

/** What stands on one label beside its code; lines that do not fit end in an ellipsis. */
export interface Label {
  /** What the code says: an address to open. */
  readonly address: string;
  readonly title: string;
  readonly place: string;
  /** Below, in bold, one line. */
  readonly strong: string;
  readonly small: string;
}

/** Points of a millimetre. */
const mm = 72 / 25.4;
/** A4 with 3 × 8 labels of 70 × 37 mm, the size of a usual sheet of labels. */
const columns = 3;
const rows = 8;
const label = { width: 70 * mm, height: 37 * mm } as const;
const qrSide = 29 * mm;
const inset = 4 * mm;

/**
 * Labels to cut or to stick, each with its code and four lines; nothing else stands on them.
 *
 * @returns a PDF, 24 labels a page of A4
 */
export function labelSheet(labels: readonly Label[]): Promise<Buffer> {
  const pdf = openPdf({ autoFirstPage: false });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
  for (const [place, each] of labels.entries()) {
    const onPage = place % (columns * rows);
    if (onPage === 0) pdf.addPage();
    drawLabel(pdf, each, (onPage % columns) * label.width, Math.floor(onPage / columns) * label.height);
  }
  pdf.end();
  return done;
}

function drawLabel(
  pdf: PDFKit.PDFDocument,
  { address, title, place, strong, small }: Label,
  left: number,
  top: number,
): void {
  // The quiet zone is the label's own margin.
  drawQr(pdf, address, left + inset, top + inset, qrSide);
  const x = left + inset + qrSide + 3 * mm;
  const width = label.width - (x - left) - inset;
  const line = (text: string, y: number, style: 'text' | 'strong', fontSize: number, height: number) =>
    pdf
      .font(style)
      .fontSize(fontSize)
      .fillColor('#1f2733')
      .text(text, x, top + y, { width, height, ellipsis: true });
  line(title, inset, 'strong', 9, 26);
  line(place, inset + 28, 'text', 7, 20);
  line(strong, inset + 52, 'strong', 8, 11);
  line(small, inset + 65, 'text', 6.5, 18);
}
