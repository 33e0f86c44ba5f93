import {
  type CustomerEventKind,
  type CustomerState,
  type LostReason,
  lowHealth,
  type RenewalBand,
} from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { type CompanyTenant, inProjects, type SystemTenant, type UserTenant } from '../access/index.ts';
import { alarmVisible } from '../notifications/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { direction, pageOfRows, type RowRange } from '../platform/db/listQuery.ts';
import type { ServiceEnd } from '../projects/index.ts';
import { isOpenRepair } from '../work/index.ts';
import { newestHealth } from './health/health.store.ts';

export interface CustomerContact {
  name: string;
  mobile: string;
  email: string;
}

export interface CustomerValues {
  shop_name: string;
  contacts: CustomerContact[];
  contract_number: string;
  valid_from: string;
  valid_to: string;
  monitoring_years: number | null;
  province: string;
  city: string;
  provider: string;
  yearly_fen: number | null;
  note: string;
}

export interface CustomerRow extends CustomerValues {
  id: number;
  controlled: boolean;
  lost_at: Date | null;
  updated_at: Date;
  /** 0 to 100; null: not known, or not for the tenant. */
  health: number | null;
  /** Those that the tenant opens. */
  projects: { id: number; name: string; name_en: string | null; service_end: string | null }[];
}

/** By which day something is due: where the company is, and how long before the end it begins. */
export interface DueBy {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly daysBefore: number;
}

export interface CustomerFilter {
  readonly text?: string | undefined;
  readonly states?: readonly CustomerState[] | undefined;
  readonly controlled?: boolean | undefined;
  readonly province?: string | undefined;
  readonly band?: RenewalBand | undefined;
  readonly projectIds?: readonly number[] | undefined;
}

const orders = {
  name: sql`c.shop_name`,
  start: sql`c.valid_from`,
  end: sql`c.valid_to`,
  fee: sql`c.yearly_fen`,
  health: sql`health`,
};
export interface CustomerOrder {
  readonly by: keyof typeof orders;
  readonly ascending: boolean;
}

const columns = (
  tenant: UserTenant,
  alarmProjectIds: readonly number[],
) => sql`c.id, c.shop_name, c.contacts, c.contract_number, c.valid_from::text AS valid_from,
  c.valid_to::text AS valid_to, c.monitoring_years, c.province, c.city, c.provider, c.controlled, c.yearly_fen,
  c.lost_at, c.note, c.updated_at, ${newestHealth(tenant, alarmProjectIds)} AS health, coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', pl.name, 'name_en', pl.name_en, 'service_end', p.service_end)
      ORDER BY pl.name, p.id)
    FROM customer_project x JOIN project p ON p.id = x.project_id AND p.deleted_at IS NULL JOIN place_name pl ON pl.place_id = p.id
    WHERE x.customer_id = c.id AND ${inProjects(tenant, 'p.id')}), '[]') AS projects`;

const stateConditions = ({ today, daysBefore }: DueBy): Record<CustomerState, RawBuilder<unknown>> => ({
  running: sql`(c.lost_at IS NULL AND c.valid_to > ${today}::date + ${daysBefore}::int)`,
  due: sql`(c.lost_at IS NULL AND c.valid_to BETWEEN ${today}::date AND ${today}::date + ${daysBefore}::int)`,
  expired: sql`(c.lost_at IS NULL AND c.valid_to < ${today}::date)`,
  lost: sql`c.lost_at IS NOT NULL`,
});

/** In which band of the renewals a customer stands; null: it is lost. */
const bandOn = (today: string): RawBuilder<RenewalBand | null> => sql`(CASE WHEN c.lost_at IS NOT NULL THEN NULL
  WHEN c.valid_to < ${today}::date THEN 'expired' WHEN c.valid_to <= ${today}::date + 30 THEN 'within30'
  WHEN c.valid_to <= ${today}::date + 60 THEN 'within60' WHEN c.valid_to <= ${today}::date + 90 THEN 'within90' ELSE 'later' END)`;

