import type { AssetSource, AssetUsage, AssetVerification } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, deviceVisible, inProjects, inWholeProjects, type UserTenant } from '../../access/index.ts';
import { searchTextContains } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface AssetValues {
  name: string;
  code: string;
  category: string;
  model: string;
  factory_number: string;
  install_date: string | null;
  distributor: string;
  source: AssetSource;
  supplier: string;
  amount_fen: number | null;
  service_life_months: number | null;
  /** What a new one costs today; null: its amount counts. */
  replacement_fen: number | null;
  warranty_until: string | null;
  /** What it is a part of. */
  parent_id: number | null;
  location: string;
  is_monitored: boolean;
  usage: AssetUsage;
  project_id: number | null;
  device_id: number | null;
  note: string;
}

export interface Disposal {
  disposed_on: string;
  reason: string;
  proceeds_fen: number | null;
  usage: 'inUse' | 'idle';
  device_id: number | null;
  /** Epoch ms. */
  said_at: number;
}

export interface AssetRow extends AssetValues {
  id: number;
  verification: AssetVerification;
  project_name: string | null;
  project_name_en: string | null;
  device_name: string | null;
  device_name_en: string | null;
  /** Null: of nothing, or of an asset that is closed to the viewer. */
  parent: { id: number; name: string; code: string } | null;
  /** Null: it was not disposed of. */
  disposal: Disposal | null;
  updated_at: Date;
}

/** Who asks: those of no project are for who keeps the assets of the company. */
export interface AssetViewer {
  readonly tenant: UserTenant;
  readonly ofCompany: boolean;
}

export interface AssetFilter {
  readonly text?: string | undefined;
  readonly projectIds?: readonly number[] | undefined;
  /** Each with those below it. */
  readonly categories?: readonly string[] | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly usage?: string | undefined;
  readonly verification?: string | undefined;
  readonly isMonitored?: boolean | undefined;
  /** Whether it is a device. */
  readonly related?: boolean | undefined;
}

const orders = {
  code: sql`a.code`,
  name: sql`a.name`,
  installDate: sql`a.install_date`,
  amount: sql`a.amount_fen`,
  updated: sql`a.updated_at`,
};
export interface AssetOrder {
  readonly by: keyof typeof orders;
  readonly ascending: boolean;
}

/**
 * Of projects that the viewer sees as a whole: an asset may be a device that is hidden from others.
 *
 * @param table the alias of `asset`
 */
export const assetVisible = (
  tenant: UserTenant,
  { ofCompany }: Pick<AssetViewer, 'ofCompany'>,
  table: 'a' | 'u' = 'a',
): RawBuilder<boolean> => {
  const project = sql.ref(`${table}.project_id`);
  return sql<boolean>`(${sql.ref(`${table}.company_id`)} = ${tenant.companyId}
  AND (${ofCompany ? sql`${project} IS NULL` : sql`false`}
    OR ${inWholeProjects(tenant, `${table}.project_id`)}))`;
};

const columnsFor = (
  viewer: AssetViewer,
) => sql`a.id, a.name, a.code, a.category, a.model, a.factory_number, a.install_date::text AS install_date, a.distributor,
  a.source, a.supplier, a.amount_fen, a.service_life_months, a.replacement_fen, a.warranty_until::text AS warranty_until, a.parent_id, a.location, a.is_monitored, a.usage, a.verification,
  a.project_id, a.device_id, a.note, a.updated_at, pl.name AS project_name, pl.name_en AS project_name_en,
  d.name AS device_name, d.name_en AS device_name_en,
  (SELECT jsonb_build_object('id', u.id, 'name', u.name, 'code', u.code) FROM asset u
    WHERE u.id = a.parent_id AND ${assetVisible(viewer.tenant, viewer, 'u')}) AS parent,
  CASE WHEN x.asset_id IS NULL THEN NULL ELSE jsonb_build_object('disposed_on', x.disposed_on, 'reason', x.reason,
    'proceeds_fen', x.proceeds_fen, 'usage', x.usage, 'device_id', x.device_id,
    'said_at', (date_part('epoch', x.said_at) * 1000)::bigint) END AS disposal`;
