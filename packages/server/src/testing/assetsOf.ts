import { randomUUID } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';
import { sheetOf } from './peopleOf.ts';

/** Assets, and contracts of them. */
export interface AssetIds {
  assetId: number;
  spareAssetId: number;
  assetContractId: number;
  spareAssetContractId: number;
  freeAssetCode: string;
  assetSheet: File;
}

export async function assetsOf(
  db: Db,
  { companyId, projectId }: { companyId: number; projectId: number },
  marker: string,
): Promise<AssetIds> {
  const at = new Date();
  const code = () => randomUUID().slice(0, 13);
  const asset = async (): Promise<number> => {
    const { id } = await db
      .insertInto('asset')
      .values({
        company_id: companyId,
        project_id: projectId,
        name: `${marker} asset`,
        code: `${marker} ${code()}`,
        category: marker,
        model: marker,
        factory_number: marker,
        distributor: marker,
        source: 'purchase',
        supplier: marker,
        location: marker,
        is_monitored: true,
        usage: 'inUse',
        verification: 'toBeVerified',
        note: marker,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const assetId = await asset();
  const contract = async (): Promise<number> => {
    const { id } = await db
      .insertInto('asset_contract')
      .values({
        company_id: companyId,
        number: `${marker} ${code()}`,
        name: `${marker} contract`,
        kind: 'service',
        supplier: marker,
        valid_from: '2026-01-01',
        valid_to: '2027-01-01',
        note: marker,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('asset_of_contract').values({ contract_id: id, asset_id: assetId }).execute();
    return id;
  };
  return {
    assetId,
    spareAssetId: await asset(),
    assetContractId: await contract(),
    spareAssetContractId: await contract(),
    freeAssetCode: code(),
    assetSheet: await sheetOf(['资产名称', '资产编码'], [[`Imported ${code()}`, code()]]),
  };
}
