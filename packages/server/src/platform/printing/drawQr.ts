import { encode, renderSVG } from 'uqr';
import { imageLibrary } from '../loadLater.ts';

/** Draws a QR code; a quiet zone of four modules is left to who calls. Level M stands a scratch. @param side in points */
export function drawQr(pdf: PDFKit.PDFDocument, text: string, x: number, y: number, side: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const module = side / size;
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) pdf.rect(x + column * module, y + row * module, module, module);
  pdf.fill('#000000');
}

/** The same as a picture for pages that are printed from HTML. @returns `data:` of a PNG */
export async function qrPicture(text: string): Promise<string> {
  const png = await imageLibrary()(Buffer.from(qrSvg(text)))
    .resize(320)
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** The same as a picture that stands alone, with its quiet zone. */
export const qrSvg = (text: string): string => renderSVG(text, { ecc: 'M', border: 4 });
