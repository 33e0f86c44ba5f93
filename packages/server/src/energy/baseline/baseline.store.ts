import type { BaselineState, EnergyVariable, EnteredVariable } from '@watchpost/contract';
import { sql } from 'kysely';
import { inProjects, type SystemTenant, type Tenant, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { pointVisible } from '../../points/index.ts';
import type { DayRange } from '../figures/figures.store.ts';

/** A line through days and how well it fits, as it is kept. Energy in Wh. */
export interface KeptFit {
  coefficients: number[];
  t: number[];
  vif: number[];
  s: number;
  r2: number;
  /** CV(RMSE), a share. */
  cv: number;
  /** A share. */
  nmbe: number;
  n: number;
  rho: number;
  leftOut: number;
}
export interface BaselineValues {
  project_id: number;
  meter_id: number | null;
  /** `YYYY-MM-DD`. */
  from_day: string;
  to_day: string;
  variables: EnergyVariable[];
  outdoor_point_id: number | null;
  base_cool: number | null;
  base_heat: number | null;
  fit: KeptFit;
  static_factors: string;
}
export interface BaselineRow extends BaselineValues {
  id: number;
  state: BaselineState;
  meter_name: string | null;
  meter_name_en: string | null;
  /** Null: there is no point, or it is outside the project. */
  point_name: string | null;
  point_name_en: string | null;
}
const columns = sql`
  b.id, b.project_id, b.meter_id, b.from_day::text AS from_day, b.to_day::text AS to_day, b.variables, b.outdoor_point_id, b.base_cool,
  b.base_heat, b.fit, b.static_factors, b.state, m.name AS meter_name, m.name_en AS meter_name_en, p.name AS point_name,
  p.name_en AS point_name_en`;
/** A point that the tenant does not see has no name. */
const tables = (tenant: Tenant) => sql`
  energy_baseline b LEFT JOIN energy_meter m ON m.id = b.meter_id
  LEFT JOIN point p ON p.id = b.outdoor_point_id AND ${pointVisible(tenant)}`;

/** Baselines of projects, the newest first. @param state undefined: all of them */
export async function baselinesOf(
  tenant: Tenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  state?: BaselineState,
): Promise<BaselineRow[]> {
  const { rows } = await sql<BaselineRow>`
    SELECT ${columns} FROM ${tables(tenant)} WHERE b.project_id = ANY(${[...projectIds]}::int[]) AND ${inProjects(tenant, 'b.project_id')}
      ${state === undefined ? sql`` : sql`AND b.state = ${state}`}
    ORDER BY b.state <> 'approved', b.id DESC`.execute(db);
  return rows;
}

/** It stays as it is until the transaction ends. */
export async function lockBaseline(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
): Promise<BaselineRow | null> {
  const { rows } = await sql<BaselineRow>`
    SELECT ${columns} FROM ${tables(tenant)} WHERE b.id = ${id} AND ${inProjects(tenant, 'b.project_id')} FOR UPDATE OF b`.execute(
    transaction,
  );
  return rows[0] ?? null;
}

/** As a draft. @returns its id */
export async function insertBaseline(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  { fit, ...values }: BaselineValues,
  now: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('energy_baseline')
    .values({ ...values, fit: JSON.stringify(fit), state: 'draft', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Puts it in use; what was in use for the same meter is retired. */
export async function putInUse(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  { id, project_id, meter_id }: Pick<BaselineRow, 'id' | 'project_id' | 'meter_id'>,
): Promise<void> {
  // Two drafts of one meter may be approved at once: the second retires the first.
  await sql`
    SELECT FROM energy_baseline WHERE project_id = ${project_id} AND meter_id IS NOT DISTINCT FROM ${meter_id}::int
    ORDER BY id FOR UPDATE`.execute(transaction);
  await sql`
    UPDATE energy_baseline SET state = 'retired'
    WHERE project_id = ${project_id} AND meter_id IS NOT DISTINCT FROM ${meter_id}::int AND state = 'approved'`.execute(
    transaction,
  );
  await sql`UPDATE energy_baseline SET state = 'approved' WHERE id = ${id}`.execute(transaction);
}

export async function dropBaseline(_tenant: UserTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await transaction.deleteFrom('energy_baseline').where('id', '=', id).execute();
}

export interface TemperaturePoint {
  id: number;
  name: string;
  name_en: string | null;
  device_name: string | null;
  device_name_en: string | null;
  outdoor: boolean;
  interval_seconds: number;
}

/** Temperatures of projects; the weather comes first, then what is named as lying outside. */
export async function temperaturePoints(
  tenant: Tenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<TemperaturePoint[]> {
  const { rows } = await sql<TemperaturePoint>`
    SELECT p.id, p.name, p.name_en, d.name AS device_name, d.name_en AS device_name_en, p.outdoor,
      p.sampling_interval_seconds AS interval_seconds
    FROM point p LEFT JOIN LATERAL (SELECT d.name, d.name_en FROM device_point dp JOIN device d ON d.id = dp.device_id
      WHERE dp.point_id = p.id ORDER BY d.id LIMIT 1) d ON true
    WHERE p.project_id = ANY(${[...projectIds]}::int[]) AND p.unit = '°C' AND ${pointVisible(tenant)}
    ORDER BY NOT p.outdoor, NOT (p.name LIKE '%室外%' OR p.name_en ILIKE '%outdoor%'), d.name, p.name, p.id`.execute(
    db,
  );
  return rows;
}

export interface VariableRow {
  project_id: number;
  kind: EnteredVariable;
  day: string;
  value: number;
}

export async function variablesOf(
  _tenant: Tenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  { from, to }: DayRange,
): Promise<VariableRow[]> {
  const { rows } = await sql<VariableRow>`
    SELECT project_id, kind, day::text AS day, value FROM energy_variable
    WHERE project_id = ANY(${[...projectIds]}::int[]) AND day BETWEEN ${from}::date AND ${to}::date ORDER BY day, kind`.execute(
    db,
  );
  return rows;
}

/** Null takes a value back. @returns how many changed */
export async function saveVariables(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  values: readonly { day: string; kind: EnteredVariable; value: number | null }[],
): Promise<number> {
  const [kept, gone] = [true, false].map((isKept) => values.filter(({ value }) => (value !== null) === isKept));
  const { numAffectedRows: removed } = await sql`
    DELETE FROM energy_variable v USING unnest(${gone!.map(({ kind }) => kind)}::text[], ${gone!.map(({ day }) => day)}::date[]) AS g(kind, day)
    WHERE v.project_id = ${projectId} AND v.kind = g.kind AND v.day = g.day`.execute(transaction);
  const { numAffectedRows: written } = await sql`
    INSERT INTO energy_variable AS v (project_id, kind, day, value)
    SELECT ${projectId}, k.kind, k.day, k.value
    FROM unnest(${kept!.map(({ kind }) => kind)}::text[], ${kept!.map(({ day }) => day)}::date[], ${kept!.map(({ value }) => value!)}::float8[]) AS k(kind, day, value)
    ON CONFLICT (project_id, kind, day) DO UPDATE SET value = excluded.value WHERE v.value <> excluded.value`.execute(
    transaction,
  );
  return Number(removed ?? 0n) + Number(written ?? 0n);
}

export interface TargetRow {
  /** `YYYY-MM`. */
  month: string;
  budget_wh: number | null;
  budget_fen: number | null;
}

/** Budgets of a project are changed one call after the other: a call may change one of the two of a month. */
export async function lockTargets(_tenant: UserTenant, transaction: DbOrTransaction, projectId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870695, ${projectId})`.execute(transaction);
}

export async function targetsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  months: { from: string; to: string },
): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`
    SELECT to_char(month, 'YYYY-MM') AS month, budget_wh::float8 AS budget_wh, budget_fen::float8 AS budget_fen FROM energy_target
    WHERE project_id = ${projectId} AND ${inProjects(tenant, 'project_id')}
      AND month BETWEEN ${`${months.from}-01`}::date AND ${`${months.to}-01`}::date ORDER BY month`.execute(db);
  return rows;
}

/** Without either budget a month has none. */
export async function saveTargets(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  targets: readonly TargetRow[],
): Promise<void> {
  for (const { month, budget_wh, budget_fen } of targets)
    if (budget_wh === null && budget_fen === null)
      await sql`DELETE FROM energy_target WHERE project_id = ${projectId} AND month = ${`${month}-01`}::date`.execute(
        transaction,
      );
    else
      await sql`
        INSERT INTO energy_target (project_id, month, budget_wh, budget_fen)
        VALUES (${projectId}, ${`${month}-01`}::date, ${budget_wh}, ${budget_fen})
        ON CONFLICT (project_id, month) DO UPDATE SET budget_wh = excluded.budget_wh, budget_fen = excluded.budget_fen`.execute(
        transaction,
      );
}

/** Projects with a baseline in use, with their clocks. */
export async function projectsWithBaselines(
  _system: SystemTenant,
  db: DbOrTransaction,
): Promise<{ id: number; time_zone: string }[]> {
  const { rows } = await sql<{ id: number; time_zone: string }>`
    SELECT id, time_zone FROM project
    WHERE deleted_at IS NULL AND EXISTS (SELECT 1 FROM energy_baseline b WHERE b.project_id = project.id AND b.state = 'approved')
    ORDER BY id`.execute(db);
  return rows;
}

/** Since when energy left a baseline, null: it did not. The moment at which it was found stays while the change goes on. */
export async function keepDrift(
  _system: SystemTenant,
  db: DbOrTransaction,
  baselineId: number,
  drift: { since: string; excessWh: number } | null,
  now: Date,
): Promise<void> {
  if (!drift) {
    await db.deleteFrom('energy_drift').where('baseline_id', '=', baselineId).execute();
    return;
  }
  const values = { since: drift.since, excess_wh: drift.excessWh };
  await db
    .insertInto('energy_drift')
    .values({ baseline_id: baselineId, ...values, found_at: now })
    .onConflict((conflict) => conflict.column('baseline_id').doUpdateSet(values))
    .execute();
}
