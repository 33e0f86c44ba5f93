import type { BootUnitState, BootWatchCheck, BootWatchState, BootWay, InstallVerdict } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, inWholeProjects, type UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, oneOf, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';
import type { Figures } from '../checkInstall.wire.ts';

export interface UnitValues {
  name: string;
  contract_number: string;
  unit_number: string;
  model: string;
  project_id: number | null;
  position: string;
  device_id: number | null;
  lock_point_id: number | null;
  unlock_value: number;
  /** Who enters its installation; null: everybody who may. */
  installer_id: number | null;
  /** Its controller takes passwords by a counter in place of the day. */
  has_no_clock: boolean;
}

export interface UnitRow extends UnitValues {
  id: number;
  company_id: number;
  device_name: string | null;
  device_name_en: string | null;
  lock_point_name: string | null;
  lock_point_name_en: string | null;
  installer_name: string | null;
  photos: number;
  submitted_by: number | null;
  waiver: string;
  waived_name: string | null;
  released_at: Date | null;
  booted_at: Date | null;
  boot_way: BootWay | null;
  watch_state: BootWatchState | null;
  watch_checks: BootWatchCheck[];
  project_name: string | null;
  project_name_en: string | null;
  /** Of its project, or else of its company. */
  time_zone: string;
  state: BootUnitState;
  install: Figures | null;
  verdicts: InstallVerdict[];
  /** The standards by which its installation was judged. */
  pipe_version_id: number | null;
  pipe_revision: number | null;
  caliber_revision: number | null;
  /** Its latest password that is neither revoked nor used; null: there is none, or it was shown already. */
  unseen: { day: string; counter: number | null } | null;
  key_shown_at: Date | null;
  key_shown_name: string | null;
  updated_at: Date;
}

/**
 * Units of no project, and of those that the tenant sees as a whole.
 *
 * @param table its alias; what was issued to a unit is seen by the same people
 */
export const unitVisible = (tenant: UserTenant, table: 'b' | 'w' = 'b'): RawBuilder<boolean> => {
  const project = sql.ref(`${table}.project_id`);
  return sql<boolean>`(${sql.ref(`${table}.company_id`)} = ${tenant.companyId}
    AND (${project} IS NULL OR ${inWholeProjects(tenant, `${table}.project_id`)}))`;
};

const unitColumns = sql`b.id, b.company_id, b.device_id, b.lock_point_id, b.unlock_value, b.has_no_clock, b.installer_id, b.submitted_by, b.waiver, b.waived_name, b.released_at,
  b.booted_at, b.boot_way, b.watch_state, b.watch_checks, d.name AS device_name, d.name_en AS device_name_en,
  (SELECT coalesce(m.real_name, u.nickname) FROM app_user u LEFT JOIN membership m ON m.user_id = u.id AND m.company_id = b.company_id
    WHERE u.id = b.installer_id) AS installer_name,
  p.name AS lock_point_name, p.name_en AS lock_point_name_en,
  (SELECT count(*) FROM boot_photo f WHERE f.unit_id = b.id AND NOT f.is_letter)::int AS photos, b.name, b.contract_number, b.unit_number, b.model, b.project_id, b.position, b.state, b.install,
  b.verdicts, b.pipe_version_id, ps.revision AS pipe_revision, cs.revision AS caliber_revision, b.updated_at, pl.name AS project_name, pl.name_en AS project_name_en, coalesce(project.time_zone, company.time_zone) AS time_zone,
  (SELECT CASE WHEN w.shown_at IS NULL THEN jsonb_build_object('day', w.day, 'counter', w.counter) END FROM boot_password w
    WHERE w.unit_id = b.id AND w.revoked_at IS NULL AND w.used_at IS NULL ORDER BY w.day DESC, w.attempt DESC LIMIT 1) AS unseen,
  k.shown_at AS key_shown_at, k.shown_name AS key_shown_name`;
const unitTables = sql`boot_unit b JOIN company ON company.id = b.company_id
  LEFT JOIN boot_unit_key k ON k.company_id = b.company_id AND k.unit_number = b.unit_number LEFT JOIN place_name pl ON pl.place_id = b.project_id LEFT JOIN project ON project.id = b.project_id
  LEFT JOIN device d ON d.id = b.device_id LEFT JOIN point p ON p.id = b.lock_point_id
  LEFT JOIN boot_pipe_standard ps ON ps.id = b.pipe_version_id LEFT JOIN boot_caliber_standard cs ON cs.id = b.caliber_version_id`;

