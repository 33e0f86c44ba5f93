import type { BasicFee, PowerFactorStandard } from '@watchpost/contract';
import { sql } from 'kysely';
import { inProjects, type SystemTenant, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface SupplyTermsValues {
  meter_id: number;
  /** `YYYY-MM`. */
  from_month: string;
  basic_fee: BasicFee;
  /** 1e-4 ¥ a kVA or kW and month. */
  basic_price_e4: number | null;
  capacity_va: number | null;
  contract_w: number | null;
  power_factor_standard: PowerFactorStandard | null;
  reactive_point_id: number | null;
}
export interface SupplyTermsRow extends SupplyTermsValues {
  id: number;
  project_id: number;
  meter_name: string;
  meter_name_en: string | null;
  /** Of the point of reactive energy. */
  point_name: string | null;
  point_name_en: string | null;
  unit: string | null;
  decimals: number | null;
}
const columns = sql`
  s.id, s.meter_id, to_char(s.from_month, 'YYYY-MM') AS from_month, s.basic_fee, s.basic_price_e4, s.capacity_va, s.contract_w,
  s.power_factor_standard, s.reactive_point_id, m.project_id, m.name AS meter_name, m.name_en AS meter_name_en,
  p.name AS point_name, p.name_en AS point_name_en, p.unit, p.decimals`;
const tables = sql`energy_supply_terms s JOIN energy_meter m ON m.id = s.meter_id LEFT JOIN point p ON p.id = s.reactive_point_id`;

/** Terms of the meters of a project, the newest of each first. */
export async function supplyTermsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<SupplyTermsRow[]> {
  const { rows } = await sql<SupplyTermsRow>`
    SELECT ${columns} FROM ${tables} WHERE m.project_id = ${projectId} AND ${inProjects(tenant, 'm.project_id')}
    ORDER BY m.name, m.id, s.from_month DESC`.execute(db);
  return rows;
}

export async function findSupplyTerms(
  tenant: UserTenant,
  db: DbOrTransaction,
  id: number,
): Promise<SupplyTermsRow | null> {
  const { rows } = await sql<SupplyTermsRow>`
    SELECT ${columns} FROM ${tables} WHERE s.id = ${id} AND ${inProjects(tenant, 'm.project_id')}`.execute(db);
  return rows[0] ?? null;
}

/** Those of a meter and a first month; null: there are none. */
export async function supplyTermsFrom(
  _tenant: UserTenant,
  db: DbOrTransaction,
  meterId: number,
  month: string,
): Promise<SupplyTermsRow | null> {
  const { rows } = await sql<SupplyTermsRow>`
    SELECT ${columns} FROM ${tables} WHERE s.meter_id = ${meterId} AND s.from_month = ${`${month}-01`}::date`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Those of the same first month give way. @returns their id */
export async function saveSupplyTerms(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  { from_month, ...values }: SupplyTermsValues,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO energy_supply_terms (meter_id, from_month, basic_fee, basic_price_e4, capacity_va, contract_w, power_factor_standard,
      reactive_point_id)
    VALUES (${values.meter_id}, ${`${from_month}-01`}::date, ${values.basic_fee}, ${values.basic_price_e4}, ${values.capacity_va},
      ${values.contract_w}, ${values.power_factor_standard}, ${values.reactive_point_id})
    ON CONFLICT (meter_id, from_month) DO UPDATE SET basic_fee = excluded.basic_fee, basic_price_e4 = excluded.basic_price_e4,
      capacity_va = excluded.capacity_va, contract_w = excluded.contract_w, power_factor_standard = excluded.power_factor_standard,
      reactive_point_id = excluded.reactive_point_id
    RETURNING id`.execute(transaction);
  return rows[0]!.id;
}

export async function deleteSupplyTerms(_tenant: UserTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await sql`DELETE FROM energy_supply_terms WHERE id = ${id}`.execute(transaction);
}

/** Meters with a contract demand in the month of their clock, and the register that counts now. */
export async function metersWithDemand(
  _system: SystemTenant,
  db: DbOrTransaction,
  now: Date,
): Promise<{ meter_id: number; point_id: number; wh_per_unit: number; contract_w: number }[]> {
  const { rows } = await sql<{ meter_id: number; point_id: number; wh_per_unit: number; contract_w: number }>`
    SELECT s.meter_id, i.point_id, (i.unit_wh * i.multiplier)::float8 AS wh_per_unit, s.contract_w
    FROM energy_meter m JOIN project p ON p.id = m.project_id AND p.deleted_at IS NULL
    JOIN energy_installation i ON i.meter_id = m.id AND i.removed_at IS NULL AND i.point_id IS NOT NULL
    JOIN LATERAL (SELECT s.meter_id, s.contract_w FROM energy_supply_terms s
      WHERE s.meter_id = m.id AND s.from_month <= (${now}::timestamptz AT TIME ZONE p.time_zone)::date
      ORDER BY s.from_month DESC LIMIT 1) s ON s.contract_w IS NOT NULL
    ORDER BY s.meter_id`.execute(db);
  return rows;
}

/** Keeps which meters are near their contract demand; of the others those that are `unchanged` stay what they were. */
export async function keepDemandNear(
  _system: SystemTenant,
  db: DbOrTransaction,
  near: readonly { meterId: number; forecastW: number; contractW: number }[],
  unchanged: readonly number[],
  at: Date,
): Promise<void> {
  const kept = [...near.map(({ meterId }) => meterId), ...unchanged];
  await sql`DELETE FROM energy_demand_near WHERE NOT meter_id = ANY(${kept}::int[])`.execute(db);
  for (const { meterId, forecastW, contractW } of near)
    await sql`
      INSERT INTO energy_demand_near (meter_id, since, forecast_w, contract_w)
      VALUES (${meterId}, ${at}, ${Math.round(forecastW)}, ${contractW})
      ON CONFLICT (meter_id) DO UPDATE SET forecast_w = excluded.forecast_w, contract_w = excluded.contract_w`.execute(
      db,
    );
}
