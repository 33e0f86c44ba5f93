import { Worker } from 'node:worker_threads';
import type { Asked, Printed } from './printer.worker.ts';

/** A page that cannot be printed: nothing in it, nested beyond reason, or too much of it for the time and memory allowed. */
export class Unprintable extends Error {}

/** A hundred pages of tables take two seconds on a small machine. */
const timeoutMs = 20_000;
const memoryMb = 384;

/** Gives the picture at an address as `data:` of a PNG or JPEG; null for one that is not to be had, which is left out. */
export type FindPicture = (address: string) => Promise<string | null>;

/**
 * Draws HTML as A4 pages: headings, paragraphs, lists, tables, pictures and inline styles, in both languages. No script of it
 * runs and nothing it names is asked for but through `findPicture`. In a thread of its own, because a large page keeps a
 * processor busy for seconds and a malicious one for ever.
 *
 * @param title what the document calls itself
 * @returns a PDF
 * @throws Unprintable; the signal's reason when nobody waits for it any more
 */
export async function printHtml(
  html: string,
  title: string,
  findPicture: FindPicture,
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./printer.worker.ts', import.meta.url), {
    workerData: { html, title },
    // Of ours it needs nothing.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const limit = AbortSignal.timeout(timeoutMs);
  const ended = AbortSignal.any([signal, limit]);
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      limit.addEventListener('abort', () => reject(new Unprintable('It takes too long')), { once: true });
      worker.on('message', (message: Asked | Printed) => {
        if (message.type === 'printed') resolve(Buffer.from(message.pdf));
        else find(message.pictures, findPicture, ended).then((found) => worker.postMessage(found), reject);
      });
      // What is thrown there is about the page: memory, depth, a colour that is none.
      worker.on('error', (error) => reject(new Unprintable('It cannot be laid out', { cause: error })));
      worker.on('exit', () => reject(new Unprintable('The printer ended without a word')));
    });
  } finally {
    await worker.terminate();
  }
}

/** @throws the reason of the signal, instead of asking for the next one */
async function find(
  addresses: readonly string[],
  findPicture: FindPicture,
  ended: AbortSignal,
): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  // One after the other: decoded images are large.
  for (const address of addresses) {
    ended.throwIfAborted();
    found.push(await findPicture(address));
  }
  return found;
}
