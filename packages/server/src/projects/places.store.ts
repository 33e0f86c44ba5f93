import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, deviceNotHidden, type UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { Partition } from './PartitionTree.ts';

/** The tree of one company: who changes it is checked before, so these see all of it. */

/** Any number that no other advisory lock of ours uses as its first key. */
const placesLock = 4_870_300;

/**
 * Lets one change of a company's tree happen at a time, until the transaction ends: two moves could otherwise make a circle,
 * and two additions the same name.
 */
export async function lockPlaces(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${placesLock}, ${tenant.companyId})`.execute(transaction);
}

export interface Place extends Partition {
  kind: 'partition' | 'project' | 'area';
  position: number;
}

const placeColumns = ['id', 'parent_id', 'kind', 'name', 'name_en', 'position'] as const;

/** Not one that was deleted. */
export const findPlace = (tenant: CompanyTenant, db: DbOrTransaction, id: number): Promise<Place | undefined> =>
  db
    .selectFrom('subarea')
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(placeColumns)
    .executeTakeFirst() as Promise<Place | undefined>;

export const listPartitions = (tenant: CompanyTenant, db: DbOrTransaction): Promise<Partition[]> =>
  db
    .selectFrom('subarea')
    .where('company_id', '=', tenant.companyId)
    .where('kind', '=', 'partition')
    .where('deleted_at', 'is', null)
    .select(['id', 'parent_id', 'name', 'name_en'])
    .orderBy('position')
    .orderBy('name')
    .execute();

/** Condition on a place `s`: its name in either language contains the text. */
const nameContains = (text: string): RawBuilder<boolean> => containsText(text, 's.name', 's.name_en');

/** The area, or project, at the top of which an area stands. */
export async function projectOfArea(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  areaId: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number; kind: string }>`
    WITH RECURSIVE above AS (
      SELECT id, parent_id, kind FROM subarea WHERE id = ${areaId} AND company_id = ${tenant.companyId}
      UNION ALL SELECT parent.id, parent.parent_id, parent.kind FROM subarea parent JOIN above ON parent.id = above.parent_id
      WHERE above.kind = 'area'
    ) SELECT id, kind FROM above WHERE kind = 'project'`.execute(db);
  return rows[0]?.id ?? null;
}

/** An area and all areas below it, or all areas of a project without the project. */
export async function areasBelow(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE below AS (
      SELECT id, kind FROM subarea WHERE id = ANY(${[...ids]}::int[]) AND company_id = ${tenant.companyId}
      UNION ALL SELECT child.id, child.kind FROM subarea child JOIN below ON child.parent_id = below.id AND child.kind = 'area'
    ) SELECT id FROM below WHERE kind = 'area'`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many areas stand above this one and at most below it, itself counted in both; a project has none above. */
export async function levelsOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  placeId: number,
): Promise<{ depth: number; height: number }> {
  const { rows } = await sql<{ depth: number; height: number }>`
    WITH RECURSIVE place AS (
      SELECT id, parent_id, kind FROM subarea WHERE id = ${placeId} AND company_id = ${tenant.companyId}
    ), above AS (
      SELECT * FROM place WHERE kind = 'area'
      UNION ALL SELECT parent.id, parent.parent_id, parent.kind FROM subarea parent JOIN above ON parent.id = above.parent_id
      WHERE parent.kind = 'area'
    ), below AS (
      SELECT id, 1 AS level FROM place
      UNION ALL SELECT child.id, below.level + 1 FROM subarea child JOIN below ON child.parent_id = below.id
      WHERE child.kind = 'area'
    ) SELECT (SELECT count(*) FROM above) AS depth, coalesce((SELECT max(level) FROM below), 0) AS height`.execute(db);
  return rows[0]!;
}

/**
 * Which of these names is taken in either language: of a project in the whole company, of others among those with the same
 * parent. Null: none of them.
 */
export async function findTakenName(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  {
    kind,
    names,
    parentId,
    exceptId,
  }: {
    kind: Place['kind'];
    names: readonly string[];
    parentId: number | null;
    exceptId?: number | undefined;
  },
): Promise<string | null> {
  const taken = await db
    .selectFrom('subarea')
    .where('company_id', '=', tenant.companyId)
    .where((eb) => eb.or([eb('name', 'in', names), eb('name_en', 'in', names)]))
    .where('deleted_at', 'is', null)
    .where((eb) =>
      kind === 'project'
        ? eb.or([eb('kind', '=', 'project'), eb('parent_id', 'is not distinct from', parentId)])
        : eb('parent_id', 'is not distinct from', parentId),
    )
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId!))
    .select(['name', 'name_en'])
    .executeTakeFirst();
  return names.find((name) => name === taken?.name || name === taken?.name_en) ?? null;
}

