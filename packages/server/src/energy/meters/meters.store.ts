import type { EnergyEventKind, EnergyEventState } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { inProjects, type Tenant, type UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { direction, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';

export interface InstallationRow {
  id: number;
  point_id: number | null;
  point_name: string | null;
  point_name_en: string | null;
  is_manual: boolean;
  serial_number: string;
  multiplier: number;
  unit_wh: number;
  capacity: number | null;
  start_reading: number | null;
  end_reading: number | null;
  /** Epoch ms: they come as JSON. */
  installed_at: number;
  removed_at: number | null;
}

export interface MeterRow {
  id: number;
  project_id: number;
  company_id: number;
  name: string;
  name_en: string | null;
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  parent_id: number | null;
  parent_name: string | null;
  parent_name_en: string | null;
  max_watts: number;
  accuracy_percent: number | null;
  settled_through: Date | null;
  open_events: number;
  installations: InstallationRow[];
  terms: { id: number; name: string; name_en: string | null; factor: number }[];
}

const epoch = (column: string) => sql`(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint`;
const columns = sql`
  m.id, m.project_id, place.company_id, m.name, m.name_en, m.device_id, d.name AS device_name, d.name_en AS device_name_en, m.parent_id,
  above.name AS parent_name, above.name_en AS parent_name_en, m.max_watts, m.accuracy_percent, m.settled_through,
  (SELECT count(*)::int FROM energy_event e WHERE e.meter_id = m.id AND e.state = 'open') AS open_events,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', i.id, 'point_id', i.point_id, 'point_name', p.name, 'point_name_en', p.name_en,
      'is_manual', i.is_manual,      'serial_number', i.serial_number, 'multiplier', i.multiplier::float8, 'unit_wh', i.unit_wh, 'capacity', i.capacity,
      'start_reading', i.start_reading, 'end_reading', i.end_reading,
      'installed_at', ${epoch('i.installed_at')}, 'removed_at', ${epoch('i.removed_at')}) ORDER BY i.installed_at DESC)
    FROM energy_installation i LEFT JOIN point p ON p.id = i.point_id WHERE i.meter_id = m.id), '[]') AS installations,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'name_en', o.name_en, 'factor', t.factor) ORDER BY t.factor < 0, o.name)
    FROM energy_term t JOIN energy_meter o ON o.id = t.of_meter_id WHERE t.meter_id = m.id), '[]') AS terms`;
const tables = sql`
  energy_meter m JOIN subarea place ON place.id = m.project_id LEFT JOIN device d ON d.id = m.device_id
  LEFT JOIN energy_meter above ON above.id = m.parent_id`;

export async function pageMeters(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, text }: { projectId: number; text: string | undefined },
  order: { by: 'name' | 'settled'; ascending: boolean },
  range: RowRange,
): Promise<{ rows: MeterRow[]; total: number }> {
  const where = sql`m.project_id = ${projectId} AND ${inProjects(tenant, 'm.project_id')}
    ${text === undefined ? sql`` : sql`AND ${containsText(text, 'm.name', 'm.name_en', 'd.name')}`}`;
  const by = order.by === 'name' ? sql`m.name` : sql`m.settled_through`;
  return pageOfRows<MeterRow>(db, range, {
    columns,
    from: tables,
    where,
    order: sql`${by} ${direction(order.ascending)} NULLS LAST, m.id`,
  });
}

/** Those of the meters that the tenant may see; `lock`: they stay as they are until the transaction ends. */
export async function findMeters(
  tenant: Tenant,
  db: DbOrTransaction,
  ids: readonly number[],
  lock: 'lock' | 'look' = 'look',
): Promise<MeterRow[]> {
  const { rows } = await sql<MeterRow>`
    SELECT ${columns} FROM ${tables} WHERE m.id = ANY(${[...ids]}::int[]) AND ${inProjects(tenant, 'm.project_id')}
    ORDER BY m.id ${sql.raw(lock === 'lock' ? 'FOR UPDATE OF m' : '')}`.execute(db);
  return rows;
}

/** Which meter supplies which, of a project. */
export async function supplyOf(tenant: Tenant, db: DbOrTransaction, projectId: number): Promise<SupplyRow[]> {
  const { rows } = await sql<SupplyRow>`
    SELECT m.id, m.parent_id, m.name, m.name_en, m.device_id, m.id = ANY(${supplying(tenant, [projectId])}) AS supplies
    FROM energy_meter m WHERE m.project_id = ${projectId} ORDER BY m.name`.execute(db);
  return rows;
}

export interface SupplyRow {
  id: number;
  parent_id: number | null;
  name: string;
  name_en: string | null;
  device_id: number | null;
  /** It counts for the whole project. */
  supplies: boolean;
}

/**
 * The meters whose sum is what projects use: those without a parent; a calculated one only where what it is made of stands below it,
 * for elsewhere that counts already.
 *
 * @returns an array of ids, as SQL
 */
export const supplying = (_tenant: Tenant, projectIds: readonly number[]): RawBuilder<number[]> => sql<number[]>`ARRAY(
  WITH RECURSIVE below AS (
    SELECT id, id AS root FROM energy_meter WHERE parent_id IS NULL AND project_id = ANY(${[...projectIds]}::int[])
    UNION ALL SELECT m.id, b.root FROM energy_meter m JOIN below b ON m.parent_id = b.id
  )
  SELECT r.id FROM below r WHERE r.id = r.root AND NOT EXISTS (
    SELECT 1 FROM energy_term t JOIN below part ON part.id = t.of_meter_id WHERE t.meter_id = r.id AND part.root <> r.id))`;

/** Meters of a project change one call after the other until the transaction ends. */
export async function lockMeters(_tenant: UserTenant, transaction: DbOrTransaction, projectId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870680, ${projectId})`.execute(transaction);
}

export interface RegisterPoint {
  id: number;
  name: string;
  name_en: string | null;
  unit: string;
  decimals: number;
  device_id: number | null;
  device_name: string | null;
  device_name_en: string | null;
  used_by: string | null;
}

/** Units of registers, lower case, with what one of them is in Wh or varh. */
export const activeUnits: Readonly<Record<string, 1 | 1000 | 1_000_000>> = { wh: 1, kwh: 1000, mwh: 1_000_000 };
export const reactiveUnits: Readonly<Record<string, 1 | 1000 | 1_000_000>> = { varh: 1, kvarh: 1000, mvarh: 1_000_000 };

/** Points of a project that count energy, by their unit. */
export async function registersOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  units: Readonly<Record<string, number>> = activeUnits,
): Promise<RegisterPoint[]> {
  const { rows } = await sql<RegisterPoint>`
    SELECT p.id, p.name, p.name_en, p.unit, p.decimals, d.id AS device_id, d.name AS device_name, d.name_en AS device_name_en, m.name AS used_by
    FROM point p LEFT JOIN LATERAL (SELECT d.id, d.name, d.name_en FROM device_point dp JOIN device d ON d.id = dp.device_id
      WHERE dp.point_id = p.id ORDER BY d.id LIMIT 1) d ON true
    LEFT JOIN energy_installation i ON i.point_id = p.id AND i.removed_at IS NULL LEFT JOIN energy_meter m ON m.id = i.meter_id
    WHERE p.project_id = ${projectId} AND ${inProjects(tenant, 'p.project_id')} AND lower(p.unit) = ANY(${Object.keys(units)}::text[])
    ORDER BY d.name NULLS LAST, p.name, p.id`.execute(db);
  return rows;
}

export interface MeterValues {
  name: string;
  name_en: string | null;
  device_id: number | null;
  parent_id: number | null;
  max_watts: number;
  accuracy_percent: number | null;
}

export async function insertMeter(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  values: MeterValues,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('energy_meter')
    .values({ ...values, project_id: projectId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes a meter the sum of these. */
export async function setTerms(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  meterId: number,
  terms: readonly { meterId: number; factor: number }[],
): Promise<void> {
  await sql`DELETE FROM energy_term WHERE meter_id = ${meterId}`.execute(transaction);
  await transaction
    .insertInto('energy_term')
    .values(terms.map((term) => ({ meter_id: meterId, of_meter_id: term.meterId, factor: term.factor })))
    .execute();
}

/** The first day, `YYYY-MM-DD`, that the present terms of a meter count for. */
export async function setTermsFrom(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  meterId: number,
  day: string,
): Promise<void> {
  await sql`UPDATE energy_meter SET terms_from = ${day}::date WHERE id = ${meterId}`.execute(transaction);
}

/** The name of a meter that is calculated from one of these and is none of them itself; null: there is none. */
export async function calculatedFrom(
  _tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT m.name FROM energy_term t JOIN energy_meter m ON m.id = t.meter_id
    WHERE t.of_meter_id = ANY(${[...ids]}::int[]) AND NOT t.meter_id = ANY(${[...ids]}::int[]) ORDER BY m.name LIMIT 1`.execute(
    db,
  );
  return rows[0]?.name ?? null;
}

