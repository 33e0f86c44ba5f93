import type {
  ClockKind,
  RecoveryState,
  RejectReason,
  RepairSource,
  ServiceType,
  Settlement,
} from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, inProjects, type SystemTenant, type Tenant, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { type AgreedService, isOpenRepair, type ServiceHours } from '../work/index.ts';
import type { RecoveryFinding } from './recoveryWords.ts';
import type { Viewer } from './viewer.ts';

export interface OrderRow {
  id: number;
  project_id: number;
  company_id: number;
  project_name: string;
  project_name_en: string | null;
  time_zone: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  number: string | null;
  status: number;
  revision: number;
  severity: number;
  source: RepairSource;
  device_id: number | null;
  device_name: string;
  device_name_en: string | null;
  area_id: number | null;
  area_name: string | null;
  area_name_en: string | null;
  subsystem_name: string | null;
  subsystem_name_en: string | null;
  subsystem_code: string | null;
  class_name: string | null;
  class_name_en: string | null;
  symptom_id: number | null;
  symptom_zh: string | null;
  symptom_en: string | null;
  mechanism_id: number | null;
  cause_id: number | null;
  remedy_id: number | null;
  fault_content: string;
  remark: string;
  service_type: ServiceType;
  contact_phone: string | null;
  applicant_id: number | null;
  applicant_name: string;
  assignee_id: number | null;
  assignee_name: string | null;
  team_id: number | null;
  team_name: string | null;
  /** The viewer is of the team that it was given to, and it is enabled; null: not, or nobody asks. */
  team_admin: boolean | null;
  created_at: Date;
  submitted_at: Date | null;
  accepted_at: Date | null;
  arrived_at: Date | null;
  finished_at: Date | null;
  completed_at: Date | null;
  expected_at: Date | null;
  is_app: boolean;
  was_remote: boolean;
  cause: string | null;
  remedy: string | null;
  reject_type: RejectReason | null;
  reject_reason: string | null;
  acceptance_text: string | null;
  score: number | null;
  assess_text: string | null;
  settlement: Settlement | null;
  parent_id: number | null;
  paused_since: Date | null;
  recovery_state: RecoveryState | null;
  recovery_why: string | null;
  recovery_since: Date | null;
  verified_at: Date | null;
  recovery_seconds: number | null;
  observed_seconds: number;
  findings: readonly RecoveryFinding[];
  setpoint_before: { readonly pointId: number; readonly value: number } | null;
  is_overdue: boolean;
  /** There is a pause of people that has ended and was not voided. */
  has_ended_pause: boolean;
  /** While it is signed in and not paused, alarms of its device are not shown. */
  hides_alarms: boolean;
  warning_id: number | null;
  returned_alarm_id: number | null;
  contract_id: number | null;
  contract_number: string | null;
  /** Agreed by that contract, in seconds; null: the usual ones. */
  targets: AgreedService | null;
}

/** Open, and one of its targets is missed and not met yet. */
export const isOverdue = sql<boolean>`(r.status IN (1, 2, 3, 4) AND EXISTS (
  SELECT 1 FROM work_clock c WHERE c.order_kind = 'repair' AND c.order_id = r.id AND c.breached_at IS NOT NULL AND c.met_at IS NULL))`;

const hasEndedPause = sql<boolean>`EXISTS (SELECT 1 FROM work_pause w WHERE w.order_kind = 'repair' AND w.order_id = r.id
  AND w.clock_kind IS NULL AND w.until_at IS NOT NULL AND w.voided_at IS NULL)`;

const teamAdmin = (tenant: Viewer | SystemTenant) =>
  tenant.kind === 'system'
    ? sql<boolean | null>`NULL::boolean`
    : sql<
        boolean | null
      >`(SELECT x.is_admin FROM maintenance_member x JOIN maintenance_team t ON t.id = x.team_id AND t.enabled
        WHERE x.team_id = r.team_id AND x.user_id = ${tenant.userId})`;