const tables = sql`asset a LEFT JOIN place_name pl ON pl.place_id = a.project_id LEFT JOIN device d ON d.id = a.device_id
  LEFT JOIN asset_disposal x ON x.asset_id = a.id`;

/** A category or one below it: by bytes, these are what lies between “/” and the character after it. */
const inCategory = (path: string): RawBuilder<boolean> => sql<boolean>`(a.category COLLATE "C" = ${path}
  OR (a.category COLLATE "C" >= ${`${path}/`} AND a.category COLLATE "C" < ${`${path}0`}))`;

const matches = (viewer: AssetViewer, filter: AssetFilter): RawBuilder<unknown> => {
  const conditions: RawBuilder<unknown>[] = [assetVisible(viewer.tenant, viewer)];
  if (filter.text !== undefined) conditions.push(searchTextContains(filter.text, 'a.search_text'));
  if (filter.projectIds) conditions.push(sql`a.project_id = ANY(${[...filter.projectIds]}::int[])`);
  if (filter.categories?.length) conditions.push(sql`(${sql.join(filter.categories.map(inCategory), sql` OR `)})`);
  if (filter.sources?.length) conditions.push(sql`a.source = ANY(${[...filter.sources]}::text[])`);
  if (filter.usage !== undefined) conditions.push(sql`a.usage = ${filter.usage}`);
  if (filter.verification !== undefined) conditions.push(sql`a.verification = ${filter.verification}`);
  if (filter.isMonitored !== undefined) conditions.push(sql`a.is_monitored = ${filter.isMonitored}`);
  if (filter.related !== undefined) conditions.push(sql`(a.device_id IS NOT NULL) = ${filter.related}`);
  return sql.join(conditions, sql` AND `);
};

