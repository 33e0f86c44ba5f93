import { randomBytes } from 'node:crypto';
import { fileErrors, type UploadedFile } from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import { inOneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { type ReadImage, readImage } from './readImage.ts';
import { bytesKept, countUnused, insertFile } from './store.ts';

export interface KeptImage {
  readonly id: string;
  readonly name: string;
  readonly image: ReadImage;
}

/** A thousand images of the largest size, many thousands of the usual one. */
const maxBytesOfCompany = 4 * 1024 * 1024 * 1024;
/** Nobody fills in that many forms in a day; a script does. */
const maxUnusedOfUser = 200;
const maxNameCharacters = 120;

/** What a person called his file, with the ending of what it really is. */
function nameOf(sent: string, extension: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const bare = last
    .replace(/\.[^.]*$/, '')
    .replace(/\p{C}/gu, '')
    .trim()
    .slice(0, maxNameCharacters)
    .toWellFormed();
  return `${bare || 'image'}${extension}`;
}

/**
 * Reads and keeps images that came with a call: all of them, or none.
 *
 * @throws Refusal what `readImage` refuses, `companyFull`, `tooManyUnused`
 */
export async function keepImages(
  { db, clock, storage }: { db: Db; clock: Clock; storage: Storage },
  context: CallContext<Caller>,
  files: readonly UploadedFile[],
): Promise<KeptImage[]> {
  const { tenant } = context.caller;
  // Before any pixel is decoded: who may not keep it need not have it read.
  if ((await bytesKept(tenant, db)) >= maxBytesOfCompany) throw new Refusal(fileErrors.companyFull);
  if ((await countUnused(tenant, db)) + files.length > maxUnusedOfUser) throw new Refusal(fileErrors.tooManyUnused);
  const kept: KeptImage[] = [];
  // One after the other: decoded images are large.
  for (const { name, content } of files) {
    const image = await readImage(content);
    kept.push({ id: randomBytes(18).toString('base64url'), name: nameOf(name, image.extension), image });
  }
  try {
    // The bytes first: a file that is known is always there. What a crash leaves between is swept away.
    for (const { id, image } of kept) await storage.write(id, image.content);
    await inOneWrite({ db, clock }, context, async ({ transaction, log }) => {
      for (const { id, name, image } of kept) {
        const { contentType, content } = image;
        const sizeBytes = content.byteLength;
        await insertFile(tenant, transaction, { id, name, contentType, sizeBytes, uploadedAt: new Date(clock.now()) });
        log({
          companyId: tenant.companyId || null,
          subject: { kind: 'file', id, name },
          after: { contentType, sizeBytes },
        });
      }
    });
  } catch (error) {
    await Promise.all(kept.map(({ id }) => storage.delete(id)));
    throw error;
  }
  return kept;
}
