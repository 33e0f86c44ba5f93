import type { StocktakeDecision, StocktakeOutcome, StocktakeResult } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type { CompanyTenant, UserTenant } from '../../access/index.ts';
import { containsText, searchTextContains } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf } from '../../platform/db/listQuery.ts';
import { type AssetViewer, assetVisible } from '../register/asset.store.ts';
import { type StocktakeRow, seen, visible } from './stocktake.store.ts';

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
): RawBuilder<boolean> => sql<boolean>`(${seen(viewer.tenant, viewer, 'e.project_id')} AND EXISTS (
  SELECT 1 FROM asset a WHERE a.id = e.asset_id AND ${assetVisible(viewer.tenant, viewer)}
    AND (a.location <> e.location OR a.project_id IS DISTINCT FROM e.project_id)))`;

interface ItemFilter {
  /** In a code, or in name or location where the viewer sees the asset. */
  text?: string | undefined;
  /** Only differences without a decision. */
  undecided?: boolean;
}

/** How long an edit of an asset may take from its time to its commit. */
const editMs = 60_000;

/**
 * Found assets that the register has elsewhere by now, without a decision. Only assets edited since the stocktake was opened are compared,
 * by the index of edits: there are few, and a company may have 50,000.
 */
async function undecidedMoves(
  db: DbOrTransaction,
  viewer: AssetViewer,
  { id, opened_at: openedAt }: StocktakeRow,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH edited AS MATERIALIZED (SELECT a.id FROM asset a
      WHERE a.company_id = ${viewer.tenant.companyId} AND a.updated_at >= ${new Date(openedAt.getTime() - editMs)})
    SELECT e.id FROM edited JOIN stocktake_expected e ON e.asset_id = edited.id
    WHERE e.stocktake_id = ${id} AND e.decision IS NULL AND ${isFound} AND ${hasMoved(viewer)}`.execute(db);
  return rows.map((row) => row.id);
}

type ItemQueries = Record<StocktakeOutcome, RawBuilder<unknown>>;

/** The items that match, by outcome. */
const itemsOf = (
  viewer: AssetViewer,
  { id }: StocktakeRow,
  { text }: ItemFilter,
  undecided: { moves: readonly number[] } | null,
): ItemQueries => {
  const expected = allOf(
    sql`e.stocktake_id = ${id}`,
    text &&
      sql<boolean>`(${searchTextContains(text, 'e.search_text')}
        AND (${seen(viewer.tenant, viewer, 'e.project_id')} OR ${containsText(text, 'e.code')}))`,
  );
  const scanned = (outcome: 'elsewhere' | 'unknown') => sql`
    SELECT ${outcome} AS outcome, NULL::int AS expected_id, c.id AS scan_id, c.id AS place FROM stocktake_scan c
    WHERE ${allOf(
      sql`c.stocktake_id = ${id} AND c.removed_at IS NULL AND c.expected_id IS NULL`,
      sql`c.name IS ${outcome === 'unknown' ? sql`NULL` : sql`NOT NULL`}`,
      text &&
        sql<boolean>`(${containsText(text, 'c.code')}
          OR (${seen(viewer.tenant, viewer, 'c.project_id')} AND ${containsText(text, 'c.code', 'c.name', 'c.location')}))`,
      undecided && sql<boolean>`c.decision IS NULL`,
    )}`;
  return {
    missing: sql`
      SELECT 'missing' AS outcome, e.id AS expected_id, NULL::int AS scan_id, e.id AS place FROM stocktake_expected e
      WHERE ${allOf(expected, sql`NOT ${isFound}`, undecided && sql<boolean>`e.decision IS NULL`)}`,
    elsewhere: scanned('elsewhere'),
    unknown: scanned('unknown'),
    found: sql`
      SELECT 'found' AS outcome, e.id AS expected_id, c.id AS scan_id, e.id AS place
      FROM stocktake_expected e JOIN stocktake_scan c ON c.stocktake_id = ${id} AND c.expected_id = e.id AND c.removed_at IS NULL
      WHERE ${allOf(expected, undecided && sql<boolean>`e.id = ANY(${[...undecided.moves]}::int[])`)}`,
  };
};

/** How many items match, by outcome. Without a text, most follow from the stocktake's own figures. */
async function countItems(
  db: DbOrTransaction,
  { id, expected, found, elsewhere, unknown }: StocktakeRow,
  { text }: ItemFilter,
  undecided: { moves: readonly number[] } | null,
  items: ItemQueries,
): Promise<ItemCounts> {
  if (!text && !undecided) return { missing: expected - found, elsewhere, unknown, found };
  const countOf = (outcome: StocktakeOutcome) => sql`(SELECT count(*)::int FROM (${items[outcome]}) i)`;
  // A missing asset takes no other decision.
  const missing = text
    ? countOf('missing')
    : sql`${expected - found}::int - (SELECT count(*)::int FROM stocktake_expected WHERE stocktake_id = ${id} AND decision = 'missing')`;
  const { rows } = await sql<ItemCounts>`SELECT ${missing} AS missing, ${countOf('elsewhere')} AS elsewhere,
    ${countOf('unknown')} AS unknown, ${!text && undecided ? sql`${undecided.moves.length}::int` : countOf('found')} AS found`.execute(
    db,
  );
  return rows[0]!;
}

/** Differences of a stocktake without a decision, of those that the viewer sees. */
export async function countUndecided(
  _tenant: UserTenant,
  db: DbOrTransaction,
  viewer: AssetViewer,
  stocktake: StocktakeRow,
): Promise<number> {
  const undecided = { moves: await undecidedMoves(db, viewer, stocktake) };
  const items = itemsOf(viewer, stocktake, {}, undecided);
  const { missing, elsewhere, unknown, found } = await countItems(db, stocktake, {}, undecided, items);
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
  const { state } = stocktake;
  const wanted: readonly StocktakeOutcome[] = filter.outcome === undefined ? outcomeOrder : [filter.outcome];
  const undecided = filter.undecided ? { moves: await undecidedMoves(db, viewer, stocktake) } : null;
  const items = itemsOf(viewer, stocktake, filter, undecided);
  const counts = await countItems(db, stocktake, filter, undecided, items);
  // Each outcome by its own index, from its nearer end, and ids alone: of those that the page does not reach nothing is read.
  const slices: RawBuilder<unknown>[] = [];
  let skip = offset;
  let left = limit;
  for (const outcome of wanted) {
    const here = Math.max(0, Math.min(left, counts[outcome] - skip));
    const after = counts[outcome] - skip - here;
    const from = after < skip ? sql`DESC OFFSET ${after}` : sql`OFFSET ${skip}`;
    if (here > 0) slices.push(sql`(${items[outcome]} ORDER BY place ${from} LIMIT ${here})`);
    left -= here;
    skip = Math.max(0, skip - counts[outcome]);
  }
  const total = wanted.reduce((sum, outcome) => sum + counts[outcome], 0);
  if (slices.length === 0) return { rows: [], total };
  const moved = sql`(${state === 'open' || state === 'review'} AND a.id IS NOT NULL AND ${seen(viewer.tenant, viewer, 'a.project_id')}
    AND (a.location <> i.location OR a.project_id IS DISTINCT FROM i.project_id))`;
  const itemColumns = sql`code, name, asset_id, project_id, location, moved_to, moved_project_id, done, decision, decided_name`;
  const { rows } = await sql<ItemRow>`
    WITH page AS MATERIALIZED (${sql.join(slices, sql` UNION ALL `)})
    SELECT CASE WHEN o.expected_id IS NULL THEN 's' ELSE 'e' END || o.place AS key, o.outcome, i.code, i.done, i.decision, i.decided_name,
      o.outcome <> 'found' OR i.decision IS NOT NULL OR ${moved} AS is_difference,
      o.scan_id, c.user_name AS scan_name, c.said_at, c.photo_file_id,
      CASE WHEN v.seen THEN i.asset_id END AS asset_id, CASE WHEN v.seen THEN i.name END AS name,
      CASE WHEN v.seen THEN i.location ELSE '' END AS location,
      CASE WHEN v.seen AND ${seen(viewer.tenant, viewer, 'i.moved_project_id')} THEN i.moved_to END AS moved_to,
      a.device_id, pl.name AS project_name, pl.name_en AS project_name_en,
      CASE WHEN ${moved} THEN coalesce(pn.name, '') END AS now_project, pn.name_en AS now_project_en,
      CASE WHEN ${moved} THEN a.location END AS now_location
    FROM page o LEFT JOIN stocktake_scan c ON c.id = o.scan_id
      CROSS JOIN LATERAL (SELECT ${itemColumns} FROM stocktake_expected WHERE id = o.expected_id
        UNION ALL SELECT ${itemColumns} FROM stocktake_scan WHERE id = o.scan_id AND o.expected_id IS NULL) i
      CROSS JOIN LATERAL (SELECT ${seen(viewer.tenant, viewer, 'i.project_id')} AS seen) v
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
 * it, and keeps it; one that was seen elsewhere only where the stocktake is of a place.
 *
 * @param keys numbers of expected assets and of scans; null: all
 * @returns how many it fits
 */
export async function decideItems(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  viewer: AssetViewer,
  { id: stocktakeId, project_id: projectId, location }: Pick<StocktakeRow, 'id' | 'project_id' | 'location'>,
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
        AND ${isKept('c')} AND ${decision !== 'move' || projectId !== null || location !== ''} AND c.decision IS DISTINCT FROM 'registered'
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
      WHERE c.id = ${scanId} AND s.state IN ('open', 'review') AND ${visible(viewer.tenant, viewer)} FOR UPDATE OF s)
    UPDATE stocktake_scan c SET decision = 'registered', decided_name = ${name}, asset_id = ${asset.id},
      project_id = ${asset.project_id}, location = ${asset.location}
    FROM s WHERE c.id = ${scanId} AND c.removed_at IS NULL AND c.expected_id IS NULL AND c.name IS NULL
      AND c.decision IS DISTINCT FROM 'registered' RETURNING s.id, s.name, s.project_id`.execute(transaction);
  return rows[0] ?? null;
}

/** Unknown labels that are assets by now. */
export async function countRegistered(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  stocktakeId: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM stocktake_scan
    WHERE stocktake_id = ${stocktakeId} AND removed_at IS NULL AND expected_id IS NULL AND decision = 'registered'`.execute(
    db,
  );
  return rows[0]!.count;
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
