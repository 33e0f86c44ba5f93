import { fileErrors } from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import { FairShare } from '../platform/FairShare.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { imageLibrary } from '../platform/loadLater.ts';
import type { OutboundGuard } from '../platform/outboundGuard.ts';
import { printHtml, Unprintable } from '../platform/printing/printHtml.ts';
import { fetchImage } from './fetchImage.ts';
import type { FileContent } from './keepFiles.ts';
import { readImage } from './readImage.ts';

export interface PageDeps {
  readonly guard: OutboundGuard;
  /** The content of a file of ours by a good address; null for every other address. */
  readonly ownFile: (address: string) => Promise<Uint8Array | null>;
}

/** Readings are taken on the same processors. */
const turns = new FairShare(1);
/** Wider than an A4 page has dots for at 300 to the inch. */
const maxWidth = 2400;

/**
 * Prints a page when the caller's turn comes.
 *
 * @throws Refusal `notPrintable`
 */
export const printPage = (
  deps: PageDeps,
  { caller, signal }: CallContext<Caller>,
  page: { readonly name: string; readonly html: string },
): Promise<FileContent> =>
  turns.run(caller.userId, signal, async () => {
    try {
      const find = (address: string) => pictureAt(deps, address);
      const content = await printHtml(page.html, page.name, find, signal);
      return { content, contentType: 'application/pdf', extension: '.pdf' };
    } catch (error) {
      if (error instanceof Unprintable) throw new Refusal(fileErrors.notPrintable);
      throw error;
    }
  });

/** One that cannot be had leaves its place empty: a report without a picture is better than none. */
async function pictureAt({ guard, ownFile }: PageDeps, address: string): Promise<string | null> {
  try {
    const bytes = inPage(address) ?? (await ownFile(address)) ?? (await fetchImage(guard, address));
    const { content, width, contentType } = await readImage(bytes);
    if (contentType === 'image/jpeg' && width <= maxWidth) return asData(content, contentType);
    const png = await imageLibrary()(content).resize({ width: maxWidth, withoutEnlargement: true }).png().toBuffer();
    return asData(png, 'image/png');
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const asData = (content: Buffer, contentType: string): string =>
  `data:${contentType};base64,${content.toString('base64')}`;

/** The bytes of a picture that stands in the page itself. */
function inPage(address: string): Uint8Array | null {
  const [, text] = /^data:image\/\w+;base64,(.+)$/s.exec(address) ?? [];
  return text === undefined ? null : Buffer.from(text, 'base64');
}
