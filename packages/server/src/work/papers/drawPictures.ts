import { type Language, signatureField } from '@watchpost/contract';
import { contentWidth, ink, page, type ReportDocument } from '../../dataDownload/index.ts';
import { imageLibrary } from '../../platform/loadLater.ts';

export interface PaperPicture {
  /** As it is kept; null: it is not there any more. */
  readonly content: Uint8Array | null;
  readonly words: string;
}

const perRow = 3;
const gap = 8;
const wordsHeight = 22;
/** On paper a picture has no more dots than this across. */
const dots = 640;

/** Draws pictures in rows, each with its words below. One that cannot be read leaves its words. */
export async function drawPictures(document: ReportDocument, pictures: readonly PaperPicture[]): Promise<void> {
  const { pdf } = document;
  const width = (contentWidth - (perRow - 1) * gap) / perRow;
  const height = width * 0.75;
  for (let first = 0; first < pictures.length; first += perRow) {
    document.need(height + wordsHeight);
    const top = document.y;
    for (const [i, { content, words }] of pictures.slice(first, first + perRow).entries()) {
      const x = page.margin + i * (width + gap);
      const image = content === null ? null : await onPaper(content);
      if (image) pdf.image(image, x, top, { fit: [width, height], align: 'center', valign: 'center' });
      else pdf.rect(x, top, width, height).lineWidth(0.5).strokeColor(ink.line).stroke();
      pdf.font('text').fontSize(7).fillColor(ink.weak);
      pdf.text(words, x, top + height + 2, { width, height: wordsHeight - 2, ellipsis: true });
    }
    document.y = top + height + wordsHeight + 4;
  }
}

async function onPaper(content: Uint8Array): Promise<Buffer | null> {
  try {
    return await imageLibrary()(content)
      .resize({ width: dots, withoutEnlargement: true })
      .jpeg({ quality: 80 })
      .toBuffer();
  } catch {
    return null;
  }
}

export interface PaperSignature {
  readonly role: string;
  readonly name: string;
  /** Strokes, as the contract's `SignaturePath` has them; null: signed without a pen, by proof of identity. */
  readonly path: string | null;
  readonly words: string;
}

/** Under the line: the name, and three lines about it. */
const wordsBelow = 56;
const lineWords = { zh: '签字', en: 'Signature' } as const;

/** Draws signatures beside each other, each over a line with its name; one that is missing has an empty line. */
export function drawSignatures(
  document: ReportDocument,
  signatures: readonly PaperSignature[],
  language: Language,
): void {
  const { pdf } = document;
  const width = (contentWidth - 24) / 2;
  const height = 70;
  for (let first = 0; first < signatures.length; first += 2) {
    document.need(height + wordsBelow);
    const top = document.y;
    for (const [i, { role, name, path, words }] of signatures.slice(first, first + 2).entries()) {
      const x = page.margin + i * (width + 24);
      pdf.font('strong').fontSize(9).fillColor(ink.text).text(role, x, top, { width });
      if (path !== null) {
        const scale = Math.min(width / signatureField.width, (height - 14) / signatureField.height);
        pdf
          .save()
          .translate(x, top + 14)
          .scale(scale);
        pdf.path(path).lineWidth(2.5).lineCap('round').lineJoin('round').strokeColor('#14306b').stroke();
        pdf.restore();
      }
      const y = top + height;
      pdf
        .lineWidth(0.5)
        .strokeColor(ink.line)
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke();
      pdf.font('text').fontSize(8).fillColor(ink.text);
      pdf.text(name === '' ? lineWords[language] : name, x, y + 2, { width });
      pdf
        .font('text')
        .fontSize(7)
        .fillColor(ink.weak)
        .text(words, x, y + 13, { width, height: wordsBelow - 14, ellipsis: true });
    }
    document.y = top + height + wordsBelow;
  }
}

/** The bytes of a document that was ended. */
export async function bytesOf(document: ReportDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of document.pdf as unknown as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
