import type { PlantPoint, RelationKind } from '@watchpost/contract';
import { sql } from 'kysely';
import { deviceVisible, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** A device of a plant, with what its points mean. */
export interface PlantRow {
  id: number;
  name: string;
  name_en: string | null;
  class_code: string;
  class_zh: string;
  class_en: string;
  main_point_id: number | null;
  points: (Required<PlantPoint> & { isShown: boolean })[];
}

/** Devices of a project that the tenant sees, by class and place. @param wanted only these; left out: all */
export async function plantOfProject(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  { classCodes, deviceIds }: { classCodes?: readonly string[]; deviceIds?: readonly number[] } = {},
): Promise<PlantRow[]> {
  const { rows } = await sql<PlantRow>`
    SELECT d.id, d.name, d.name_en, c.code AS class_code, c.name_zh AS class_zh, c.name_en AS class_en,
      (SELECT m.point_id FROM device_point m WHERE m.device_id = d.id AND m.main) AS main_point_id,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'nameEn', p.name_en, 'typeCode', t.code, 'role', l.role,
          'isShown', l.shown) ORDER BY l.position, p.id)
        FROM device_point l JOIN point p ON p.id = l.point_id JOIN point_type t ON t.id = p.point_type_id
        WHERE l.device_id = d.id), '[]') AS points
    FROM device d JOIN device_class c ON c.id = d.device_class_id JOIN subsystem s ON s.id = c.subsystem_id
    WHERE d.project_id = ${projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
      AND (${classCodes === undefined}::bool OR c.code = ANY(${[...(classCodes ?? [])]}::text[]))
      AND (${deviceIds === undefined}::bool OR d.id = ANY(${[...(deviceIds ?? [])]}::int[]))
    ORDER BY s.position, c.position, d.position, d.name, d.id`.execute(db);
  return rows;
}

export interface RelationRow {
  from_id: number;
  to_id: number;
  kind: RelationKind;
}

/** Relations of a project of which the tenant sees both devices. */
export async function relationsOfProject(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<RelationRow[]> {
  const { rows } = await sql<RelationRow>`
    SELECT r.from_device_id AS from_id, r.to_device_id AS to_id, r.kind FROM device_relation r
    WHERE r.project_id = ${projectId} AND ${deviceVisible(tenant, 'r.project_id', 'r.from_device_id')}
      AND ${deviceVisible(tenant, 'r.project_id', 'r.to_device_id')}
    ORDER BY 1, 2`.execute(db);
  return rows;
}

export interface LinkRow extends RelationRow {
  from_class: string;
  to_class: string;
  /** Null: the tenant does not see the device. */
  from_name: string | null;
  to_name: string | null;
}

/** Every relation of devices, with the classes of both, whether the tenant sees the other device or not. */
export async function linksOfDevices(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  deviceIds: readonly number[],
): Promise<LinkRow[]> {
  const ids = [...deviceIds];
  const { rows } = await sql<LinkRow>`
    SELECT r.from_device_id AS from_id, r.to_device_id AS to_id, r.kind, fc.code AS from_class, tc.code AS to_class,
      CASE WHEN ${deviceVisible(tenant, 'f.project_id', 'f.id')} THEN f.name END AS from_name,
      CASE WHEN ${deviceVisible(tenant, 't.project_id', 't.id')} THEN t.name END AS to_name
    FROM device_relation r
      JOIN device f ON f.id = r.from_device_id JOIN device_class fc ON fc.id = f.device_class_id
      JOIN device t ON t.id = r.to_device_id JOIN device_class tc ON tc.id = t.device_class_id
    WHERE r.from_device_id = ANY(${ids}::int[]) OR r.to_device_id = ANY(${ids}::int[]) ORDER BY 1, 2`.execute(
    transaction,
  );
  return rows;
}

export async function deleteRelations(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  relations: readonly RelationRow[],
): Promise<void> {
  await sql`
    DELETE FROM device_relation r USING unnest(${relations.map(({ from_id }) => from_id)}::int[],
      ${relations.map(({ to_id }) => to_id)}::int[], ${relations.map(({ kind }) => kind)}::text[]) AS g(from_id, to_id, kind)
    WHERE r.from_device_id = g.from_id AND r.to_device_id = g.to_id AND r.kind = g.kind`.execute(transaction);
}

/** How many devices of these classes a project has, seen by the caller or not. */
export async function countOfClasses(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  classCodes: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM device d JOIN device_class c ON c.id = d.device_class_id
    WHERE d.project_id = ${projectId} AND c.code = ANY(${[...classCodes]}::text[])`.execute(db);
  return rows[0]!.count;
}

export interface RoleChange {
  deviceId: number;
  role: string;
  /** Null: no point has it any more. */
  pointId: number | null;
}

/** Gives roles to points of devices that were found for the tenant. A point has one role on a device, a role one point. */
export async function writeRoles(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  changes: readonly RoleChange[],
): Promise<void> {
  const [devices, roles, points] = [
    changes.map(({ deviceId }) => deviceId),
    changes.map(({ role }) => role),
    changes.map(({ pointId }) => pointId),
  ];
  // Taken away first: a role may move from one point to another, and two may change places.
  await sql`
    UPDATE device_point l SET role = NULL FROM unnest(${devices}::int[], ${roles}::text[], ${points}::int[]) AS c(device_id, role, point_id)
    WHERE l.device_id = c.device_id AND l.role IS NOT NULL AND (l.role = c.role OR l.point_id = c.point_id)`.execute(
    transaction,
  );
  await sql`
    UPDATE device_point l SET role = c.role FROM unnest(${devices}::int[], ${roles}::text[], ${points}::int[]) AS c(device_id, role, point_id)
    WHERE l.device_id = c.device_id AND l.point_id = c.point_id`.execute(transaction);
}

/** Makes these the related devices of one; relations with devices that the tenant does not see stay. */
export async function writeRelations(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  { projectId, fromId, kind }: { projectId: number; fromId: number; kind: RelationKind },
  toIds: readonly number[],
): Promise<void> {
  const ids = [...toIds];
  await sql`
    DELETE FROM device_relation r WHERE r.from_device_id = ${fromId} AND r.kind = ${kind} AND NOT r.to_device_id = ANY(${ids}::int[])
      AND ${deviceVisible(tenant, 'r.project_id', 'r.to_device_id')}`.execute(transaction);
  await sql`
    INSERT INTO device_relation (project_id, from_device_id, to_device_id, kind)
    SELECT ${projectId}::int, ${fromId}::int, unnest(${ids}::int[]), ${kind} ON CONFLICT DO NOTHING`.execute(
    transaction,
  );
}
