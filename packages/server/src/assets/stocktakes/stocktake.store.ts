import type { StocktakeDecision, StocktakeOutcome, StocktakeResult, StocktakeState } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, inProjects, type UserTenant } from '../../access/index.ts';
import { containsText, searchTextContains } from '../../platform/db/containsText.ts';
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
const visible = ({
  tenant,
  ofCompany,
}: AssetViewer): RawBuilder<boolean> => sql<boolean>`(s.company_id = ${tenant.companyId}
  AND (${ofCompany ? sql`s.project_id IS NULL` : sql`false`}
    OR (${inProjects(tenant, 's.project_id')} AND NOT s.project_id = ANY(${[...tenant.listedProjectIds]}::int[]))))`;

/** Whether the viewer sees assets of an item's project; a stocktake may hold what others saw of a project that is closed to this one. */
const seen = ({ tenant, ofCompany }: AssetViewer, column: string): RawBuilder<boolean> => sql<boolean>`(
  (${ofCompany} AND ${sql.ref(column)} IS NULL)
  OR (${inProjects(tenant, column)} AND NOT ${sql.ref(column)} = ANY(${[...tenant.listedProjectIds]}::int[])))`;

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
    visible(viewer),
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
    WHERE s.id = ${id} AND ${visible(viewer)}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a stocktake that the viewer sees, so that scans and its end come one after the other. @returns whether there is one */