export async function updateMeter(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<MeterValues>,
): Promise<void> {
  await transaction.updateTable('energy_meter').set(values).where('id', '=', id).execute();
}

export interface InstallationValues {
  /** Null: people read it. */
  point_id: number | null;
  is_manual: boolean;
  serial_number: string;
  multiplier: number;
  unit_wh: number;
  register_count: number;
  capacity: number | null;
  start_reading: number | null;
}

export async function insertInstallation(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  meterId: number,
  values: InstallationValues,
  at: Date,
): Promise<void> {
  await transaction
    .insertInto('energy_installation')
    .values({ ...values, meter_id: meterId, installed_at: at })
    .execute();
}

export async function endInstallation(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  at: Date,
  endReading: number | null,
): Promise<void> {
  await transaction
    .updateTable('energy_installation')
    .set({ removed_at: at, end_reading: endReading })
    .where('id', '=', id)
    .execute();
}

/** The meter of an installation that the tenant may see. */
export async function meterOfInstallation(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<number | null> {
  const { rows } = await sql<{ meter_id: number }>`
    SELECT i.meter_id FROM energy_installation i JOIN energy_meter m ON m.id = i.meter_id
    WHERE i.id = ${id} AND ${inProjects(tenant, 'm.project_id')}`.execute(db);
  return rows[0]?.meter_id ?? null;
}

export async function updateInstallation(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  values: Partial<Pick<InstallationRow, 'serial_number' | 'multiplier' | 'capacity' | 'start_reading' | 'end_reading'>>,
): Promise<void> {
  await transaction.updateTable('energy_installation').set(values).where('id', '=', id).execute();
}

export async function deleteMeters(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM energy_meter WHERE id = ANY(${[...ids]}::int[])`.execute(transaction);
}

export interface EventRow {
  id: number;
  meter_id: number;
  meter_name: string;
  meter_name_en: string | null;
  project_id: number;
  company_id: number;
  kind: EnergyEventKind;
  from_at: Date;
  at: Date;
  from_reading: number;
  to_reading: number;
  suspect_wh: number;
  state: EnergyEventState;
  note: string;
  decided_at: Date | null;
  decided_name: string | null;
  /** Of a register that people read. */
  is_manual: boolean;
}
const eventColumns = sql`
  e.id, e.meter_id, m.name AS meter_name, m.name_en AS meter_name_en, m.project_id, place.company_id, e.kind, e.from_at, e.at, e.from_reading,
  e.to_reading, e.suspect_wh, e.state, e.note, e.decided_at, person.name AS decided_name,
  coalesce((SELECT i.is_manual FROM energy_installation i WHERE i.meter_id = e.meter_id AND i.installed_at <= e.at
    ORDER BY i.installed_at DESC LIMIT 1), false) AS is_manual`;
const eventTables = sql`
  energy_event e JOIN energy_meter m ON m.id = e.meter_id JOIN subarea place ON place.id = m.project_id
  LEFT JOIN person ON person.user_id = e.decided_by`;

export async function pageEvents(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, states }: { projectId: number; states: readonly string[] | undefined },
  order: { by: 'time' | 'meter'; ascending: boolean },
  range: RowRange,
): Promise<{ rows: EventRow[]; total: number }> {
  const where = sql`m.project_id = ${projectId} AND ${inProjects(tenant, 'm.project_id')}
    ${states && states.length > 0 ? sql`AND e.state = ANY(${[...states]}::text[])` : sql``}`;
  const by = order.by === 'time' ? sql`e.at` : sql`m.name`;
  return pageOfRows<EventRow>(db, range, {
    columns: eventColumns,
    from: eventTables,
    where,
    order: sql`${by} ${direction(order.ascending)}, e.id`,
  });
}

export async function lockEvent(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
): Promise<EventRow | null> {
  const { rows } = await sql<EventRow>`
    SELECT ${eventColumns} FROM ${eventTables} WHERE e.id = ${id} AND ${inProjects(tenant, 'm.project_id')} FOR UPDATE OF e`.execute(
    transaction,
  );
  return rows[0] ?? null;
}

/** Events that begin or end with a reading that is no more, decided or not: what was decided was decided of that reading. */
export async function deleteEventsAt(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  meterId: number,
  at: Date,
): Promise<void> {
  await sql`DELETE FROM energy_event WHERE meter_id = ${meterId} AND (at = ${at} OR from_at = ${at})`.execute(
    transaction,
  );
}

export async function decideEvent(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  id: number,
  state: EnergyEventState,
  note: string,
  at: Date,
): Promise<void> {
  await sql`UPDATE energy_event SET state = ${state}, note = ${note}, decided_at = ${at}, decided_by = ${tenant.userId},
    suspect_wh = 0 WHERE id = ${id}`.execute(transaction);
}

/** Floor area of a project; null: nobody entered it. */
export const squareMetresOf = async (
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
): Promise<number | null> => {
  const { rows } = await sql<{ square_metres: number }>`
    SELECT square_metres FROM energy_site WHERE project_id = ${projectId} AND ${inProjects(tenant, 'project_id')}`.execute(
    db,
  );
  return rows[0]?.square_metres ?? null;
};

export async function setSquareMetres(
  _tenant: UserTenant,
  transaction: DbOrTransaction,
  projectId: number,
  squareMetres: number | null,
): Promise<void> {
  await sql`DELETE FROM energy_site WHERE project_id = ${projectId}`.execute(transaction);
  if (squareMetres !== null)
    await sql`INSERT INTO energy_site (project_id, square_metres) VALUES (${projectId}, ${squareMetres})`.execute(
      transaction,
    );
}

/** Factors that a company entered, by year. */
export async function factorsOf(tenant: UserTenant, db: DbOrTransaction): Promise<Map<number, number>> {
  const { rows } = await sql<{ year: number; grams_per_kwh: number }>`
    SELECT year, grams_per_kwh FROM energy_factor WHERE company_id = ${tenant.companyId}`.execute(db);
  return new Map(rows.map(({ year, grams_per_kwh }) => [year, grams_per_kwh]));
}

export async function setFactor(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  year: number,
  grams: number | null,
): Promise<void> {
  await sql`DELETE FROM energy_factor WHERE company_id = ${tenant.companyId} AND year = ${year}`.execute(transaction);
  if (grams !== null)
    await sql`INSERT INTO energy_factor (company_id, year, grams_per_kwh) VALUES (${tenant.companyId}, ${year}, ${grams})`.execute(
      transaction,
    );
}

export async function isDeviceOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  deviceId: number,
): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM device WHERE id = ${deviceId} AND project_id = ${projectId} AND ${inProjects(tenant, 'project_id')}`.execute(
      db,
    );
  return rows.length > 0;
}

/** The name of one of the meters that has an open prepaid account; null: none has. */
export async function meterWithAccount(
  _tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT m.name FROM energy_meter m JOIN prepaid_account a ON a.meter_id = m.id AND a.closed_at IS NULL
    WHERE m.id = ANY(${[...ids]}::int[]) ORDER BY m.name LIMIT 1`.execute(db);
  return rows[0]?.name ?? null;
}
