import { encode } from 'uqr';

/** Draws a QR code; a quiet zone of four modules is left to who calls. Level M stands a scratch. @param side in points */
export function drawQr(pdf: PDFKit.PDFDocument, text: string, x: number, y: number, side: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const module = side / size;
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) pdf.rect(x + column * module, y + row * module, module, module);
  pdf.fill('#000000');
}