export const orderColumns = (
  tenant: Viewer | SystemTenant,
) => sql`r.*, p.company_id, place.name AS project_name, place.name_en AS project_name_en, p.time_zone, p.address, p.latitude,
  p.longitude, area.name AS area_name, area.name_en AS area_name_en, sub.name_zh AS subsystem_name, sub.name_en AS subsystem_name_en,
  sub.code AS subsystem_code, class.name_zh AS class_name, class.name_en AS class_name_en, symptom.name_zh AS symptom_zh, symptom.name_en AS symptom_en, ${teamAdmin(tenant)} AS team_admin,
  ${isOverdue} AS is_overdue, ${hasEndedPause} AS has_ended_pause, (SELECT k.number FROM maintenance_contract k WHERE k.id = r.contract_id) AS contract_number`;

export const orderTables = sql`repair_order r LEFT JOIN project p ON p.id = r.project_id LEFT JOIN subarea place ON place.id = r.project_id
  LEFT JOIN device d ON d.id = r.device_id LEFT JOIN device_class class ON class.id = d.device_class_id
  LEFT JOIN subsystem sub ON sub.id = class.subsystem_id LEFT JOIN fault_code symptom ON symptom.id = r.symptom_id
  LEFT JOIN subarea area ON area.id = coalesce(d.area_id, r.area_id)`;

/**
 * Condition on an order `r`: of the viewer's projects and devices; one without a device is for people who see the whole project. A
 * draft is its author's and the dispatchers'. Engineers from outside see the orders that are offered or lent to them, and no others.
 */
export function orderVisible(tenant: Viewer): RawBuilder<boolean> {
  const own = sql<boolean>`(${inProjects(tenant, 'r.project_id')} AND ${deviceVisible(tenant, 'r.project_id', 'r.device_id')}
    AND (r.status <> -1 OR r.applicant_id IS NOT DISTINCT FROM ${tenant.userId} OR r.project_id = ANY(${[...tenant.dispatchIds]}::int[])))`;
  if (tenant.lent.size === 0) return own;
  const lentProjects = [...new Set([...tenant.lent.values()].map(({ projectId }) => projectId))];
  return sql<boolean>`((${own} AND NOT r.project_id = ANY(${lentProjects}::int[]))
    OR (${inProjects(tenant, 'r.project_id')} AND r.id = ANY(${[...tenant.lent.keys()]}::int[])))`;
}

/** Null when it does not exist or the viewer may not see it: from outside both look the same. */
export async function findOrder(tenant: Viewer, db: DbOrTransaction, id: number): Promise<OrderRow | null> {
  const { rows } = await sql<OrderRow>`
    SELECT ${orderColumns(tenant)} FROM ${orderTables} WHERE r.id = ${id} AND ${orderVisible(tenant)}`.execute(db);
  return rows[0] ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockOrder(tenant: Viewer, transaction: DbOrTransaction, id: number): Promise<OrderRow | null> {
  await sql`SELECT 1 FROM repair_order r WHERE r.id = ${id} AND ${orderVisible(tenant)} FOR UPDATE`.execute(
    transaction,
  );
  return findOrder(tenant, transaction, id);
}

/** An order by its number, for the platform's own work; locked. */
export async function lockAnyOrder(
  tenant: SystemTenant,
  transaction: DbOrTransaction,
  id: number,
): Promise<OrderRow | null> {
  await sql`SELECT 1 FROM repair_order WHERE id = ${id} FOR UPDATE`.execute(transaction);
  const { rows } = await sql<OrderRow>`SELECT ${orderColumns(tenant)} FROM ${orderTables} WHERE r.id = ${id}`.execute(
    transaction,
  );
  return rows[0] ?? null;
}

/** What a step changes of an order. */
export type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'number'
    | 'status'
    | 'service_type'
    | 'assignee_id'
    | 'assignee_name'
    | 'team_id'
    | 'team_name'
    | 'mechanism_id'
    | 'cause_id'
    | 'remedy_id'
    | 'submitted_at'
    | 'accepted_at'
    | 'arrived_at'
    | 'finished_at'
    | 'completed_at'
    | 'expected_at'
    | 'was_remote'
    | 'cause'
    | 'remedy'
    | 'reject_type'
    | 'reject_reason'
    | 'acceptance_text'
    | 'score'
    | 'assess_text'
    | 'settlement'
    | 'parent_id'
    | 'paused_since'
    | 'recovery_state'
    | 'recovery_why'
    | 'recovery_since'
    | 'verified_at'
    | 'recovery_seconds'
    | 'observed_seconds'
    | 'hides_alarms'
    | 'contract_id'
  > & { failed_times: number; targets: string | null; findings: string; setpoint_before: string | null }
>;

/** Of an order that was found and locked for the tenant. A step of a person makes a new revision, a finding of the platform none. */
export async function updateOrder(
  tenant: UserTenant | SystemTenant,
  transaction: DbOrTransaction,
  id: number,
  change: OrderChange,
): Promise<void> {
  const revised = tenant.kind === 'user' ? [sql`revision = revision + 1`] : [];
  const set = [...revised, ...Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)];
  if (set.length === 0) return;
  await sql`UPDATE repair_order SET ${sql.join(set)} WHERE id = ${id}`.execute(transaction);
}

