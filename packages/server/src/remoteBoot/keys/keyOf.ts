import { randomBytes } from 'node:crypto';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { SecretBox } from '../../platform/secretBox.ts';
import { unitKey } from '../bootPassword.ts';
import { masterOf } from './key.store.ts';

/** The key of a number in one version, 32 bytes. The first call of a company makes its secret. */
export async function keyOf(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  box: SecretBox,
  unitNumber: string,
  version: number,
): Promise<Buffer> {
  const sealed = await masterOf(tenant, transaction, () => box.seal(randomBytes(32).toString('base64')));
  return unitKey(Buffer.from(box.open(sealed), 'base64'), unitNumber, version);
}