function matches(tenant: UserTenant, filter: CustomerFilter, due: DueBy): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`c.company_id = ${tenant.companyId}`];
  if (filter.text !== undefined)
    conditions.push(
      sql`(${containsText(filter.text, 'c.shop_name', 'c.contract_number', 'c.provider')} OR EXISTS (
        SELECT 1 FROM jsonb_to_recordset(c.contacts) AS k(name text, mobile text) WHERE ${containsText(filter.text, 'k.name', 'k.mobile')}))`,
    );
  if (filter.states?.length) {
    const of = stateConditions(due);
    conditions.push(
      sql`(${sql.join(
        filter.states.map((state) => of[state]),
        sql` OR `,
      )})`,
    );
  }
  if (filter.controlled !== undefined) conditions.push(sql`c.controlled = ${filter.controlled}`);
  if (filter.province !== undefined) conditions.push(containsText(filter.province, 'c.province', 'c.city'));
  if (filter.band !== undefined) conditions.push(sql`${bandOn(due.today)} = ${filter.band}`);
  if (filter.projectIds)
    conditions.push(sql`EXISTS (SELECT 1 FROM customer_project x WHERE x.customer_id = c.id
      AND x.project_id = ANY(${[...filter.projectIds]}::int[]) AND ${inProjects(tenant, 'x.project_id')})`);
  return sql.join(conditions, sql` AND `);
}

/** @param alarmProjectIds projects whose alarms the tenant sees: health says something of alarms of these alone */
export async function pageCustomers(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: CustomerFilter,
  due: DueBy,
  order: CustomerOrder,
  range: RowRange,
  alarmProjectIds: readonly number[],
): Promise<{ rows: CustomerRow[]; total: number }> {
  const where = matches(tenant, filter, due);
  return pageOfRows<CustomerRow>(db, range, {
    columns: columns(tenant, alarmProjectIds),
    from: sql`customer c`,
    where,
    order: sql`${orders[order.by]} ${direction(order.ascending)} NULLS LAST, c.id`,
  });
}

const customersOf = (
  tenant: UserTenant,
  ids: readonly number[],
  alarmProjectIds: readonly number[] = [],
) => sql`SELECT ${columns(tenant, alarmProjectIds)} FROM customer c
  WHERE c.company_id = ${tenant.companyId} AND c.id = ANY(${[...ids]}::int[]) ORDER BY c.id`;

/** Customers of the company, in the order of their ids; their health without alarms, but of projects whose alarms the tenant sees. */
export async function findCustomers(
  tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
  alarmProjectIds: readonly number[] = [],
): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`${customersOf(tenant, ids, alarmProjectIds)}`.execute(db);
  return rows;
}

