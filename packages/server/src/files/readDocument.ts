import { fileErrors, maxDocumentBytes } from '@watchpost/contract';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileContent } from './keepFiles.ts';
import { isImage, readImage } from './readImage.ts';

/** Where a PDF that came whole has its end mark; some programs write a little after it. */
const endBytes = 2048;

/**
 * A paper that people keep: a PDF as it came, or a picture written anew.
 *
 * @throws Refusal `documentTooLarge`, `notADocument` (another kind of file whatever its name says, a PDF that was cut off),
 *   what `readImage` refuses
 */
export async function readDocument(content: Uint8Array): Promise<FileContent> {
  if (content.byteLength > maxDocumentBytes) throw new Refusal(fileErrors.documentTooLarge);
  if (isImage(content)) return readImage(content);
  const pdf = Buffer.from(content);
  if (pdf.toString('latin1', 0, 5) !== '%PDF-' || !pdf.subarray(-endBytes).includes('%%EOF'))
    throw new Refusal(fileErrors.notADocument);
  return { content: pdf, contentType: 'application/pdf', extension: '.pdf' };
}
