import type { AttachmentStep } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import { needOwnFile } from '../files/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { insertAttachments, type NewAttachment, type OrderRef } from './store.ts';

/** Keeps pictures that were uploaded with an order, which is the tenant's. */
export async function keepPhotos(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  order: OrderRef,
  photos: readonly { readonly Url: string; readonly Step: AttachmentStep; readonly Place?: string }[] | undefined,
  by: { at: Date; userName: string },
): Promise<void> {
  const files: NewAttachment[] = [];
  for (const { Url, Step, Place } of photos ?? [])
    files.push({
      step: Step,
      fileId: await needOwnFile(tenant, transaction, Url),
      ...(Place === undefined ? {} : { place: Place }),
    });
  await insertAttachments(tenant, transaction, order, files, by);
}
