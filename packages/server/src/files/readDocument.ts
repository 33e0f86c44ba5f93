import { fileErrors, maxDocumentBytes } from '@watchpost/contract';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileContent } from './keepFiles.ts';
import { isImage, readImage } from './readImage.ts';

/** Where a PDF that came whole has its end mark; some programs write a little after it. */
const endBytes = 2048;

/**
 * A document: a PDF as it was sent, or a picture encoded anew.
 *
 * @throws Refusal `documentTooLarge`, `notADocument` (another kind of file under any name, a truncated PDF), those of `readImage`
 */
export async function readDocument(content: Uint8Array): Promise<FileContent> {
  if (content.byteLength > maxDocumentBytes) throw new Refusal(fileErrors.documentTooLarge);
  if (isImage(content)) return readImage(content);
  const pdf = Buffer.from(content);
  if (pdf.toString('latin1', 0, 5) !== '%PDF-' || !pdf.subarray(-endBytes).includes('%%EOF'))
    throw new Refusal(fileErrors.notADocument);
  return { content: pdf, contentType: 'application/pdf', extension: '.pdf' };
}
