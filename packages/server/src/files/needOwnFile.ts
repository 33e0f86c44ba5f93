import { fileErrors } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { fileIdOfUrl } from './fileUrl.ts';
import { findCompanyFile } from './store.ts';

/**
 * The id of the uploaded image that a text names, to be kept as somebody's picture: an id, `Path` or `Url` as an upload
 * answered it. Keep the id; `fileUrl` makes an address of it whenever it is shown.
 *
 * @throws Refusal `notOurs` for other addresses, files that are no image, and files of neither the user nor the company
 */
export async function needOwnFile(tenant: UserTenant, db: DbOrTransaction, url: string): Promise<string> {
  const id = fileIdOfUrl(url);
  const file = id === null ? undefined : await findCompanyFile(tenant, db, id);
  // A page that was printed is a file of ours as well.
  if (!file?.content_type.startsWith('image/')) throw new Refusal(fileErrors.notOurs);
  return file.id;
}
