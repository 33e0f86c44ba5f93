import { maxImageSide } from '@watchpost/contract';
import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { BaseMapRefusal } from './BaseMapRefusal.ts';
import { pdfFolder } from './pdfFolder.ts';

/**
 * Draws the first page of a PDF on white. Character maps and fonts that the file takes for granted are asked of our own server;
 * scripts in the file are not run.
 *
 * @throws BaseMapRefusal for a file with a password and one that is damaged
 */
export async function drawPdf(content: Uint8Array): Promise<{ canvas: HTMLCanvasElement; pages: number }> {
  GlobalWorkerOptions.workerSrc = workerAddress;
  const from = (folder: string) => new URL(`${pdfFolder}${folder}/`, document.baseURI).href;
  const loading = getDocument({
    data: content,
    cMapUrl: from('cmaps'),
    standardFontDataUrl: from('standard_fonts'),
    wasmUrl: from('wasm'),
    // Our pages may not compile WebAssembly; the same in JavaScript stands beside it.
    useWasm: false,
  });
  try {
    const pdf = await loading.promise;
    const page = await pdf.getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: maxImageSide / Math.max(width, height) });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    await page.render({ canvas, viewport, background: '#ffffff' }).promise;
    return { canvas, pages: pdf.numPages };
  } catch (error) {
    if (error instanceof PasswordException) throw new BaseMapRefusal((t) => t.lockedPdf);
    if (error instanceof InvalidPDFException) throw new BaseMapRefusal((t) => t.brokenPdf);
    // A reader that did not load, or too little memory, says nothing of the file.
    throw error;
  } finally {
    await loading.destroy();
  }
}
