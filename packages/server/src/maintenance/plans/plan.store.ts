import type { MaintenanceCycle, PlanKind } from '@watchpost/contract';
import { sql } from 'kysely';
import { deviceVisible, inWholeProjects, type SystemTenant, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';

export interface PlanValues {
  contract_id: number;
  /** Null, of a plan by cycle: each project of the contract. */
  project_id: number | null;
  device_id: number | null;
  name: string;
  kind: PlanKind;
  template_id: number | null;
  point_id: number | null;
  step_hours: number | null;
  cycle: MaintenanceCycle | null;
  cycle_count: number | null;
  /** `YYYY-MM-DD` */
  first_on: string | null;
  enabled: boolean;
}

/** How far the run time of a plan is counted. */
export interface Counted {
  epoch: number;
  counted_from: Date | null;
  counted_until: Date | null;
  run_seconds: number;
  unknown_seconds: number;
  last_register: number | null;
  daily_seconds: number | null;
}

export interface PlanRow extends PlanValues, Counted {
  id: number;
  project_name: string | null;
  project_name_en: string | null;
  device_name: string | null;
  device_name_en: string | null;
  point_name: string | null;
  point_name_en: string | null;
  /** Up to which step of run time visits were made. */
  reached: number;
  time_zone: string;
  /** Of the contract, `YYYY-MM-DD`. */
  valid_from: string;
  valid_to: string;
}

const columns = sql`p.id, p.contract_id, p.project_id, pl.name AS project_name, pl.name_en AS project_name_en, p.device_id,
  d.name AS device_name, d.name_en AS device_name_en, p.name, p.kind, p.template_id, p.point_id, pt.name AS point_name,
  pt.name_en AS point_name_en, p.step_hours, p.epoch, p.counted_from, p.counted_until, p.run_seconds, p.unknown_seconds,
  p.last_register, p.daily_seconds, p.enabled, c.time_zone,
  p.cycle, p.cycle_count, p.first_on::text AS first_on, k.valid_from::text AS valid_from, k.valid_to::text AS valid_to,
  coalesce((SELECT max(split_part(o.plan_key, ':', 2)::int) FROM maintenance_order o
    WHERE o.plan_id = p.id AND o.plan_key LIKE 'c' || p.epoch || ':%'), 0) AS reached`;
const tables = sql`maintenance_plan p JOIN maintenance_contract k ON k.id = p.contract_id JOIN company c ON c.id = k.company_id
  LEFT JOIN place_name pl ON pl.place_id = p.project_id LEFT JOIN device d ON d.id = p.device_id LEFT JOIN point pt ON pt.id = p.point_id`;
/** Of contracts of the company, in projects that the tenant sees as a whole. */
const visible = (tenant: UserTenant) => sql<boolean>`(k.company_id = ${tenant.companyId}
  AND (p.project_id IS NULL OR ${inWholeProjects(tenant, 'p.project_id')}))`;

export async function pagePlans(
  tenant: UserTenant,
  db: DbOrTransaction,
  contractId: number,
  range: RowRange,
): Promise<{ rows: PlanRow[]; total: number }> {
  const where = sql`p.contract_id = ${contractId} AND ${visible(tenant)}`;
  return pageOfRows<PlanRow>(db, range, {
    columns,
    from: tables,
    where,
    order: sql`p.name, p.id`,
  });
}

/** The plan where the tenant sees it; locked until a transaction ends, and before it its contract, in the order in which the making of visits locks them. */
export async function lockPlan(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<PlanRow | null> {
  await sql`SELECT 1 FROM maintenance_contract WHERE company_id = ${tenant.companyId}
    AND id = (SELECT contract_id FROM maintenance_plan WHERE id = ${id}) FOR NO KEY UPDATE`.execute(db);
  const { rows } = await sql<PlanRow>`SELECT ${columns} FROM ${tables}
    WHERE p.id = ${id} AND ${visible(tenant)} FOR UPDATE OF p`.execute(db);
  return rows[0] ?? null;
}

/** A point by which the run time of its device can be counted. */
export interface CountingPoint {
  id: number;
  name: string;
  name_en: string | null;
  device_id: number;
}

/** Devices of the projects of a contract that the tenant sees as a whole. */
export async function devicesOfContract(
  tenant: UserTenant,
  db: DbOrTransaction,
  contractId: number,
): Promise<
  {
    id: number;
    name: string;
    name_en: string | null;
    project_id: number;
    project_name: string;
    project_name_en: string | null;
    points: CountingPoint[];
  }[]
> {
  const { rows } = await sql<never>`
    SELECT d.id, d.name, d.name_en, d.project_id, pl.name AS project_name, pl.name_en AS project_name_en,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'name_en', p.name_en, 'device_id', d.id) ORDER BY p.name, p.id)
        FROM device_point dp JOIN point p ON p.id = dp.point_id JOIN point_type t ON t.id = p.point_type_id
        WHERE dp.device_id = d.id AND (t.value_type = 'status' OR p.unit IN ('h', '小时'))), '[]') AS points
    FROM maintenance_contract k JOIN maintenance_contract_project x ON x.contract_id = k.id
      JOIN device d ON d.project_id = x.project_id JOIN place_name pl ON pl.place_id = d.project_id
    WHERE k.id = ${contractId} AND k.company_id = ${tenant.companyId} AND ${inWholeProjects(tenant, 'd.project_id')}
      AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
    ORDER BY pl.name, d.name, d.id LIMIT 5000`.execute(db);
  return rows;
}

export async function insertPlan(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  values: PlanValues,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('maintenance_plan')
    .values({ ...values, counted_from: at, counted_until: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Of a plan that was found for the tenant. */
export async function updatePlan(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<
    Pick<
      PlanValues,
      'name' | 'template_id' | 'point_id' | 'step_hours' | 'cycle' | 'cycle_count' | 'first_on' | 'enabled'
    > &
      Counted
  >,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('maintenance_plan')
    .set({ ...values, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** Visits of a plan that are not begun, those merged into another visit that is not begun included. @param id of a plan found for the tenant */
export async function deletePlannedOfPlan(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
): Promise<void> {
  await sql`DELETE FROM maintenance_order o WHERE o.plan_id = ${id} AND (o.state = 'planned' OR o.state = 'merged'
    AND EXISTS (SELECT 1 FROM maintenance_order other WHERE other.id = o.merged_into AND other.state = 'planned'))`.execute(
    transaction,
  );
}

/** A plan that was found for the tenant, with its visits that nobody has begun. */
export async function deletePlan(_tenant: UserTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await deletePlannedOfPlan(_tenant, transaction, id);
  await sql`DELETE FROM maintenance_plan WHERE id = ${id}`.execute(transaction);
}

export interface DuePlan extends Counted, Pick<PlanValues, 'contract_id' | 'kind'> {
  id: number;
  project_id: number;
  device_id: number;
  company_id: number;
  name: string;
  point_id: number | null;
  step_hours: number | null;
  value_type: 'analog' | 'status' | null;
  sampling_interval_seconds: number | null;
  range_high: number | null;
  time_zone: string;
  /** The newest warning of the device that people confirmed, and that is not over; null: none. */
  warning_id: number | null;
}

/** Plans by run time and by warnings of contracts that are in effect. */
export async function duePlans(_system: SystemTenant, db: DbOrTransaction): Promise<DuePlan[]> {
  const { rows } = await sql<DuePlan>`
    SELECT p.id, p.name, k.company_id, p.contract_id, p.project_id, p.device_id, p.kind, p.point_id, p.step_hours, p.epoch, p.counted_from, p.counted_until,
      p.run_seconds, p.unknown_seconds, p.last_register, p.daily_seconds, t.value_type, pt.sampling_interval_seconds, pt.range_high,
      c.time_zone,
      CASE WHEN p.kind = 'condition' THEN (SELECT w.id FROM fault_warning w JOIN LATERAL (
        SELECT f.feedback FROM fault_warning_feedback f WHERE f.warning_id = w.id ORDER BY f.id DESC LIMIT 1) f ON f.feedback = 'confirmed'
        WHERE w.device_id = p.device_id AND w.ended_at IS NULL ORDER BY w.id DESC LIMIT 1) END AS warning_id
    FROM maintenance_plan p JOIN maintenance_contract k ON k.id = p.contract_id JOIN company c ON c.id = k.company_id
      JOIN project pr ON pr.id = p.project_id AND pr.deleted_at IS NULL
      LEFT JOIN point pt ON pt.id = p.point_id LEFT JOIN point_type t ON t.id = pt.point_type_id
    WHERE p.enabled AND p.kind <> 'cycle' AND k.terminated_at IS NULL AND (now() AT TIME ZONE c.time_zone)::date BETWEEN k.valid_from AND k.valid_to
      AND (SELECT count(*) FROM maintenance_signature s WHERE s.contract_id = k.id) = 2
    ORDER BY p.id`.execute(db);
  return rows;
}

/**
 * Keeps how far a plan is counted, unless somebody else counted on from the same moment.
 *
 * @returns whether it was kept
 */
export async function keepCounted(
  _system: SystemTenant,
  db: DbOrTransaction,
  { id, epoch, counted_until }: Pick<DuePlan, 'id' | 'epoch' | 'counted_until'>,
  counted: Omit<Counted, 'epoch' | 'counted_from'>,
): Promise<boolean> {
  const { rows } =
    await sql`UPDATE maintenance_plan SET counted_until = ${counted.counted_until}, run_seconds = ${counted.run_seconds},
      unknown_seconds = ${counted.unknown_seconds}, last_register = ${counted.last_register}, daily_seconds = ${counted.daily_seconds}
    WHERE id = ${id} AND epoch = ${epoch} AND counted_until IS NOT DISTINCT FROM ${counted_until} RETURNING 1`.execute(
      db,
    );
  return rows.length > 0;
}

export interface VisitsOfPlan {
  /** Someone has still to come. */
  has_open: boolean;
  /** When the last one was done; null: never. */
  last_done_at: Date | null;
  /** Up to which step of run time, counted in this epoch, there are visits; 0: none. */
  reached: number;
}

/** How a plan stands with its visits; nobody else makes one of it until the transaction ends. Null: it is gone. */
export async function lockVisits(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { id, epoch }: Pick<DuePlan, 'id' | 'epoch'>,
): Promise<VisitsOfPlan | null> {
  const locked =
    await sql`SELECT 1 FROM maintenance_plan WHERE id = ${id} AND epoch = ${epoch} AND enabled FOR UPDATE`.execute(
      transaction,
    );
  if (locked.rows.length === 0) return null;
  // A statement of its own: one that waited for the lock would see what was there before.
  const { rows } = await sql<VisitsOfPlan>`
    SELECT coalesce(bool_or(state IN ('planned', 'started')), false) AS has_open, max(done_at) AS last_done_at,
      coalesce(max(CASE WHEN plan_key LIKE ${`c${epoch}:%`} THEN split_part(plan_key, ':', 2)::int END), 0) AS reached
    FROM maintenance_order WHERE plan_id = ${id}`.execute(transaction);
  return rows[0]!;
}

/** Makes the visit of a plan for a reason, once. @param day `YYYY-MM-DD` @returns its id; null: there is one already */
export async function insertPlanVisit(
  _system: SystemTenant,
  db: DbOrTransaction,
  plan: Pick<DuePlan, 'id' | 'contract_id' | 'project_id' | 'name'>,
  key: string,
  day: string,
): Promise<number | null> {
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO maintenance_order (contract_id, project_id, plan_id, plan_key, plan_name, nominal_on, planned_on, state)
    VALUES (${plan.contract_id}, ${plan.project_id}, ${plan.id}, ${key}, ${plan.name}, ${day}::date, ${day}::date, 'planned')
    ON CONFLICT (plan_id, plan_key) WHERE plan_id IS NOT NULL DO NOTHING RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
}
