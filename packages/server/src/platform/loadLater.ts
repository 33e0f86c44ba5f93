import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/**
 * Libraries that a server at rest does without, loaded by the first document, workbook, picture or mail: together they take 26 MB
 * of memory. Nothing else is loaded late; an import says more plainly what a file needs.
 */
export const pdfLibrary = (): typeof import('pdfkit') => load('pdfkit');
export const workbookLibrary = (): typeof import('hucre/xlsx') => load('hucre/xlsx');
export const mailLibrary = (): typeof import('nodemailer') => load('nodemailer');

export function imageLibrary(): typeof import('sharp')['default'] {
  const sharp: typeof import('sharp')['default'] = load('sharp');
  // Readings are taken on the same two cores.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
