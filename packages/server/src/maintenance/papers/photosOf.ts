import { buffer } from 'node:stream/consumers';
import type { AttachmentRow } from '../../work/index.ts';
import type { MaintenanceDeps } from '../deps.ts';

/** The bytes of pictures by their ids, one after the other; null: the file is gone. */
export async function photosOf(
  { fileStorage }: Pick<MaintenanceDeps, 'fileStorage'>,
  photos: readonly Pick<AttachmentRow, 'id' | 'file_id'>[],
): Promise<Map<number, Uint8Array | null>> {
  const found = new Map<number, Uint8Array | null>();
  for (const { id, file_id } of photos) {
    const file = await fileStorage.read(file_id);
    found.set(id, file ? await buffer(file.content) : null);
  }
  return found;
}