export async function insertPlace(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  place: { parentId: number | null; kind: Place['kind']; name: string; nameEn: string | null; at: Date },
): Promise<number> {
  // Behind those that were put in order; where nobody ordered anything, all stand at 0, by name.
  const { id } = await db
    .insertInto('subarea')
    .values({
      company_id: tenant.companyId,
      parent_id: place.parentId,
      kind: place.kind,
      name: place.name,
      name_en: place.nameEn,
      created_at: place.at,
      position: sql<number>`(SELECT CASE WHEN max(position) > 0 THEN max(position) + 1 ELSE 0 END FROM subarea
        WHERE company_id = ${tenant.companyId} AND parent_id IS NOT DISTINCT FROM ${place.parentId}::int)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updatePlaces(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  ids: readonly number[],
  change: { name?: string; name_en?: string | null; parent_id?: number | null; position?: number },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db
    .updateTable('subarea')
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [0, ...ids])
    .set(change)
    .execute();
}

/** Puts a place before one of its siblings, or last; all of them are numbered anew, as they stand. */
export async function orderAmongSiblings(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  place: { id: number; parentId: number | null },
  beforeId: number | null,
): Promise<void> {
  await sql`
    UPDATE subarea s SET position = ordered.position FROM (
      SELECT o.id, row_number() OVER (ORDER BY o.key_position, o.key_name, o.own DESC, o.id)::int AS position FROM (
        SELECT s.id, s.id = ${place.id} AS own,
          CASE WHEN s.id = ${place.id} THEN coalesce(before.position, 2147483647) ELSE s.position END AS key_position,
          CASE WHEN s.id = ${place.id} AND before.id IS NOT NULL THEN before.name ELSE s.name END AS key_name
        FROM subarea s LEFT JOIN subarea before ON before.id = ${beforeId}::int
        WHERE s.company_id = ${tenant.companyId} AND s.deleted_at IS NULL AND s.parent_id IS NOT DISTINCT FROM ${place.parentId}::int
      ) o
    ) ordered WHERE s.id = ordered.id AND s.position <> ordered.position`.execute(db);
}

/** For ever. Deleted projects that stood in them come back to the company itself when they are restored. */
export async function deletePlaces(tenant: CompanyTenant, db: DbOrTransaction, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('subarea')
    .where('company_id', '=', tenant.companyId)
    .where('parent_id', 'in', [0, ...ids])
    .where('deleted_at', 'is not', null)
    .set({ parent_id: null })
    .execute();
  await db
    .deleteFrom('subarea')
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [0, ...ids])
    .where('kind', '<>', 'project')
    .execute();
}

/** How many projects stand anywhere in these partitions. */
export const countProjectsIn = async (
  tenant: CompanyTenant,
  db: DbOrTransaction,
  partitionIds: readonly number[],
): Promise<number> =>
  (
    await db
      .selectFrom('subarea')
      .where('company_id', '=', tenant.companyId)
      .where('parent_id', 'in', [0, ...partitionIds])
      .where('kind', '=', 'project')
      .where('deleted_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

export interface SubareaPageRow {
  id: number;
  parent_id: number | null;
  kind: 'partition' | 'area';
  name: string;
  name_en: string | null;
  created_at: Date;
  /** Of an area: areas at any depth below it. */
  area_count: number;
  /** Of an area: devices in it and in those below it. */
  device_count: number;
}

/**
 * Partitions, or areas, directly below one place.
 *
 * @param seenBy devices hidden from this user are not counted
 */
export async function pageSubareas(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  {
    kind,
    parentId,
    text,
    seenBy,
  }: { kind: 'partition' | 'area'; parentId: number | null; text: string | undefined; seenBy: UserTenant },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: SubareaPageRow[]; total: number }> {
  const where = sql`s.company_id = ${tenant.companyId} AND s.deleted_at IS NULL AND s.kind = ${kind}
    AND s.parent_id IS NOT DISTINCT FROM ${parentId}::int AND ${text === undefined ? sql`true` : nameContains(text)}`;
  const seen = deviceNotHidden(seenBy, 'd.project_id', 'd.id');
  const below = (counted: RawBuilder<number>) =>
    kind === 'area'
      ? sql<number>`(WITH RECURSIVE below AS (
          SELECT s.id UNION ALL SELECT child.id FROM subarea child JOIN below ON child.parent_id = below.id
        ) ${counted})`
      : sql<number>`0`;
  const { rows } = await sql<SubareaPageRow>`
    SELECT s.id, s.parent_id, s.kind, s.name, s.name_en, s.created_at,
           ${below(sql`SELECT count(*) - 1 FROM below`)} AS area_count,
           ${below(sql`SELECT count(*) FROM device d WHERE d.area_id IN (SELECT id FROM below) AND ${seen}`)} AS device_count
    FROM subarea s WHERE ${where} ORDER BY s.position, s.name LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`SELECT count(*) FROM subarea s WHERE ${where}`.execute(db);
  return { rows, total: counted[0]!.count };
}

/** By partition, how many projects stand directly in it. */
export async function projectsByPartition(tenant: CompanyTenant, db: DbOrTransaction): Promise<Map<number, number>> {
  const { rows } = await sql<{ parent_id: number; count: number }>`
    SELECT parent_id, count(*) FROM subarea
    WHERE company_id = ${tenant.companyId} AND kind = 'project' AND deleted_at IS NULL AND parent_id IS NOT NULL
    GROUP BY parent_id`.execute(db);
  return new Map(rows.map(({ parent_id, count }) => [parent_id, count]));
}