/** The same, locked until the transaction ends, and read after that: projects are as the call before left them. */
export async function lockCustomers(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<CustomerRow[]> {
  await sql`SELECT 1 FROM customer WHERE company_id = ${tenant.companyId} AND id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`.execute(
    transaction,
  );
  return findCustomers(tenant, transaction, ids);
}

export interface CustomerEventRow {
  kind: CustomerEventKind;
  at: Date;
  user_name: string | null;
  from_end: string | null;
  to_end: string | null;
  amount_fen: number | null;
  number: string | null;
  lost_reason: LostReason | null;
  reason: string;
}

/** The course of a customer that was found for this tenant, the newest first. */
export async function eventsOf(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  customerId: number,
): Promise<CustomerEventRow[]> {
  const { rows } = await sql<CustomerEventRow>`
    SELECT e.kind, e.at, e.from_end::text AS from_end, e.to_end::text AS to_end, e.amount_fen, e.number, e.lost_reason, e.reason,
      coalesce(m.real_name, u.nickname) AS user_name
    FROM customer_event e LEFT JOIN app_user u ON u.id = e.user_id
      LEFT JOIN membership m ON m.user_id = e.user_id AND m.company_id = ${tenant.companyId}
    WHERE e.customer_id = ${customerId} ORDER BY e.id DESC LIMIT 200`.execute(db);
  return rows;
}

export interface ProjectWork {
  project_id: number;
  open_alarms: number;
  open_orders: number;
  orders: number;
}

/** Open alarms that the tenant may see, and repair orders, of each project of a customer that is open to the tenant. */
export async function workOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  customerId: number,
  since: Date,
): Promise<ProjectWork[]> {
  const { rows } = await sql<ProjectWork>`SELECT x.project_id,
      (SELECT count(*) FROM alarm a WHERE a.project_id = x.project_id AND a.returned_at IS NULL AND ${alarmVisible(tenant)})::int AS open_alarms,
      (SELECT count(*) FROM repair_order r WHERE r.project_id = x.project_id AND ${isOpenRepair('r')})::int AS open_orders,
      (SELECT count(*) FROM repair_order r WHERE r.project_id = x.project_id AND r.status NOT IN (-1, 0)
        AND r.created_at >= ${since})::int AS orders
    FROM customer_project x WHERE x.customer_id = ${customerId} AND ${inProjects(tenant, 'x.project_id')}
    ORDER BY x.project_id`.execute(db);
  return rows;
}

/** Customers that are not lost, by when their service ends; `low`: those of low health. */
export async function renewalBands(
  tenant: UserTenant,
  db: DbOrTransaction,
  today: string,
  alarmProjectIds: readonly number[],
): Promise<{ band: RenewalBand; count: number; fen: number; low: number }[]> {
  const { rows } = await sql<{ band: RenewalBand; count: number; fen: number; low: number }>`
    SELECT band, count(*)::int AS count, coalesce(sum(yearly_fen), 0)::bigint AS fen,
      count(*) FILTER (WHERE health < ${lowHealth})::int AS low FROM (
      SELECT c.yearly_fen, ${bandOn(today)} AS band, ${newestHealth(tenant, alarmProjectIds)} AS health FROM customer c
      WHERE c.company_id = ${tenant.companyId} AND c.lost_at IS NULL) banded GROUP BY band`.execute(db);
  return rows;
}

/** Contract numbers and projects of a company are given one call after the other until the transaction ends. */
export async function lockNumbers(tenant: CompanyTenant, transaction: DbOrTransaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4870369, ${tenant.companyId})`.execute(transaction);
}

export async function isContractTaken(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  number: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM customer WHERE company_id = ${tenant.companyId}
    AND lower(contract_number) = lower(${number}) AND id IS DISTINCT FROM ${exceptId}`.execute(db);
  return rows.length > 0;
}

