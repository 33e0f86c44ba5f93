import { sql } from 'kysely';
import type { CompanyTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { isOpenRepair } from '../../work/index.ts';
import type { Disposal } from '../register/asset.store.ts';

/** Notes how an asset that was found for this tenant left. */
export async function insertDisposal(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  assetId: number,
  disposal: Omit<Disposal, 'said_at'> & { readonly said_at: Date },
): Promise<void> {
  await transaction
    .insertInto('asset_disposal')
    .values({ asset_id: assetId, ...disposal })
    .execute();
}

/** Takes back how an asset that was found for this tenant left. */
export async function deleteDisposal(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  assetId: number,
): Promise<void> {
  await transaction.deleteFrom('asset_disposal').where('asset_id', '=', assetId).execute();
}

/** Whether a device of an asset that was found for this tenant has repair orders that are not done. */
export async function hasOpenOrders(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  deviceId: number,
): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM repair_order r WHERE r.device_id = ${deviceId} AND ${isOpenRepair('r')} LIMIT 1`.execute(
      transaction,
    );
  return rows.length > 0;
}
