import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/**
 * Libraries that a server at rest does without, loaded by the first document or workbook: together they take 12 MB of memory.
 * Nothing else is loaded late; an import says more plainly what a file needs.
 */
export const pdfLibrary = (): typeof import('pdfkit') => load('pdfkit');
export const workbookLibrary = (): typeof import('hucre/xlsx') => load('hucre/xlsx');
