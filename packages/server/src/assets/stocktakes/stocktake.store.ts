import type { StocktakeState } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, inWholeProjects, type UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, oneOf } from '../../platform/db/listQuery.ts';
import { type AssetViewer, assetVisible } from '../register/asset.store.ts';

export interface StocktakeRow {
  id: number;
  name: string;
  project_id: number | null;
  project_name: string | null;
  project_name_en: string | null;
  location: string;
  state: StocktakeState;
  planned_on: string | null;
  opened_name: string;
  opened_at: Date;
  ended_name: string | null;
  ended_at: Date | null;
  end_note: string;
  closed_alone: boolean;
  opened_by: number | null;
  expected: number;
  found: number;
  elsewhere: number;
  unknown: number;
}

/** Of the whole company for those who keep its assets; else of projects that are seen as a whole. */
export const visible = (
  tenant: UserTenant,
  { ofCompany }: AssetViewer,
): RawBuilder<boolean> => sql<boolean>`(s.company_id = ${tenant.companyId}
  AND (${ofCompany ? sql`s.project_id IS NULL` : sql`false`}
    OR ${inWholeProjects(tenant, 's.project_id')}))`;

/** Whether the viewer sees assets of an item's project; a stocktake may hold what others saw of a project that is closed to this one. */
export const seen = (
  tenant: UserTenant,
  { ofCompany }: AssetViewer,
  column: string,
): RawBuilder<boolean> => sql<boolean>`(
  (${ofCompany} AND ${sql.ref(column)} IS NULL)
  OR ${inWholeProjects(tenant, column)})`;

const columns = sql`s.id, s.name, s.project_id, s.location, s.state, s.planned_on::text AS planned_on, s.opened_name, s.opened_at, s.ended_name, s.ended_at, s.end_note, s.closed_alone, s.opened_by,
  s.expected, pl.name AS project_name, pl.name_en AS project_name_en,
  (SELECT count(*) FROM stocktake_scan c WHERE c.stocktake_id = s.id AND c.expected_id IS NOT NULL AND c.removed_at IS NULL)::int AS found,
  n.elsewhere, n.unknown`;
const tables = sql`stocktake s LEFT JOIN place_name pl ON pl.place_id = s.project_id
  CROSS JOIN LATERAL (SELECT count(c.name)::int AS elsewhere, count(*) FILTER (WHERE c.name IS NULL)::int AS unknown
    FROM stocktake_scan c WHERE c.stocktake_id = s.id AND c.removed_at IS NULL AND c.expected_id IS NULL) n`;

export async function pageStocktakes(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  filter: { text?: string | undefined; projectIds?: readonly number[] | undefined; state?: string | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: StocktakeRow[]; total: number }> {
  const where = allOf(
    visible(viewer.tenant, viewer),
    containsText(filter.text, 's.name', 's.location'),
    oneOf('s.project_id', filter.projectIds),
    filter.state !== undefined && sql`s.state = ${filter.state}`,
  );
  // The page first, by ids: scans are counted for its rows alone.
  const { rows } = await sql<StocktakeRow>`
    WITH page AS MATERIALIZED (
      SELECT s.id FROM stocktake s WHERE ${where} ORDER BY s.opened_at DESC, s.id DESC OFFSET ${offset} LIMIT ${limit})
    SELECT ${columns} FROM page JOIN (${tables}) ON s.id = page.id ORDER BY s.opened_at DESC, s.id DESC`.execute(db);
  const counted = await sql<{ count: number }>`SELECT count(*) FROM stocktake s WHERE ${where}`.execute(db);
  return { rows, total: counted.rows[0]!.count };
}

export async function findStocktake(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  id: number,
): Promise<StocktakeRow | null> {
  const { rows } = await sql<StocktakeRow>`SELECT ${columns} FROM ${tables}
    WHERE s.id = ${id} AND ${visible(viewer.tenant, viewer)}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a stocktake that the viewer sees, so that scans and its end come one after the other. @returns whether there is one */
export async function lockStocktake(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  viewer: AssetViewer,
  id: number,
): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM stocktake s WHERE s.id = ${id} AND ${visible(viewer.tenant, viewer)} FOR UPDATE`.execute(
      transaction,
    );
  return rows.length > 0;
}

/** The stocktake that a key opened already. */
export async function stocktakeOfKey(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  key: string,
): Promise<{ id: number; expected: number } | null> {
  const { rows } = await sql<{
    id: number;
    expected: number;
  }>`SELECT s.id, s.expected FROM stocktake s WHERE s.company_id = ${tenant.companyId} AND s.client_key = ${key}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** @returns the id; null: another call opened one by this key at the same moment */
export async function insertStocktake(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: {
    client_key: string;
    name: string;
    project_id: number | null;
    location: string;
    state: 'planned' | 'open';
    planned_on: string | null;
    opened_by: number;
    opened_name: string;
    opened_at: Date;
  },
): Promise<number | null> {
  const row = await transaction
    .insertInto('stocktake')
    .values({ ...values, company_id: tenant.companyId })
    .onConflict((conflict) => conflict.columns(['company_id', 'client_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Freezes what a stocktake expects: the viewer's assets of its place, in the order of their codes. @returns how many */
export async function freezeExpected(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  viewer: AssetViewer,
  stocktakeId: number,
  { projectId, location }: { projectId: number | null; location: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO stocktake_expected (stocktake_id, asset_id, code, name, project_id, location)
    SELECT ${stocktakeId}, a.id, a.code, a.name, a.project_id, a.location FROM asset a
    WHERE ${assetVisible(viewer.tenant, viewer)} AND (${projectId}::int IS NULL OR a.project_id = ${projectId})
      AND (${location} = '' OR a.location = ${location}) AND a.usage <> 'disposed'
    ORDER BY a.code, a.id`.execute(transaction);
  const expected = Number(numAffectedRows ?? 0n);
  await sql`UPDATE stocktake SET expected = ${expected} WHERE id = ${stocktakeId}`.execute(transaction);
  return expected;
}

export async function updateStocktake(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: {
    state: StocktakeState;
    opened_by?: number;
    opened_name?: string;
    opened_at?: Date;
    ended_name?: string;
    ended_at?: Date;
    end_note?: string;
    closed_alone?: boolean;
  },
): Promise<void> {
  await transaction
    .updateTable('stocktake')
    .set(values)
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

/** The storage locations of the viewer's assets and how many each holds, the fullest first; at most 500. */
export async function locationsOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  projectId: number | null,
): Promise<{ location: string; count: number }[]> {
  const { rows } = await sql<{ location: string; count: number }>`SELECT a.location, count(*)::int AS count FROM asset a
    WHERE ${assetVisible(viewer.tenant, viewer)} AND a.location <> '' AND (${projectId}::int IS NULL OR a.project_id = ${projectId})
    GROUP BY a.location ORDER BY count(*) DESC, a.location LIMIT 500`.execute(db);
  return rows;
}