export interface NewOrder {
  readonly project_id: number;
  readonly severity: number;
  readonly source: RepairSource;
  readonly device_id: number | null;
  readonly device_name: string;
  readonly device_name_en: string | null;
  readonly area_id: number | null;
  readonly symptom_id: number | null;
  readonly fault_content: string;
  readonly remark: string;
  readonly service_type: ServiceType;
  readonly contact_phone: string | null;
  readonly applicant_name: string;
  readonly created_at: Date;
  readonly expected_at: Date | null;
  readonly is_app: boolean;
  readonly parent_id: number | null;
  readonly warning_id: number | null;
}

/** A draft of the tenant, in a project of theirs; of the system: of a stranger. */
export async function insertOrder(
  tenant: UserTenant | SystemTenant,
  transaction: DbOrTransaction,
  order: NewOrder,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO repair_order (project_id, status, severity, source, device_id, device_name, device_name_en, area_id, symptom_id, fault_content, remark,
      service_type, contact_phone, applicant_id, applicant_name, created_at, expected_at, is_app, parent_id, warning_id)
    VALUES (${order.project_id}, -1, ${order.severity}, ${order.source}, ${order.device_id}, ${order.device_name}, ${order.device_name_en},
      ${order.area_id}, ${order.symptom_id}, ${order.fault_content}, ${order.remark}, ${order.service_type}, ${order.contact_phone},
      ${tenant.kind === 'user' ? tenant.userId : null},
      ${order.applicant_name}, ${order.created_at}, ${order.expected_at}, ${order.is_app}, ${order.parent_id}, ${order.warning_id})
    RETURNING id`.execute(transaction);
  return rows[0]!.id;
}

/** A draft that was found and locked for the tenant. */
export async function deleteOrder(_tenant: Tenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await sql`DELETE FROM repair_order WHERE id = ${id} AND status = -1`.execute(transaction);
}

export interface DeviceOfOrder {
  id: number;
  name: string;
  name_en: string | null;
}

/** Null: there is no such device in the project, or the tenant may not see it. */
export async function findDevice(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  deviceId: number,
): Promise<DeviceOfOrder | null> {
  const { rows } = await sql<DeviceOfOrder>`
    SELECT d.id, d.name, d.name_en FROM device d
    WHERE d.id = ${deviceId} AND d.project_id = ${projectId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The same in whichever project the tenant sees it. */
export async function findVisibleDevice(
  tenant: UserTenant,
  db: DbOrTransaction,
  deviceId: number,
): Promise<DeviceOfOrder | null> {
  const { rows } = await sql<DeviceOfOrder>`
    SELECT d.id, d.name, d.name_en FROM device d
    WHERE d.id = ${deviceId} AND ${inProjects(tenant, 'd.project_id')} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Whether the area is one of the project. */
export async function isAreaOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  areaId: number,
): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE up (id, parent_id, kind) AS (
      SELECT id, parent_id, kind FROM subarea WHERE id = ${areaId} AND kind = 'area' AND company_id = ${tenant.companyId}
      UNION ALL SELECT s.id, s.parent_id, s.kind FROM subarea s JOIN up ON s.id = up.parent_id WHERE up.kind = 'area')
    SELECT 1 FROM up WHERE id = ${projectId}`.execute(db);
  return rows.length > 0;
}

/** The open order of a device that the viewer may see; null: none. */
export async function openOrderOf(
  tenant: Viewer,
  db: DbOrTransaction,
  deviceId: number,
): Promise<{ id: number; number: string } | null> {
  const { rows } = await sql<{ id: number; number: string }>`
    SELECT r.id, r.number FROM repair_order r
    WHERE r.device_id = ${deviceId} AND ${isOpenRepair('r')} AND ${orderVisible(tenant)}
    ORDER BY r.submitted_at DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** Lets one report of a device be made at a time, so that two cannot both find no open order. The device was found for the tenant. */
export async function lockDeviceReports(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  deviceId: number,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('repair'), ${deviceId})`.execute(transaction);
}

/** Whether the project is served at a moment. */
export async function isServedAt(_tenant: Tenant, db: DbOrTransaction, projectId: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM project_served WHERE project_id = ${projectId} AND served_until > ${at}`.execute(db);
  return rows.length > 0;
}

/** In minutes. */
export interface AgreedTargets extends Record<ClockKind, number> {
  contract_id: number;
  /** Null: the calendar of the severity. */
  hours: ServiceHours | null;
}

/** The contract in effect that agrees on targets for repairs of a severity in a project, in minutes; null: none. The project is the tenant's. */
export async function agreedTargets(
  _tenant: Tenant,
  db: DbOrTransaction,
  { project_id, severity, team_id }: Pick<OrderRow, 'project_id' | 'severity' | 'team_id'>,
  at: Date,
): Promise<AgreedTargets | null> {
  const { rows } = await sql<AgreedTargets>`
    SELECT k.id AS contract_id, (t.target ->> 'response_minutes')::int AS response, (t.target ->> 'arrival_minutes')::int AS arrival,
      (t.target ->> 'resolution_minutes')::int AS resolution,
      CASE WHEN t.target ? 'calendar' THEN jsonb_build_object('windows', t.target #> '{calendar,windows}', 'holidays', t.target #> '{calendar,holidays}') END AS hours
    FROM maintenance_contract_project x JOIN maintenance_contract k ON k.id = x.contract_id
      JOIN company c ON c.id = k.company_id CROSS JOIN LATERAL jsonb_array_elements(k.targets) AS t(target)
    WHERE x.project_id = ${project_id} AND (t.target ->> 'severity')::int = ${severity} AND k.terminated_at IS NULL
      AND (${at}::timestamptz AT TIME ZONE c.time_zone)::date BETWEEN k.valid_from AND k.valid_to
      AND (SELECT count(*) FROM maintenance_signature s WHERE s.contract_id = k.id) = 2
    ORDER BY k.team_id IS NOT DISTINCT FROM ${team_id}::int DESC, k.id DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** The number of the newest repair of the order's device that was accepted so many days before its report at most, for the same cause. */
export async function earlierOfCause(
  tenant: Viewer,
  db: DbOrTransaction,
  {
    id,
    device_id,
    cause_id,
    submitted_at,
    created_at,
  }: Pick<OrderRow, 'id' | 'device_id' | 'cause_id' | 'submitted_at' | 'created_at'>,
  days: number,
): Promise<string | null> {
  const reported = submitted_at ?? created_at;
  const { rows } = await sql<{ number: string }>`SELECT r.number FROM repair_order r
    WHERE r.device_id = ${device_id}::int AND r.cause_id = ${cause_id}::int AND r.id <> ${id} AND r.status = 7
      AND r.completed_at BETWEEN ${reported}::timestamptz - ${days} * interval '1 day' AND ${reported} AND ${orderVisible(tenant)}
    ORDER BY r.completed_at DESC LIMIT 1`.execute(db);
  return rows[0]?.number ?? null;
}

export interface FamilyRow {
  id: number;
  number: string;
  status: number;
}

/** The order that another was reworked from, and those that rework it. */
export async function familyOf(
  tenant: Viewer,
  db: DbOrTransaction,
  { id, parent_id }: Pick<OrderRow, 'id' | 'parent_id'>,
): Promise<{ parent: FamilyRow | null; rework: FamilyRow[] }> {
  const { rows } = await sql<FamilyRow & { is_parent: boolean }>`
    SELECT r.id, r.number, r.status, r.id IS NOT DISTINCT FROM ${parent_id}::int AS is_parent FROM repair_order r
    WHERE (r.parent_id = ${id} OR r.id = ${parent_id}::int) AND r.number IS NOT NULL AND ${orderVisible(tenant)} ORDER BY r.id`.execute(
    db,
  );
  return { parent: rows.find((row) => row.is_parent) ?? null, rework: rows.filter((row) => !row.is_parent) };
}
