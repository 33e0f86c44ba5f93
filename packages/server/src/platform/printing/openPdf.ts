import { createRequire } from 'node:module';
import { pdfLibrary } from '../loadLater.ts';

const font = (file: string): string =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans-sc/${file}.ttf`);

/**
 * A PDF to draw on, with the fonts `text` and `strong`: letters of both languages, with digits that are equally wide and a real
 * minus; only those that are used go into the file.
 */
export function openPdf(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  const Document = pdfLibrary();
  const pdf = new Document({ size: 'A4', margin: 0, ...options });
  pdf.registerFont('text', font('400Regular/NotoSansSC_400Regular'));
  pdf.registerFont('strong', font('600SemiBold/NotoSansSC_600SemiBold'));
  return pdf;
}