export async function lockStocktake(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  viewer: AssetViewer,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM stocktake s WHERE s.id = ${id} AND ${visible(viewer)} FOR UPDATE`.execute(
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

/** What the codes name, by the code in lower case: what the stocktake expects first, then any asset that the viewer sees. */
export async function assetsByCode(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  stocktakeId: number,
  codes: readonly string[],
): Promise<Map<string, KnownAsset>> {
  const wanted = sql`${codes.map((code) => code.toLowerCase())}::text[]`;
  const { rows } = await sql<KnownAsset>`
    SELECT k.*, coalesce(${seen(viewer, 'k.project_id')}, false) AS seen, pl.name AS project_name, pl.name_en AS project_name_en FROM (
      SELECT e.asset_id AS id, e.code, e.name, e.project_id, e.location, e.id AS expected_id FROM stocktake_expected e
      WHERE e.stocktake_id = ${stocktakeId} AND lower(e.code) = ANY(${wanted})
      UNION ALL
      SELECT a.id, a.code, a.name, a.project_id, a.location, NULL FROM asset a
      WHERE ${assetVisible(viewer.tenant, viewer)} AND lower(a.code) = ANY(${wanted})
        AND NOT EXISTS (SELECT 1 FROM stocktake_expected e WHERE e.stocktake_id = ${stocktakeId} AND lower(e.code) = lower(a.code))
    ) k LEFT JOIN place_name pl ON pl.place_id = k.project_id`.execute(db);
  return new Map(rows.map((row) => [row.code.toLowerCase(), row]));
}

export interface ScanRow {
  id: number;
  client_key: string;
  code: string;
  /** Null: unknown, or closed to the viewer. */
  name: string | null;
  known: boolean;
  expected: boolean;
  project_name: string | null;
  project_name_en: string | null;
  location: string;
  removed_at: Date | null;
}

/** Scans of these keys, taken back or not, and those of these codes that count. */
export async function scansOf(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  stocktakeId: number,
  keys: readonly string[],
  codes: readonly string[],
): Promise<ScanRow[]> {
  const { rows } =
    await sql<ScanRow>`SELECT c.id, c.client_key, c.code, c.expected, c.removed_at, c.name IS NOT NULL AS known,
      CASE WHEN ${seen(viewer, 'c.project_id')} THEN c.name END AS name,
      CASE WHEN ${seen(viewer, 'c.project_id')} THEN c.location ELSE '' END AS location,
      CASE WHEN ${seen(viewer, 'c.project_id')} THEN pl.name END AS project_name, pl.name_en AS project_name_en
    FROM stocktake_scan c LEFT JOIN place_name pl ON pl.place_id = c.project_id
    WHERE c.stocktake_id = ${stocktakeId} AND (c.client_key = ANY(${[...keys]}::uuid[])
      OR (c.removed_at IS NULL AND lower(c.code) = ANY(${codes.map((code) => code.toLowerCase())}::text[])))`.execute(
      db,
    );
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

/** @returns the code of the scan that was taken back; null: there is none, or it was before */
export async function removeScan(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  stocktakeId: number,
  scanId: number,
  at: Date,
): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`UPDATE stocktake_scan SET removed_at = ${at}
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

export interface ItemRow {
  key: string;
  outcome: StocktakeOutcome;
  asset_id: number | null;
  code: string;
  name: string | null;
  project_name: string | null;
  project_name_en: string | null;
  location: string;
  scan_id: number | null;
  scan_name: string | null;
  said_at: Date | null;
  moved_to: string | null;
  /** Where the register has it now, while the stocktake is open and it moved. */
  now_project: string | null;
  now_project_en: string | null;
  now_location: string | null;
  device_id: number | null;
  photo_file_id: string | null;
  is_difference: boolean;
  decision: StocktakeResult | null;
  decided_name: string | null;
  done: 'verified' | 'moved' | null;
}

/** The order of a list of all items: what needs a person first. */
const outcomeOrder: readonly StocktakeOutcome[] = ['missing', 'elsewhere', 'unknown', 'found'];

type ItemCounts = Record<StocktakeOutcome, number>;

const isFound = sql<boolean>`EXISTS (SELECT 1 FROM stocktake_scan c
  WHERE c.stocktake_id = e.stocktake_id AND c.expected_id = e.id AND c.removed_at IS NULL)`;

/** The register has a frozen asset elsewhere by now: of assets that the viewer sees, here and there. */
const hasMoved = (
  viewer: AssetViewer,
): RawBuilder<boolean> => sql<boolean>`(${seen(viewer, 'e.project_id')} AND EXISTS (
  SELECT 1 FROM asset a WHERE a.id = e.asset_id AND ${assetVisible(viewer.tenant, viewer)}
    AND (a.location <> e.location OR a.project_id IS DISTINCT FROM e.project_id)))`;

interface ItemFilter {
  /** In a code, or in name or location where the viewer sees the asset. */
  text?: string | undefined;
  /** Only differences that nobody decided. */
  undecided?: boolean;
}

const matching = (viewer: AssetViewer, { text, undecided }: ItemFilter) => ({
  expected: allOf(
    sql`true`,
    text &&
      sql<boolean>`(${searchTextContains(text, 'e.search_text')}
        AND (${seen(viewer, 'e.project_id')} OR ${containsText(text, 'e.code')}))`,
    undecided && sql<boolean>`(e.decision IS NULL AND (NOT ${isFound} OR ${hasMoved(viewer)}))`,
  ),
  scanned: allOf(
    sql`true`,
    text &&
      sql<boolean>`(${containsText(text, 'c.code')}
        OR (${seen(viewer, 'c.project_id')} AND ${containsText(text, 'c.code', 'c.name', 'c.location')}))`,
    undecided && sql<boolean>`c.decision IS NULL`,
  ),
});

/** How many items of each outcome match. */
async function countItems(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  stocktakeId: number,
  filter: ItemFilter,
): Promise<ItemCounts> {
  const matches = matching(viewer, filter);
  const { rows } = await sql<ItemCounts>`SELECT o.missing, o.found, n.elsewhere, n.unknown FROM
    (SELECT count(*) FILTER (WHERE NOT f.found)::int AS missing, count(*) FILTER (WHERE f.found)::int AS found
      FROM stocktake_expected e CROSS JOIN LATERAL (SELECT ${isFound} AS found) f
      WHERE e.stocktake_id = ${stocktakeId} AND ${matches.expected}) o,
    (SELECT count(c.name)::int AS elsewhere, count(*) FILTER (WHERE c.name IS NULL)::int AS unknown FROM stocktake_scan c
      WHERE c.stocktake_id = ${stocktakeId} AND c.removed_at IS NULL AND c.expected_id IS NULL AND ${matches.scanned}) n`.execute(
    db,
  );
  return rows[0]!;
}

/** How many differences of a stocktake nobody decided, of those that the viewer sees. */
export async function countUndecided(
  tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  stocktakeId: number,
): Promise<number> {
  const { missing, elsewhere, unknown, found } = await countItems(tenant, db, viewer, stocktakeId, { undecided: true });
  return missing + elsewhere + unknown + found;
}

/** Missing first, then what is elsewhere or unknown, then what was found; expected ones by code, as they were frozen. */
export async function pageItems(
  tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  stocktake: StocktakeRow,
  filter: ItemFilter & { outcome?: StocktakeOutcome | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ItemRow[]; total: number }> {
  const { id, state, expected, found, elsewhere, unknown } = stocktake;
  const counts: ItemCounts =
    filter.text || filter.undecided
      ? await countItems(tenant, db, viewer, id, filter)
      : { missing: expected - found, elsewhere, unknown, found };
  const wanted: readonly StocktakeOutcome[] = filter.outcome === undefined ? outcomeOrder : [filter.outcome];
  const matches = matching(viewer, filter);
  const scanned = (outcome: 'elsewhere' | 'unknown') => sql`
    SELECT ${outcome} AS outcome, NULL::int AS expected_id, c.id AS scan_id, c.id AS place FROM stocktake_scan c
    WHERE c.stocktake_id = ${id} AND c.removed_at IS NULL AND c.expected_id IS NULL
      AND c.name IS ${outcome === 'unknown' ? sql`NULL` : sql`NOT NULL`} AND ${matches.scanned}`;
  const itemsOf = {
    missing: sql`
      SELECT 'missing' AS outcome, e.id AS expected_id, NULL::int AS scan_id, e.id AS place FROM stocktake_expected e
      WHERE e.stocktake_id = ${id} AND NOT ${isFound} AND ${matches.expected}`,
    elsewhere: scanned('elsewhere'),
    unknown: scanned('unknown'),
    found: sql`
      SELECT 'found' AS outcome, e.id AS expected_id, c.id AS scan_id, e.id AS place
      FROM stocktake_expected e JOIN stocktake_scan c ON c.stocktake_id = ${id} AND c.expected_id = e.id AND c.removed_at IS NULL
      WHERE e.stocktake_id = ${id} AND ${matches.expected}`,
  };
  // Each outcome by its own index, from its nearer end, and ids alone: of those that the page does not reach nothing is read.
  const slices: RawBuilder<unknown>[] = [];
  let skip = offset;
  let left = limit;
  for (const outcome of wanted) {
    const here = Math.max(0, Math.min(left, counts[outcome] - skip));
    const after = counts[outcome] - skip - here;
    const from = after < skip ? sql`DESC OFFSET ${after}` : sql`OFFSET ${skip}`;
    if (here > 0) slices.push(sql`(${itemsOf[outcome]} ORDER BY place ${from} LIMIT ${here})`);
    left -= here;
    skip = Math.max(0, skip - counts[outcome]);
  }
  const total = wanted.reduce((sum, outcome) => sum + counts[outcome], 0);
  if (slices.length === 0) return { rows: [], total };
  const moved = sql`(${state === 'open' || state === 'review'} AND a.id IS NOT NULL AND ${seen(viewer, 'a.project_id')}
    AND (a.location <> i.location OR a.project_id IS DISTINCT FROM i.project_id))`;
  const itemColumns = sql`code, name, asset_id, project_id, location, moved_to, moved_project_id, done, decision, decided_name`;
  const { rows } = await sql<ItemRow>`
    WITH page AS MATERIALIZED (${sql.join(slices, sql` UNION ALL `)})
    SELECT CASE WHEN o.expected_id IS NULL THEN 's' ELSE 'e' END || o.place AS key, o.outcome, i.code, i.done, i.decision, i.decided_name,
      o.outcome <> 'found' OR i.decision IS NOT NULL OR ${moved} AS is_difference,
      o.scan_id, c.user_name AS scan_name, c.said_at, c.photo_file_id,
      CASE WHEN v.seen THEN i.asset_id END AS asset_id, CASE WHEN v.seen THEN i.name END AS name,
      CASE WHEN v.seen THEN i.location ELSE '' END AS location,
      CASE WHEN v.seen AND ${seen(viewer, 'i.moved_project_id')} THEN i.moved_to END AS moved_to,
      a.device_id, pl.name AS project_name, pl.name_en AS project_name_en,
      CASE WHEN ${moved} THEN coalesce(pn.name, '') END AS now_project, pn.name_en AS now_project_en,
      CASE WHEN ${moved} THEN a.location END AS now_location
    FROM page o LEFT JOIN stocktake_scan c ON c.id = o.scan_id
      CROSS JOIN LATERAL (SELECT ${itemColumns} FROM stocktake_expected WHERE id = o.expected_id
        UNION ALL SELECT ${itemColumns} FROM stocktake_scan WHERE id = o.scan_id AND o.expected_id IS NULL) i
      CROSS JOIN LATERAL (SELECT ${seen(viewer, 'i.project_id')} AS seen) v
      LEFT JOIN asset a ON v.seen AND a.id = i.asset_id AND a.company_id = ${tenant.companyId} LEFT JOIN place_name pl ON v.seen AND pl.place_id = i.project_id
      LEFT JOIN place_name pn ON pn.place_id = a.project_id
    ORDER BY array_position(ARRAY[${sql.join([...wanted])}]::text[], o.outcome), o.place`.execute(db);
  return { rows, total };
}

/** Points of devices, by device: by their readings a device is heard. */
export async function pointsOfDevices(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  deviceIds: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ device_id: number; point_ids: number[] }>`
    SELECT device_id, array_agg(point_id) AS point_ids FROM device_point WHERE device_id = ANY(${[...deviceIds]}::int[])
    GROUP BY device_id`.execute(db);
  return new Map(rows.map(({ device_id, point_ids }) => [device_id, point_ids]));
}

/**
 * Keeps a decision about differences that it fits: those of the keys, or all undecided ones. An asset is moved only where the viewer sees
 * it, and keeps it.
 *
 * @param keys numbers of expected assets and of scans; null: all
 * @returns how many it fits
 */
export async function decideItems(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  viewer: AssetViewer,
  stocktakeId: number,
  decision: StocktakeDecision,
  keys: { expected: readonly number[]; scans: readonly number[] } | null,
  name: string,
): Promise<number> {
  const chosen = (table: 'e' | 'c', ids: readonly number[] | undefined) =>
    ids ? sql`${sql.ref(`${table}.id`)} = ANY(${[...ids]}::int[])` : sql`${sql.ref(`${table}.decision`)} IS NULL`;
  const isKept = (table: 'e' | 'c') =>
    decision === 'move'
      ? sql`EXISTS (SELECT 1 FROM asset a WHERE a.id = ${sql.ref(`${table}.asset_id`)} AND a.usage <> 'disposed'
          AND ${assetVisible(viewer.tenant, viewer)})`
      : sql`true`;
  let count = 0n;
  if (decision !== 'ignore') {
    const { numAffectedRows } = await sql`UPDATE stocktake_expected e SET decision = ${decision}, decided_name = ${name}
      WHERE e.stocktake_id = ${stocktakeId} AND ${chosen('e', keys?.expected)} AND ${isKept('e')}
        AND ${decision === 'missing' ? sql`NOT ${isFound}` : sql`${isFound} AND ${hasMoved(viewer)}`}`.execute(
      transaction,
    );
    count += numAffectedRows ?? 0n;
  }
  if (decision !== 'missing') {
    const { numAffectedRows } = await sql`UPDATE stocktake_scan c SET decision = ${decision}, decided_name = ${name}
      WHERE c.stocktake_id = ${stocktakeId} AND c.removed_at IS NULL AND c.expected_id IS NULL AND ${chosen('c', keys?.scans)}
        AND ${isKept('c')} AND c.decision IS DISTINCT FROM 'registered'
        AND c.name IS ${decision === 'ignore' ? sql`NULL` : sql`NOT NULL`}`.execute(transaction);
    count += numAffectedRows ?? 0n;
  }
  return Number(count);
}

/** Forgets decisions that more scans may make wrong: on what is missing or moved meanwhile. */
export async function dropDecisions(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  stocktakeId: number,
): Promise<void> {
  await sql`UPDATE stocktake_expected SET decision = NULL, decided_name = NULL
    WHERE stocktake_id = ${stocktakeId} AND decision IS NOT NULL`.execute(transaction);
}

/** An unknown label of a stocktake that goes on is an asset from now on. @returns the stocktake; null: there is no such label */
export async function noteRegistered(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  viewer: AssetViewer,
  scanId: number,
  asset: { id: number; project_id: number | null; location: string },
  name: string,
): Promise<{ id: number; name: string; project_id: number | null } | null> {
  const { rows } = await sql<{ id: number; name: string; project_id: number | null }>`
    WITH s AS (SELECT s.id, s.name, s.project_id FROM stocktake s JOIN stocktake_scan c ON c.stocktake_id = s.id
      WHERE c.id = ${scanId} AND s.state IN ('open', 'review') AND ${visible(viewer)} FOR UPDATE OF s)
    UPDATE stocktake_scan c SET decision = 'registered', decided_name = ${name}, asset_id = ${asset.id},
      project_id = ${asset.project_id}, location = ${asset.location}
    FROM s WHERE c.id = ${scanId} AND c.removed_at IS NULL AND c.expected_id IS NULL AND c.name IS NULL
      AND c.decision IS DISTINCT FROM 'registered' RETURNING s.id, s.name, s.project_id`.execute(transaction);
  return rows[0] ?? null;
}

/** Assets to be moved: those seen elsewhere, and those found that the register has elsewhere by now, with their frozen place. */
export async function movesOf(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  stocktakeId: number,
): Promise<{ asset_id: number; code: string; frozen: { project_id: number | null; location: string } | null }[]> {
  const { rows } = await sql<{
    asset_id: number;
    code: string;
    frozen: { project_id: number | null; location: string } | null;
  }>`
    SELECT asset_id, code, NULL::jsonb AS frozen FROM stocktake_scan
    WHERE stocktake_id = ${stocktakeId} AND removed_at IS NULL AND expected_id IS NULL AND decision = 'move' AND asset_id IS NOT NULL
    UNION ALL
    SELECT asset_id, code, jsonb_build_object('project_id', project_id, 'location', location) FROM stocktake_expected
    WHERE stocktake_id = ${stocktakeId} AND decision = 'move' AND asset_id IS NOT NULL`.execute(db);
  return rows;
}

/** The viewer's assets that were found, are kept and are not verified, though their model and location are known; locked. */
export async function foundToVerify(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  viewer: AssetViewer,
  stocktakeId: number,
): Promise<{ id: number; name: string; project_id: number | null }[]> {
  const { rows } = await sql<{ id: number; name: string; project_id: number | null }>`
    SELECT a.id, a.name, a.project_id FROM stocktake_scan c
      JOIN stocktake_expected e ON e.id = c.expected_id
      JOIN asset a ON a.id = e.asset_id
    WHERE c.stocktake_id = ${stocktakeId} AND c.removed_at IS NULL AND a.verification <> 'verified' AND a.usage <> 'disposed'
      AND ${assetVisible(viewer.tenant, viewer)}
      AND a.model <> '' AND a.location <> '' AND a.location = e.location AND a.project_id IS NOT DISTINCT FROM e.project_id
    ORDER BY a.id FOR UPDATE OF a`.execute(transaction);
  return rows;
}

/** Says of the company's items of a stocktake what became of them: where the register has them now, if elsewhere, and what was done. */
export async function noteEnd(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  stocktakeId: number,
  { verified, moved }: { verified: readonly number[]; moved: readonly number[] },
): Promise<void> {
  for (const table of ['stocktake_expected', 'stocktake_scan'] as const)
    await sql`UPDATE ${sql.table(table)} i SET
        moved_to = CASE WHEN a.location <> i.location OR a.project_id IS DISTINCT FROM i.project_id
          THEN concat_ws(' · ', pl.name, nullif(a.location, '')) END,
        moved_project_id = CASE WHEN a.project_id IS DISTINCT FROM i.project_id OR a.location <> i.location THEN a.project_id END,
        done = CASE WHEN a.id = ANY(${[...moved]}::int[]) THEN 'moved' WHEN a.id = ANY(${[...verified]}::int[]) THEN 'verified' END
      FROM asset a LEFT JOIN place_name pl ON pl.place_id = a.project_id
      WHERE i.stocktake_id = ${stocktakeId} AND a.id = i.asset_id AND a.company_id = ${tenant.companyId}`.execute(
      transaction,
    );
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
