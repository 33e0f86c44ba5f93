import { sql } from 'kysely';
import type { CompanyTenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { type AssetViewer, assetVisible } from '../register/asset.store.ts';
import { seen } from './stocktake.store.ts';

export interface KnownAsset {
  id: number | null;
  code: string;
  name: string;
  project_id: number | null;
  project_name: string | null;
  project_name_en: string | null;
  location: string;
  /** What the stocktake expects, if it does. */
  expected_id: number | null;
  /** Whether the viewer sees it in the register. */
  seen: boolean;
}

/**
 * What the codes name, by the code in lower case: what the stocktake expects under it, also by the code that it has got meanwhile, then any
 * asset that the viewer sees. What is expected keeps its frozen code, even when the new one was scanned, so it is found once.
 */
export async function assetsByCode(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  stocktakeId: number,
  codes: readonly string[],
): Promise<Map<string, KnownAsset>> {
  const wanted = sql`${codes.map((code) => code.toLowerCase())}::text[]`;
  const { rows } = await sql<KnownAsset & { wanted: string }>`
    SELECT k.*, coalesce(${seen(viewer.tenant, viewer, 'k.project_id')}, false) AS seen, pl.name AS project_name, pl.name_en AS project_name_en FROM (
      SELECT lower(e.code) AS wanted, e.asset_id AS id, e.code, e.name, e.project_id, e.location, e.id AS expected_id FROM stocktake_expected e
      WHERE e.stocktake_id = ${stocktakeId} AND lower(e.code) = ANY(${wanted})
      UNION ALL
      SELECT lower(a.code), a.id, coalesce(f.code, a.code), coalesce(f.name, a.name), CASE WHEN f.id IS NULL THEN a.project_id ELSE f.project_id END,
        coalesce(f.location, a.location), f.id FROM asset a
        LEFT JOIN stocktake_expected f ON f.asset_id = a.id AND f.stocktake_id = ${stocktakeId}
      WHERE a.company_id = ${viewer.tenant.companyId} AND lower(a.code) = ANY(${wanted})
        AND (f.id IS NOT NULL OR ${assetVisible(viewer.tenant, viewer)})
        AND NOT EXISTS (SELECT 1 FROM stocktake_expected e WHERE e.stocktake_id = ${stocktakeId} AND lower(e.code) = lower(a.code))
    ) k LEFT JOIN place_name pl ON pl.place_id = k.project_id`.execute(db);
  return new Map(rows.map(({ wanted: code, ...row }) => [code, row]));
}

export interface ScanRow {
  id: number;
  client_key: string;
  code: string;
  asset_id: number | null;
  /** Null: unknown, or closed to the viewer. */
  name: string | null;
  known: boolean;
  expected: boolean;
  project_name: string | null;
  project_name_en: string | null;
  location: string;
  removed_at: Date | null;
}

/** Scans of these keys, taken back or not, and those of these codes or assets that count. */
export async function scansOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  stocktakeId: number,
  keys: readonly string[],
  codes: readonly string[],
  assetIds: readonly number[],
): Promise<ScanRow[]> {
  const { rows } =
    await sql<ScanRow>`SELECT c.id, c.client_key, c.code, c.asset_id, c.expected, c.removed_at, c.name IS NOT NULL AS known,
      CASE WHEN ${seen(viewer.tenant, viewer, 'c.project_id')} THEN c.name END AS name,
      CASE WHEN ${seen(viewer.tenant, viewer, 'c.project_id')} THEN c.location ELSE '' END AS location,
      CASE WHEN ${seen(viewer.tenant, viewer, 'c.project_id')} THEN pl.name END AS project_name, pl.name_en AS project_name_en
    FROM stocktake_scan c LEFT JOIN place_name pl ON pl.place_id = c.project_id
    WHERE c.stocktake_id = ${stocktakeId} AND (c.client_key = ANY(${[...keys]}::uuid[])
      OR (c.removed_at IS NULL AND (lower(c.code) = ANY(${codes.map((code) => code.toLowerCase())}::text[])
        OR c.asset_id = ANY(${[...assetIds]}::int[]))))`.execute(db);
  return rows;
}

export async function insertScan(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: {
    stocktake_id: number;
    client_key: string;
    code: string;
    asset_id: number | null;
    name: string | null;
    project_id: number | null;
    location: string;
    expected_id: number | null;
    said_at: Date;
    kept_at: Date;
    user_id: number;
    user_name: string;
  },
): Promise<number> {
  const { id } = await transaction
    .insertInto('stocktake_scan')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Takes back a scan, and lets go of its picture. @returns the code of the scan that was taken back; null: there is none, or it was before */
export async function removeScan(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  stocktakeId: number,
  scanId: number,
  at: Date,
): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`UPDATE stocktake_scan SET removed_at = ${at}, photo_file_id = NULL
    WHERE id = ${scanId} AND stocktake_id = ${stocktakeId} AND removed_at IS NULL RETURNING code`.execute(transaction);
  return rows[0]?.code ?? null;
}

/** People with a scan in a stocktake that counts. */
export async function scannersOf(_tenant: CompanyTenant, db: DbOrTransaction, stocktakeId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`SELECT DISTINCT user_id FROM stocktake_scan
    WHERE stocktake_id = ${stocktakeId} AND removed_at IS NULL AND user_id IS NOT NULL`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Keeps the picture of a label that no asset has. @returns its code; null: the stocktake has no such scan that is unknown */
export async function setScanPhoto(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  stocktakeId: number,
  scanId: number,
  fileId: string,
): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`UPDATE stocktake_scan SET photo_file_id = ${fileId}
    WHERE id = ${scanId} AND stocktake_id = ${stocktakeId} AND removed_at IS NULL AND expected_id IS NULL AND name IS NULL
    RETURNING code`.execute(transaction);
  return rows[0]?.code ?? null;
}