/** Of service contract numbers those that a customer of the company has, in lower case. */
export async function takenContracts(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  numbers: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`SELECT lower(contract_number) AS number FROM customer
    WHERE company_id = ${tenant.companyId} AND lower(contract_number) = ANY(${numbers.map((each) => each.toLowerCase())}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ number }) => number));
}

/** Of projects of the tenant those that belong to a customer already. */
export async function customersOfProjects(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ project_id: number }>`SELECT x.project_id FROM customer_project x
    WHERE x.project_id = ANY(${[...projectIds]}::int[]) AND ${inProjects(tenant, 'x.project_id')}`.execute(db);
  return new Set(rows.map(({ project_id }) => project_id));
}

/** Of projects of the tenant those that belong to another customer, with their names. */
export async function takenProjects(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  exceptId: number | null,
): Promise<{ name: string; name_en: string | null }[]> {
  const { rows } = await sql<{ name: string; name_en: string | null }>`
    SELECT pl.name, pl.name_en FROM customer_project x JOIN place_name pl ON pl.place_id = x.project_id
    WHERE x.project_id = ANY(${[...projectIds]}::int[]) AND ${inProjects(tenant, 'x.project_id')}
      AND x.customer_id IS DISTINCT FROM ${exceptId} ORDER BY x.project_id`.execute(db);
  return rows;
}

export async function insertCustomer(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  { contacts, ...values }: CustomerValues,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('customer')
    .values({
      ...values,
      contacts: JSON.stringify(contacts),
      company_id: tenant.companyId,
      controlled: true,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateCustomer(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  { contacts, ...values }: Partial<CustomerValues & { controlled: boolean; lost_at: Date | null }>,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('customer')
    .set({ ...values, ...(contacts && { contacts: JSON.stringify(contacts) }), updated_at: at })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute();
}

/** Of the projects that the tenant opens these and no others belong to the customer; others of it stay. */
export async function setProjects(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  customerId: number,
  projectIds: readonly number[],
): Promise<void> {
  await sql`DELETE FROM customer_project WHERE customer_id = ${customerId} AND ${inProjects(tenant, 'project_id')}`.execute(
    transaction,
  );
  await sql`INSERT INTO customer_project (customer_id, project_id)
    SELECT ${customerId}, id FROM unnest(${[...projectIds]}::int[]) AS id`.execute(transaction);
}

/** All projects of a customer that was found for this tenant, opened by it or not. */
export async function projectIdsOf(_tenant: CompanyTenant, db: DbOrTransaction, customerId: number): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    SELECT project_id FROM customer_project WHERE customer_id = ${customerId} ORDER BY project_id`.execute(db);
  return rows.map(({ project_id }) => project_id);
}

export async function deleteCustomers(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  ids: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('customer')
    .where('company_id', '=', tenant.companyId)
    .where('id', 'in', [0, ...ids])
    .execute();
}

/** One line in the course of a customer that was found for this tenant. */
export async function insertEvent(
  _tenant: CompanyTenant | SystemTenant,
  transaction: DbOrTransaction,
  event: {
    readonly customer_id: number;
    readonly kind: CustomerEventKind;
    readonly at: Date;
    readonly user_id: number | null;
    readonly from_end?: string;
    readonly to_end?: string;
    readonly amount_fen?: number | null;
    readonly number?: string;
    readonly lost_reason?: LostReason;
    readonly reason: string;
    readonly replaced?: Replaced;
  },
): Promise<void> {
  const { replaced, ...values } = event;
  await transaction
    .insertInto('customer_event')
    .values({ ...values, ...(replaced && { replaced: JSON.stringify(replaced) }) })
    .execute();
}

export interface UndoableRenewal {
  readonly from_end: string;
  readonly to_end: string;
  /** The contract number that it gave or left. */
  readonly number: string;
  readonly replaced: Replaced;
}

/** What a renewal replaced: the contract number, since when the customer was lost, and the ends of its projects’ service. */
export interface Replaced {
  readonly number: string;
  readonly lost_at: string | null;
  readonly projects: readonly ServiceEnd[];
}

/**
 * The last renewal of a customer, while it can be undone: it is not older than `since`, sets the end as it is, and nothing was decided
 * about the customer after it.
 */
export async function undoableRenewal(
  _tenant: CompanyTenant,
  db: DbOrTransaction,
  customer: Pick<CustomerRow, 'id' | 'valid_to'>,
  since: Date,
): Promise<UndoableRenewal | null> {
  const { rows } = await sql<UndoableRenewal>`
    SELECT from_end::text AS from_end, to_end::text AS to_end, number, replaced FROM (
      SELECT * FROM customer_event WHERE customer_id = ${customer.id} AND kind IN ('renewed', 'renewalUndone', 'lost', 'notLost')
      ORDER BY id DESC LIMIT 1) last
    WHERE kind = 'renewed' AND replaced IS NOT NULL AND at >= ${since} AND to_end = ${customer.valid_to}::date`.execute(
    db,
  );
  return rows[0] ?? null;
}
