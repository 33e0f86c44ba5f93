import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';
import { sheetOf } from './peopleOf.ts';

/** Assets, contracts of them, and stocktakes. */
export interface AssetIds {
  assetId: number;
  assetCode: string;
  spareAssetId: number;
  /** To be disposed of. */
  oldAssetId: number;
  disposedAssetId: number;
  assetContractId: number;
  spareAssetContractId: number;
  freeAssetCode: string;
  assetSheet: File;
  stocktakeId: number;
  closingStocktakeId: number;
  spareStocktakeId: number;
  /** To be reviewed; one that is, with what it misses. */
  scannedStocktakeId: number;
  reviewStocktakeId: number;
  missingItemKey: string;
  stocktakeScanId: number;
  /** Of a label that no asset has. */
  photoScanId: number;
  assetDocumentId: number;
}

export async function assetsOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<AssetIds> {
  const at = new Date();
  const code = () => randomUUID().slice(0, 13);
  const asset = async (assetCode = `${marker} ${code()}`): Promise<number> => {
    const { id } = await db
      .insertInto('asset')
      .values({
        company_id: companyId,
        project_id: projectId,
        name: `${marker} asset`,
        code: assetCode,
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
  const assetCode = `${marker} ${code()}`.slice(0, 50);
  const assetId = await asset(assetCode);
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
  const stocktake = async (state: 'open' | 'review' = 'open'): Promise<number> => {
    const { id } = await db
      .insertInto('stocktake')
      .values({
        company_id: companyId,
        project_id: projectId,
        client_key: randomUUID(),
        name: `${marker} stocktake`,
        location: marker,
        state,
        expected: 1,
        opened_name: marker,
        opened_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('stocktake_expected')
      .values({
        stocktake_id: id,
        asset_id: assetId,
        code: `${marker} ${code()}`,
        name: marker,
        project_id: projectId,
        location: marker,
      })
      .execute();
    return id;
  };
  /** In review, what is missing decided. */
  const decidedStocktake = async (): Promise<number> => {
    const id = await stocktake('review');
    await db
      .updateTable('stocktake_expected')
      .set({ decision: 'missing', decided_name: marker })
      .where('stocktake_id', '=', id)
      .execute();
    return id;
  };
  const disposedAssetId = await asset();
  await db
    .insertInto('asset_disposal')
    .values({ asset_id: disposedAssetId, disposed_on: '2026-02-02', reason: marker, usage: 'idle', said_at: at })
    .execute();
  await db.updateTable('asset').set({ usage: 'disposed' }).where('id', '=', disposedAssetId).execute();
  const stocktakeId = await stocktake();
  const reviewStocktakeId = await stocktake('review');
  const missing = await db
    .selectFrom('stocktake_expected')
    .select('id')
    .where('stocktake_id', '=', reviewStocktakeId)
    .executeTakeFirstOrThrow();
  const scan = async (): Promise<number> => {
    const { id } = await db
      .insertInto('stocktake_scan')
      .values({
        stocktake_id: stocktakeId,
        client_key: randomUUID(),
        code: `${marker} ${code()}`,
        location: '',
        said_at: at,
        kept_at: at,
        user_name: marker,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const fileId = randomBytes(18).toString('base64url');
  await db
    .insertInto('uploaded_file')
    .values({
      ...{ id: fileId, company_id: companyId, user_id: userId, name: `${marker}.pdf` },
      ...{ content_type: 'application/pdf', size_bytes: 1000, uploaded_at: at },
    })
    .execute();
  const { id: assetDocumentId } = await db
    .insertInto('asset_document')
    .values({ asset_id: assetId, file_id: fileId, at, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    assetId,
    assetCode,
    spareAssetId: await asset(),
    oldAssetId: await asset(),
    disposedAssetId,
    assetContractId: await contract(),
    spareAssetContractId: await contract(),
    freeAssetCode: code(),
    assetSheet: await sheetOf(['资产名称', '资产编码'], [[`Imported ${code()}`, code()]]),
    stocktakeId,
    closingStocktakeId: await decidedStocktake(),
    spareStocktakeId: await stocktake(),
    scannedStocktakeId: await stocktake(),
    reviewStocktakeId,
    missingItemKey: `e${missing.id}`,
    stocktakeScanId: await scan(),
    photoScanId: await scan(),
    assetDocumentId,
  };
}
