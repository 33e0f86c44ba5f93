import { randomBytes } from 'node:crypto';
import { fileErrors } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { maxBytesOfCompany } from './keepFiles.ts';
import { type ReadImage, readImage } from './readImage.ts';
import { bytesKeptByCompany, insertCompanyFile, lockRoom } from './store.ts';

/** Pictures written anew, one after the other. @throws Refusal of what is no picture */
export async function decodeImages(files: readonly { readonly content: Uint8Array }[]): Promise<ReadImage[]> {
  const images: ReadImage[] = [];
  for (const { content } of files) images.push(await readImage(content));
  return images;
}

/**
 * Keeps pictures that somebody without an account sent to a company. They have no name of the sender's choice. Bytes of a transaction
 * that fails are swept away with the unused ones.
 *
 * @returns their ids
 * @throws Refusal `companyFull`
 */
export async function keepImagesOfStrangers(
  { storage }: { storage: Storage },
  transaction: DbOrTransaction,
  companyId: number,
  images: readonly ReadImage[],
  at: Date,
): Promise<string[]> {
  if (images.length === 0) return [];
  await lockRoom(system, transaction, { companyId, userId: null });
  const bytes = images.reduce((sum, { content }) => sum + content.byteLength, 0);
  if ((await bytesKeptByCompany(system, transaction, companyId)) + bytes > maxBytesOfCompany)
    throw new Refusal(fileErrors.companyFull);
  const ids: string[] = [];
  for (const { content, contentType, extension } of images) {
    const id = randomBytes(18).toString('base64url');
    await storage.write(id, content);
    await insertCompanyFile(system, transaction, {
      id,
      companyId,
      name: `photo${extension}`,
      contentType,
      sizeBytes: content.byteLength,
      uploadedAt: at,
    });
    ids.push(id);
  }
  return ids;
}
