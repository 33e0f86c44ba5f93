import { InvalidPDFException, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, expect, test, vi } from 'vitest';
import { BaseMapRefusal } from './BaseMapRefusal.ts';
import { drawPdf } from './drawPdf.ts';

const failure = vi.hoisted(() => ({ error: undefined as unknown }));
vi.mock(import('pdfjs-dist/legacy/build/pdf.mjs'), async (original) => ({
  ...(await original()),
  getDocument: () => ({ promise: Promise.reject(failure.error), destroy: async () => {} }) as never,
}));

vi.stubGlobal('document', { baseURI: 'http://localhost/' });
// Another file of tests takes half a document for a browser.
afterAll(() => vi.unstubAllGlobals());

const refusalOf = async (error: unknown): Promise<unknown> => {
  failure.error = error;
  const thrown = await drawPdf(new Uint8Array()).catch((caught: unknown) => caught);
  return thrown instanceof BaseMapRefusal
    ? thrown.inWords({ lockedPdf: 'locked', brokenPdf: 'broken' } as never)
    : thrown;
};

test('a PDF is called locked or damaged only when it is', async () => {
  expect(await refusalOf(new PasswordException('needs a password', 1))).toBe('locked');
  expect(await refusalOf(new InvalidPDFException('no PDF'))).toBe('broken');
});

test('what is no fault of the file stays the failure that it was', async () => {
  const noWorker = new Error('The worker did not load');
  expect(await refusalOf(noWorker)).toBe(noWorker);
});
