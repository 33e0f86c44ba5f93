import { randomBytes } from 'node:crypto';
import { fileErrors, onlyVisible } from '@watchpost/contract';
import { type Caller, system, type UserTenant } from '../access/index.ts';
import { inOneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, DbOrTransaction } from '../platform/db/database.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { bytesKept, bytesKeptByUser, countUnused, insertFile, lockRoom } from './store.ts';

/** What a file is besides its name. */
export interface FileContent {
  readonly content: Buffer;
  readonly contentType: string;
  /** With the dot. */
  readonly extension: string;
}

export type KeptFile<Content extends FileContent> = Content & { readonly id: string; readonly name: string };

export interface KeepDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: Storage;
}

/** A thousand images of the largest size, many thousands of the usual one. */
export const maxBytesOfCompany = 4 * 1024 * 1024 * 1024;
/** A quarter of that: no single person fills up the company. */
const maxBytesOfUser = maxBytesOfCompany / 4;
/** Nobody fills in that many forms in a day; a script does. */
const maxUnusedOfUser = 200;
const maxNameCharacters = 120;

/** The file name that the user sent, with the extension of the actual type. */
function nameOf(sent: string, extension: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const bare = onlyVisible(last.replace(/\.[^.]*$/, '').replace(/\p{Cc}/gu, ''))
    .trim()
    .slice(0, maxNameCharacters)
    .toWellFormed();
  return `${bare || 'file'}${extension}`;
}

/** @throws Refusal `companyFull`, `userFull`, `tooManyUnused` */
async function needRoom(
  tenant: UserTenant,
  db: DbOrTransaction,
  { files, bytes }: { files: number; bytes: number },
): Promise<void> {
  if ((await bytesKept(tenant, db)) + bytes > maxBytesOfCompany) throw new Refusal(fileErrors.companyFull);
  if ((await bytesKeptByUser(tenant, db)) + bytes > maxBytesOfUser) throw new Refusal(fileErrors.userFull);
  if ((await countUnused(tenant, db)) + files > maxUnusedOfUser) throw new Refusal(fileErrors.tooManyUnused);
}

/**
 * Makes files of what came with a call and keeps them for its caller: all of them, or none.
 *
 * @param read what a file really is; called one after the other, for decoded images are large
 * @throws Refusal what `read` refuses, `companyFull`, `userFull`, `tooManyUnused`
 */
export async function keepFiles<Sent extends { readonly name: string }, Content extends FileContent>(
  { db, clock, storage }: KeepDeps,
  context: CallContext<Caller>,
  sent: readonly Sent[],
  read: (file: Sent) => Promise<Content>,
): Promise<KeptFile<Content>[]> {
  const { tenant } = context.caller;
  // Before anything is decoded: who may not keep it need not have it read.
  await needRoom(tenant, db, { files: sent.length, bytes: 1 });
  const kept: KeptFile<Content>[] = [];
  for (const file of sent) {
    const content = await read(file);
    kept.push({ ...content, id: randomBytes(18).toString('base64url'), name: nameOf(file.name, content.extension) });
  }
  try {
    // The bytes first: a file that is known is always there. What a crash leaves between is swept away.
    for (const { id, content } of kept) await storage.write(id, content);
    await inOneWrite({ db, clock }, context, async ({ transaction, log }) => {
      // Once more, with what it came to: others may have kept files meanwhile.
      await lockRoom(system, transaction, { companyId: tenant.companyId || null, userId: tenant.userId });
      const bytes = kept.reduce((sum, { content }) => sum + content.byteLength, 0);
      await needRoom(tenant, transaction, { files: kept.length, bytes });
      for (const { id, name, contentType, content } of kept) {
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