/** A page of assets; those without a date or an amount stand last in either direction. */
export async function pageAssets(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  filter: AssetFilter,
  order: AssetOrder,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: AssetRow[]; total: number }> {
  const where = matches(viewer, filter);
  // A column that is never empty uses an index that says nothing of empty values.
  const isNever = order.by === 'code' || order.by === 'name' || order.by === 'updated';
  const way = order.ascending ? sql`ASC` : sql`DESC`;
  const sorted = sql`${orders[order.by]} ${way} ${isNever ? sql`` : sql`NULLS LAST`}, a.id ${way}`;
  const [{ rows }, counted] = await Promise.all([
    // The page first, by ids: names of places and devices are read for its rows alone.
    sql<AssetRow>`
    WITH page AS MATERIALIZED (SELECT a.id FROM asset a WHERE ${where} ORDER BY ${sorted} OFFSET ${offset} LIMIT ${limit})
    SELECT ${columnsFor(viewer)} FROM page JOIN (${tables}) ON a.id = page.id ORDER BY ${sorted}`.execute(db),
    sql<{ count: number }>`SELECT count(*) FROM asset a WHERE ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]!.count };
}

const assetsOf = (viewer: AssetViewer, ids: readonly number[]) => sql`SELECT ${columnsFor(viewer)} FROM ${tables}
  WHERE a.id = ANY(${[...ids]}::int[]) AND ${assetVisible(viewer.tenant, viewer)} ORDER BY a.id`;

/** Those of the assets that the viewer sees, in the order of their ids. */
export async function findAssets(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  ids: readonly number[],
): Promise<AssetRow[]> {
  const { rows } = await sql<AssetRow>`${assetsOf(viewer, ids)}`.execute(db);
  return rows;
}

/** The same, locked until the transaction ends. */
export async function lockAssets(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  ids: readonly number[],
): Promise<AssetRow[]> {
  const { rows } = await sql<AssetRow>`${assetsOf(viewer, ids)} FOR UPDATE OF a`.execute(db);
  return rows;
}

/** All categories of assets that the viewer sees, each by one step in the index of categories: assets are many, categories few. */
export async function categoriesOf(_tenant: UserTenant, db: DbOrTransaction, viewer: AssetViewer): Promise<string[]> {
  const after = (last: RawBuilder<unknown>) => sql`SELECT a.category COLLATE "C" FROM asset a
    WHERE a.company_id = ${viewer.tenant.companyId} AND a.category COLLATE "C" > ${last} AND ${assetVisible(viewer.tenant, viewer)}
    ORDER BY a.company_id, a.category COLLATE "C" LIMIT 1`;
  const { rows } = await sql<{ category: string }>`
    WITH RECURSIVE found(category) AS (
      (${after(sql`''`)})
      UNION ALL SELECT (${after(sql`found.category`)}) FROM found WHERE found.category IS NOT NULL)
    SELECT category FROM found WHERE category IS NOT NULL ORDER BY category COLLATE "default"`.execute(db);
  return rows.map(({ category }) => category);
}

/** Codes and numbers of a company are given one call after the other until the transaction ends. */
export async function lockCodes(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870368, ${tenant.companyId})`.execute(transaction);
}

/** The asset of the company that has a code, in any case; null: none. */
export async function holderOfCode(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  code: string,
  exceptId: number | null,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM asset WHERE company_id = ${tenant.companyId}
    AND lower(code) = lower(${code}) AND id IS DISTINCT FROM ${exceptId}`.execute(db);
  return rows[0]?.id ?? null;
}

/** Where a device of the tenant's stands, and the asset that it is already. */
export async function deviceOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  deviceId: number,
): Promise<{ project_id: number; asset_id: number | null } | null> {
  const { rows } = await sql<{ project_id: number; asset_id: number | null }>`
    SELECT d.project_id, a.id AS asset_id FROM device d LEFT JOIN asset a ON a.device_id = d.id
    WHERE d.id = ${deviceId} AND ${inProjects(tenant, 'd.project_id')}`.execute(db);
  return rows[0] ?? null;
}

/** Parts of an asset that the viewer sees, by code. */
export async function childrenOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  id: number,
): Promise<{ id: number; name: string; code: string }[]> {
  const { rows } = await sql<{ id: number; name: string; code: string }>`SELECT a.id, a.name, a.code FROM asset a
    WHERE a.parent_id = ${id} AND ${assetVisible(viewer.tenant, viewer)} ORDER BY a.code, a.id LIMIT 200`.execute(db);
  return rows;
}

/** An asset of the company and what it is a part of, the nearest first, and how many levels of parts lie below `id`. */
export async function levelsOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  { parentId, id }: { parentId: number; id: number | null },
): Promise<{ above: { id: number; name: string }[]; below: number }> {
  const { rows: above } = await sql<{ id: number; name: string }>`
    WITH RECURSIVE up AS (
      SELECT a.id, a.name, a.parent_id, 1 AS level FROM asset a WHERE a.id = ${parentId} AND a.company_id = ${tenant.companyId}
      UNION ALL SELECT a.id, a.name, a.parent_id, up.level + 1 FROM up JOIN asset a ON a.id = up.parent_id WHERE up.level < 50)
    SELECT id, name FROM up ORDER BY level`.execute(db);
  const { rows: below } = await sql<{ levels: number }>`
    WITH RECURSIVE down AS (
      SELECT a.id, 1 AS level FROM asset a WHERE a.parent_id = ${id} AND a.company_id = ${tenant.companyId}
      UNION ALL SELECT a.id, down.level + 1 FROM down JOIN asset a ON a.parent_id = down.id WHERE down.level < 50)
    SELECT coalesce(max(level), 0) AS levels FROM down`.execute(db);
  return { above, below: below[0]!.levels };
}

/** @returns the ids in the order of the assets */
export async function insertAssets(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  assets: readonly AssetValues[],
  at: Date,
): Promise<number[]> {
  const ids: number[] = [];
  // A statement holds at most so many values.
  for (let first = 0; first < assets.length; first += assetsAtOnce) {
    const rows = await transaction
      .insertInto('asset')
      .values(
        assets.slice(first, first + assetsAtOnce).map((values) => ({
          ...values,
          company_id: tenant.companyId,
          verification: 'toBeVerified',
          updated_at: at,
        })),
      )
      .returning('id')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
const assetsAtOnce = 1_000;

/** Assets become parts of those of the company that have these codes. */
export async function setParentsByCode(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  parts: readonly { readonly id: number; readonly parentCode: string }[],
): Promise<void> {
  await sql`UPDATE asset a SET parent_id = u.id
    FROM unnest(${parts.map(({ id }) => id)}::int[], ${parts.map(({ parentCode }) => parentCode)}::text[]) AS part(id, code)
      JOIN asset u ON u.company_id = ${tenant.companyId} AND lower(u.code) = lower(part.code)
    WHERE a.id = part.id AND a.company_id = ${tenant.companyId}`.execute(transaction);
}

export async function updateAssets(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  values: Partial<AssetValues & { verification: AssetVerification }>,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('asset')
    .set({ ...values, updated_at: at })
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [0, ...ids])
    .execute();
}

export async function deleteAssets(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  // Until when one was its device is kept, for the asset that comes after it.
  await sql`UPDATE asset_device k SET unlinked_at = ${at} FROM asset a
    WHERE a.id = k.asset_id AND a.company_id = ${tenant.companyId} AND a.id = ANY(${[...ids]}::int[]) AND k.unlinked_at IS NULL`.execute(
    transaction,
  );
  await transaction
    .deleteFrom('asset')
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [0, ...ids])
    .execute();
}

/** The assets that the viewer sees by their codes in lower case, each with how many levels it stands below. */
export async function assetsOfCodes(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  codes: readonly string[],
): Promise<Map<string, { id: number; level: number }>> {
  const { rows } = await sql<{ code: string; id: number; level: number }>`
    WITH RECURSIVE up AS (
      SELECT lower(a.code) AS code, a.id, a.parent_id, 1 AS level FROM asset a
      WHERE ${assetVisible(viewer.tenant, viewer)} AND a.usage <> 'disposed' AND lower(a.code) = ANY(${codes.map((code) => code.toLowerCase())}::text[])
      UNION ALL SELECT up.code, up.id, a.parent_id, up.level + 1 FROM up JOIN asset a ON a.id = up.parent_id WHERE up.level < 50)
    SELECT code, id, max(level) AS level FROM up GROUP BY code, id`.execute(db);
  return new Map(rows.map(({ code, id, level }) => [code, { id, level }]));
}

/** Codes that are given already, in lower case: the name of each holder; null where the viewer does not see it. */
export async function holdersOfCodes(
  tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  codes: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ code: string; name: string | null }>`
    SELECT lower(a.code) AS code, CASE WHEN ${assetVisible(viewer.tenant, viewer)} THEN a.name END AS name FROM asset a
    WHERE a.company_id = ${tenant.companyId} AND lower(a.code) = ANY(${codes.map((code) => code.toLowerCase())}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
}

const named = (column: string, names: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`lower(normalize(${sql.ref(column)}, NFKC)) = ANY(${names.map((name) => name.normalize('NFKC').trim().toLowerCase())}::text[])`;
const keysOf = ({ name, name_en }: { name: string; name_en: string | null }): string[] =>
  [name, name_en].flatMap((each) => (each === null ? [] : [each.normalize('NFKC').trim().toLowerCase()]));

/** The devices of these names in the viewer's projects, with the name of the asset that one is already. */
export async function devicesByName(
  tenant: UserTenant,
  db: DbOrTransaction,
  names: readonly string[],
): Promise<Map<string, { id: number; project_id: number; asset_name: string | null }[]>> {
  const { rows } = await sql<{
    id: number;
    project_id: number;
    name: string;
    name_en: string | null;
    asset_name: string | null;
  }>`
    SELECT d.id, d.project_id, d.name, d.name_en, a.name AS asset_name FROM device d LEFT JOIN asset a ON a.device_id = d.id
    WHERE ${deviceVisible(tenant, 'd.project_id', 'd.id')} AND (${named('d.name', names)} OR ${named('d.name_en', names)})
    ORDER BY d.id`.execute(db);
  const byName = new Map<string, { id: number; project_id: number; asset_name: string | null }[]>();
  for (const { id, project_id, asset_name, ...row } of rows)
    for (const key of new Set(keysOf(row)))
      byName.set(key, [...(byName.get(key) ?? []), { id, project_id, asset_name }]);
  return byName;
}