export async function pageUnits(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: {
    text?: string | undefined;
    projectIds?: readonly number[] | undefined;
    states?: readonly string[] | undefined;
    /** Whether it is related to a device. */
    related?: boolean | undefined;
  },
  order: { by: 'name' | 'number' | 'updated'; ascending: boolean },
  range: RowRange,
): Promise<{ rows: UnitRow[]; total: number }> {
  const where = allOf(
    unitVisible(tenant),
    containsText(filter.text, 'b.name', 'b.unit_number', 'b.contract_number', 'b.model'),
    oneOf('b.project_id', filter.projectIds),
    filter.states && filter.states.length > 0 && oneOf('b.state', filter.states),
    filter.related !== undefined && sql`(b.device_id IS NOT NULL) = ${filter.related}`,
  );
  const by = { name: sql`b.name`, number: sql`b.unit_number`, updated: sql`b.updated_at` }[order.by];
  return pageOfRows<UnitRow>(db, range, {
    columns: unitColumns,
    from: unitTables,
    counted: sql`boot_unit b`,
    where,
    order: sql`${by} ${direction(order.ascending)}, b.id`,
  });
}

export async function lockUnits(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<UnitRow[]> {
  const { rows } = await sql<UnitRow>`SELECT ${unitColumns} FROM ${unitTables}
    WHERE b.id = ANY(${[...ids]}::int[]) AND ${unitVisible(tenant)} ORDER BY b.id FOR UPDATE OF b`.execute(transaction);
  return rows;
}

export async function findUnit(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<UnitRow | null> {
  const { rows } = await sql<UnitRow>`SELECT ${unitColumns} FROM ${unitTables}
    WHERE b.id = ${id} AND ${unitVisible(tenant)}`.execute(db);
  return rows[0] ?? null;
}

/** Members of the company by name, of these. */
export async function namesOfMembers(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
): Promise<{ user_id: number; name: string }[]> {
  const { rows } = await sql<{ user_id: number; name: string }>`
    SELECT m.user_id, coalesce(m.real_name, u.nickname) AS name FROM membership m JOIN app_user u ON u.id = m.user_id
    WHERE m.company_id = ${tenant.companyId} AND m.user_id = ANY(${[...userIds]}::int[]) ORDER BY 2, 1`.execute(db);
  return rows;
}

/** Of unit numbers those that a unit of the company has. */
export async function takenUnitNumbers(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  numbers: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ unit_number: string }>`SELECT unit_number FROM boot_unit
    WHERE company_id = ${tenant.companyId} AND unit_number = ANY(${[...numbers]}::text[])`.execute(db);
  return new Set(rows.map(({ unit_number }) => unit_number));
}

export async function isUnitNumberTaken(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  unitNumber: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM boot_unit WHERE company_id = ${tenant.companyId}
    AND unit_number = ${unitNumber} AND id IS DISTINCT FROM ${exceptId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** The name of the unit that a device is already, beside one; null: it is none. An empty name: the tenant does not see that unit. */
export async function unitOfDevice(
  tenant: UserTenant,
  db: DbOrTransaction,
  deviceId: number,
  exceptId: number | null,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT CASE WHEN ${unitVisible(tenant)} THEN b.name ELSE '' END AS name FROM boot_unit b
    WHERE b.device_id = ${deviceId} AND b.id IS DISTINCT FROM ${exceptId}`.execute(db);
  return rows[0]?.name ?? null;
}

export async function insertUnit(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: UnitValues,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('boot_unit')
    .values({ ...values, company_id: tenant.companyId, state: 'registered', verdicts: '[]', updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateUnit(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<UnitValues> & {
    state?: BootUnitState;
    install?: Figures | null;
    verdicts?: InstallVerdict[];
    pipe_version_id?: number | null;
    caliber_version_id?: number | null;
    submitted_by?: number | null;
    waiver?: string;
    waived_name?: string | null;
    released_at?: Date | null;
    booted_at?: Date | null;
    boot_way?: BootWay | null;
    watch_state?: BootWatchState | null;
    watch_checks?: BootWatchCheck[];
    running_before?: readonly number[];
  },
  at: Date,
): Promise<void> {
  const { install, verdicts, watch_checks, running_before, ...plain } = values;
  await transaction
    .updateTable('boot_unit')
    .set({
      ...plain,
      ...(install === undefined ? {} : { install: install === null ? null : JSON.stringify(install) }),
      ...(watch_checks === undefined ? {} : { watch_checks: JSON.stringify(watch_checks) }),
      ...(verdicts === undefined ? {} : { verdicts: JSON.stringify(verdicts) }),
      ...(running_before === undefined ? {} : { running_before: [...running_before] }),
      updated_at: at,
    })
    .where('id', '=', id)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

/** Deletes units; the passwords that were issued for them keep the name, and are seen by the same people. */
export async function deleteUnits(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await sql`UPDATE boot_password w SET unit_name = b.name, project_id = b.project_id FROM boot_unit b
    WHERE b.id = w.unit_id AND b.id = ANY(${[...ids]}::int[]) AND b.company_id = ${tenant.companyId}`.execute(
    transaction,
  );
  await transaction.deleteFrom('boot_unit').where('id', 'in', ids).where('company_id', '=', tenant.companyId).execute();
}
