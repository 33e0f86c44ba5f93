import type { ContractParty, ContractState, MaintenanceCycle, SignatureProof } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  type CompanyTenant,
  inProjects,
  inWholeProjects,
  type SystemTenant,
  type UserTenant,
} from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { direction, pageOfRows, type RowRange } from '../../platform/db/listQuery.ts';
import type { ServiceHours } from '../../work/index.ts';

/** How soon repairs of a severity are accepted, reached and finished. */
export interface AgreedTarget {
  /** Its hours as they were agreed; left out: the calendar of the severity. */
  calendar?: ServiceHours & { id: number; name: string };
  severity: number;
  arrival_minutes: number;
  response_minutes: number;
  resolution_minutes: number;
}

export interface ContractValues {
  name: string;
  number: string;
  party_a: string;
  team_id: number;
  signing_date: string | null;
  valid_from: string;
  valid_to: string;
  cycle: MaintenanceCycle;
  cycle_count: number;
  first_on: string;
  amount_fen: number | null;
  targets: readonly AgreedTarget[];
  note: string;
}
export interface SignatureRow {
  party: ContractParty;
  hash: string;
  /** Null: their account is gone. */
  user_id: number | null;
  name: string;
  at: string;
  /** The fields that were signed, as `documentText` has them. */
  document: string | null;
  /** What was said by signing, with its seal in hexadecimal; null: signed before there were seals. */
  statement: string | null;
  key_id: number | null;
  seal: string | null;
  proof: SignatureProof;
  /** Of who signed by a link. */
  mobile: string | null;
}
export interface ContractRow extends ContractValues {
  id: number;
  company_id: number;
  team_name: string;
  /** All of its projects; names of those that the tenant opens. */
  project_ids: number[];
  projects: { id: number; name: string; name_en: string | null }[];
  templates: { id: number; name: string }[];
  signatures: SignatureRow[];
  /** Links to sign by that are not used; the phone of one that has ended is forgotten. */
  links: { party: ContractParty; name: string; mobile: string | null; expires_at: string }[];
  /** Of its visits in projects that the tenant sees as a whole: those that were due, and those of them that were done in time. */
  compliance: { due: number; on_time: number };
  terminated_at: Date | null;
  updated_at: Date;
  revision: number;
}

/** A tenth of the cycle of contract `k` or plan `p`, at least a day. Our choice, in days. */
const tenthOfCycle = (of: 'k' | 'p') =>
  sql`greatest(1, round(0.1 * ${sql.ref(`${of}.cycle_count`)} * CASE ${sql.ref(`${of}.cycle`)} WHEN 'day' THEN 1 WHEN 'halfMonth' THEN 15
    WHEN 'month' THEN 30 WHEN 'quarter' THEN 91 WHEN 'halfYear' THEN 182 ELSE 365 END))::int`;

/** So many days before and after the day by the cycle visit `o` of contract `k` is done in time. */
export const visitWindow = sql`coalesce(o.window_days, ${tenthOfCycle('k')})`;

/** Visit `o` is due by use or by a warning: it may come early. */
export const comesEarly = sql<boolean>`(o.plan_key IS NOT NULL AND o.window_days IS NULL)`;

/** When visit `o` was done: itself, or the visit it was merged into. Null: neither was. */
export const visitDoneAt = sql`coalesce(o.done_at, (SELECT other.done_at FROM maintenance_order other WHERE other.id = o.merged_into))`;

/** A visit that was skipped or merged into one that came too late was not done in time; one by use or by a warning may come early. */
const compliance = (tenant: UserTenant | SystemTenant, today: string) => sql`(
  SELECT jsonb_build_object('due', count(*), 'on_time', count(*) FILTER (
      WHERE v.done_on <= v.nominal_on + v.days AND (v.comes_early OR v.done_on >= v.nominal_on - v.days)))
  FROM (SELECT o.nominal_on, ${visitWindow} AS days, ${comesEarly} AS comes_early, (${visitDoneAt} AT TIME ZONE c.time_zone)::date AS done_on
    FROM maintenance_order o JOIN company c ON c.id = k.company_id
    WHERE o.contract_id = k.id AND ${inWholeProjects(tenant, 'o.project_id')}) v
  WHERE v.done_on IS NOT NULL OR v.nominal_on + v.days < ${today}::date) AS compliance`;

const columns = (
  tenant: UserTenant | SystemTenant,
  today: string,
) => sql`${compliance(tenant, today)}, k.id, k.company_id, k.name, k.number, k.party_a, k.team_id, t.name AS team_name,
  k.signing_date::text AS signing_date, k.valid_from::text AS valid_from, k.valid_to::text AS valid_to, k.cycle, k.cycle_count,
  k.first_on::text AS first_on, k.amount_fen, k.targets, k.note, k.terminated_at, k.updated_at, k.revision,
  ARRAY(SELECT x.project_id FROM maintenance_contract_project x WHERE x.contract_id = k.id ORDER BY 1) AS project_ids,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', pl.place_id, 'name', pl.name, 'name_en', pl.name_en) ORDER BY pl.name)
    FROM maintenance_contract_project x JOIN place_name pl ON pl.place_id = x.project_id
    WHERE x.contract_id = k.id AND ${inProjects(tenant, 'x.project_id')}), '[]') AS projects,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) ORDER BY p.id)
    FROM maintenance_contract_template x JOIN maintenance_template p ON p.id = x.template_id WHERE x.contract_id = k.id), '[]') AS templates,
  coalesce((SELECT jsonb_agg(jsonb_build_object('party', s.party, 'hash', s.hash, 'user_id', s.user_id, 'name', s.name, 'at', s.at,
    'document', s.document, 'statement', s.statement, 'key_id', s.key_id, 'seal', encode(s.seal, 'hex'),
    'proof', s.proof, 'mobile', s.mobile) ORDER BY s.at, s.party)
    FROM maintenance_signature s WHERE s.contract_id = k.id), '[]') AS signatures,
  coalesce((SELECT jsonb_agg(jsonb_build_object('party', l.party, 'name', l.name, 'mobile', l.mobile, 'expires_at', l.expires_at) ORDER BY l.party)
    FROM maintenance_sign_link l WHERE l.contract_id = k.id AND l.used_at IS NULL), '[]') AS links`;
const tables = sql`maintenance_contract k JOIN maintenance_team t ON t.id = k.team_id`;
const orders = { name: sql`k.name`, start: sql`k.valid_from`, end: sql`k.valid_to` };

const signedByBoth = sql`(SELECT count(*) FROM maintenance_signature s WHERE s.contract_id = k.id) = 2`;

export interface ContractFilter {
  readonly text?: string | undefined;
  readonly state?: ContractState | undefined;
  readonly teamId?: number | undefined;
  readonly over?: boolean | undefined;
  /** `YYYY-MM-DD` where the company is. */
  readonly today: string;
}

export async function pageContracts(
  tenant: UserTenant,
  db: DbOrTransaction,
  { text, state, teamId, over, today }: ContractFilter,
  order: { readonly by: keyof typeof orders; readonly ascending: boolean },
  range: RowRange,
): Promise<{ rows: ContractRow[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [sql`k.company_id = ${tenant.companyId}`];
  if (text !== undefined) conditions.push(containsText(text, 'k.name', 'k.number', 'k.party_a', 't.name'));
  if (teamId !== undefined) conditions.push(sql`k.team_id = ${teamId}`);
  if (over !== undefined) conditions.push(sql`(k.terminated_at IS NOT NULL OR k.valid_to < ${today}::date) = ${over}`);
  if (state === 'terminated') conditions.push(sql`k.terminated_at IS NOT NULL`);
  else if (state !== undefined)
    conditions.push(
      sql`k.terminated_at IS NULL`,
      state === 'toSign' ? sql`NOT ${signedByBoth}` : signedByBoth,
      {
        toSign: sql`true`,
        signed: sql`k.valid_from > ${today}::date`,
        inEffect: sql`${today}::date BETWEEN k.valid_from AND k.valid_to`,
        expired: sql`k.valid_to < ${today}::date`,
      }[state],
    );
  const where = sql.join(conditions, sql` AND `);
  return pageOfRows<ContractRow>(db, range, {
    columns: columns(tenant, today),
    from: tables,
    where,
    order: sql`${orders[order.by]} ${direction(order.ascending)}, k.id`,
  });
}

const ofCompany = (tenant: UserTenant | SystemTenant): RawBuilder<boolean> =>
  tenant.kind === 'system' ? sql<boolean>`true` : sql<boolean>`k.company_id = ${tenant.companyId}`;

/** A contract of the company, to be read. */
export async function findContract(
  tenant: UserTenant | SystemTenant,
  db: DbOrTransaction,
  id: number,
  today: string,
): Promise<ContractRow | null> {
  const { rows } = await sql<ContractRow>`SELECT ${columns(tenant, today)} FROM ${tables}
    WHERE k.id = ${id} AND ${ofCompany(tenant)}`.execute(db);
  return rows[0] ?? null;
}

/** A contract of the company; locked until a transaction ends. */
export async function lockContract(
  tenant: UserTenant | SystemTenant,
  db: DbOrTransaction,
  id: number,
  today: string,
): Promise<ContractRow | null> {
  const { rows } = await sql<ContractRow>`SELECT ${columns(tenant, today)} FROM ${tables}
    WHERE k.id = ${id} AND ${ofCompany(tenant)} FOR UPDATE OF k`.execute(db);
  return rows[0] ?? null;
}

export async function isNumberTaken(
  tenant: CompanyTenant,
  db: DbOrTransaction,
  number: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM maintenance_contract WHERE company_id = ${tenant.companyId}
    AND lower(number) = lower(${number}) AND id IS DISTINCT FROM ${exceptId}`.execute(db);
  return rows.length > 0;
}

export async function insertContract(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  values: ContractValues,
  at: Date,
): Promise<number> {
  const { id } = await transaction
    .insertInto('maintenance_contract')
    .values({ ...values, targets: JSON.stringify(values.targets), company_id: tenant.companyId, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateContract(
  tenant: CompanyTenant,
  transaction: DbOrTransaction,
  id: number,
  { targets, ...values }: Partial<ContractValues & { terminated_at: Date; terminate_reason: string }>,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('maintenance_contract')
    .set({ ...values, ...(targets && { targets: JSON.stringify(targets) }), updated_at: at })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute();
}

/** What a contract that was found for this tenant is about: these projects and templates and no others. */
export async function setSubjects(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  contractId: number,
  {
    projectIds,
    templateIds,
  }: { projectIds?: readonly number[] | undefined; templateIds?: readonly number[] | undefined },
): Promise<void> {
  if (projectIds) {
    await sql`DELETE FROM maintenance_contract_project WHERE contract_id = ${contractId}`.execute(transaction);
    await sql`INSERT INTO maintenance_contract_project (contract_id, project_id)
      SELECT ${contractId}, id FROM unnest(${[...projectIds]}::int[]) AS id`.execute(transaction);
  }
  if (templateIds) {
    await sql`DELETE FROM maintenance_contract_template WHERE contract_id = ${contractId}`.execute(transaction);
    await sql`INSERT INTO maintenance_contract_template (contract_id, template_id)
      SELECT ${contractId}, id FROM unnest(${[...templateIds]}::int[]) AS id`.execute(transaction);
  }
}

/** Takes away the signatures of a contract that was found for this tenant. @returns whether there were any */
export async function voidSignatures(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  contractId: number,
): Promise<boolean> {
  const { rows } =
    await sql`DELETE FROM maintenance_signature WHERE contract_id = ${contractId} RETURNING party`.execute(transaction);
  return rows.length > 0;
}

export async function insertSignature(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  signature: {
    contract_id: number;
    party: ContractParty;
    hash: string;
    user_id: number | null;
    name: string;
    proof: SignatureProof;
    mobile: string | null;
    at: Date;
    document: string;
    statement: string;
    key_id: number;
    seal: Buffer;
  },
): Promise<void> {
  await transaction.insertInto('maintenance_signature').values(signature).execute();
}

/** Whether somebody has begun a visit of a contract that was found for this tenant. */
export async function hasVisits(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  contractId: number,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM maintenance_order
    WHERE contract_id = ${contractId} AND state <> 'planned' LIMIT 1`.execute(transaction);
  return rows.length > 0;
}

export async function deleteContract(tenant: CompanyTenant, transaction: DbOrTransaction, id: number): Promise<void> {
  await transaction
    .deleteFrom('maintenance_contract')
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', id)
    .execute();
}

/** Visits of a contract that nobody has begun: taken away where it ends or is made anew. */
export async function deletePlanned(
  _tenant: CompanyTenant,
  transaction: DbOrTransaction,
  contractId: number,
): Promise<void> {
  await sql`DELETE FROM maintenance_order WHERE contract_id = ${contractId} AND state = 'planned'`.execute(transaction);
}

export interface PlannedContract {
  id: number;
  company_id: number;
  name: string;
  project_ids: number[];
  cycle: MaintenanceCycle;
  cycle_count: number;
  first_on: string;
  valid_to: string;
  time_zone: string;
  /** It has plans by further cycles. */
  has_cycles: boolean;
}

/** Contracts that both parties signed and that are not over; `only`: this one. */
export async function contractsToPlan(
  _tenant: SystemTenant | CompanyTenant,
  db: DbOrTransaction,
  only?: number,
): Promise<PlannedContract[]> {
  const { rows } = await sql<PlannedContract>`
    SELECT k.id, k.company_id, k.name, k.cycle, k.cycle_count, k.first_on::text AS first_on, k.valid_to::text AS valid_to, c.time_zone,
      EXISTS (SELECT 1 FROM maintenance_plan p WHERE p.contract_id = k.id AND p.kind = 'cycle' AND p.enabled) AS has_cycles,
      ARRAY(SELECT x.project_id FROM maintenance_contract_project x JOIN project p ON p.id = x.project_id AND p.deleted_at IS NULL
        WHERE x.contract_id = k.id ORDER BY 1) AS project_ids
    FROM maintenance_contract k JOIN company c ON c.id = k.company_id
    WHERE k.terminated_at IS NULL AND ${signedByBoth} AND k.valid_to >= current_date - 2
      AND ${only === undefined ? sql`true` : sql`k.id = ${only}`} ORDER BY k.id`.execute(db);
  return rows;
}

/** Makes the visits that are missing; those that are there stay as they are. @returns the days of those that were made */
export async function insertVisits(
  _tenant: SystemTenant | CompanyTenant,
  db: DbOrTransaction,
  { id, project_ids }: Pick<PlannedContract, 'id' | 'project_ids'>,
  days: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{
    day: string;
  }>`INSERT INTO maintenance_order (contract_id, project_id, k, nominal_on, planned_on, state)
    SELECT ${id}, p.id, d.place - 1, d.day, d.day, 'planned'
    FROM unnest(${project_ids}::int[]) AS p(id), unnest(${[...days]}::date[]) WITH ORDINALITY AS d(day, place)
    ON CONFLICT (contract_id, project_id, k) DO NOTHING RETURNING nominal_on::text AS day`.execute(db);
  return rows.map(({ day }) => day).sort();
}

/** Lets one at a time make the visits of a contract by its cycles, so that each finds those that the other made. */
export async function lockVisitsOfContract(
  _tenant: SystemTenant | CompanyTenant,
  transaction: DbOrTransaction,
  contractId: number,
): Promise<void> {
  await sql`SELECT 1 FROM maintenance_contract WHERE id = ${contractId} FOR NO KEY UPDATE`.execute(transaction);
}

export interface CyclePlan {
  id: number;
  name: string;
  /** Null: each project of the contract. */
  project_id: number | null;
  cycle: MaintenanceCycle;
  cycle_count: number;
  first_on: string;
  /** Visits before this day are not made: it was not a plan then, or another one. */
  made_from: string;
}

/** Plans by further cycles of a contract that was found for the tenant. */
export async function cyclePlans(
  _tenant: SystemTenant | CompanyTenant,
  db: DbOrTransaction,
  contractId: number,
): Promise<CyclePlan[]> {
  const { rows } = await sql<CyclePlan>`
    SELECT p.id, p.name, p.project_id, p.cycle, p.cycle_count, p.first_on::text AS first_on,
      (p.counted_from AT TIME ZONE c.time_zone)::date::text AS made_from
    FROM maintenance_plan p JOIN maintenance_contract k ON k.id = p.contract_id JOIN company c ON c.id = k.company_id
    WHERE p.contract_id = ${contractId} AND p.kind = 'cycle' AND p.enabled ORDER BY p.id`.execute(db);
  return rows;
}

/**
 * Makes the visits of a plan by cycle that are missing. One on whose day a visit of the same contract and project is planned is done with
 * that one: it is merged into it, and counts by its own day.
 *
 * @param days with the number of each, from the first day of the plan
 * @returns the days of those that were made and stand for themselves
 */
export async function insertCycleVisits(
  _tenant: SystemTenant | CompanyTenant,
  transaction: DbOrTransaction,
  { id: contractId, project_ids }: Pick<PlannedContract, 'id' | 'project_ids'>,
  plan: Pick<CyclePlan, 'id'>,
  days: readonly { readonly k: number; readonly day: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ day: string; state: string }>`
    WITH missing AS (
      SELECT p.id AS plan_id, p.name, ${tenthOfCycle('p')} AS window_days, place.id AS project_id, d.day,
        'r' || p.epoch || ':' || d.k || ':' || place.id AS key
      FROM maintenance_plan p, unnest(${project_ids}::int[]) AS place(id),
        unnest(${days.map(({ k }) => k)}::int[], ${days.map(({ day }) => day)}::date[]) AS d(k, day)
      WHERE p.id = ${plan.id} AND NOT EXISTS (SELECT 1 FROM maintenance_order o WHERE o.plan_id = p.id
        AND o.plan_key = 'r' || p.epoch || ':' || d.k || ':' || place.id))
    INSERT INTO maintenance_order (contract_id, project_id, plan_id, plan_key, plan_name, nominal_on, planned_on, window_days, state, merged_into)
    SELECT ${contractId}, m.project_id, m.plan_id, m.key, m.name, m.day, m.day, m.window_days,
      CASE WHEN other.id IS NULL THEN 'planned' ELSE 'merged' END, other.id
    FROM missing m LEFT JOIN LATERAL (
      SELECT o.id FROM maintenance_order o WHERE o.contract_id = ${contractId} AND o.project_id = m.project_id AND o.planned_on = m.day
        AND o.state = 'planned' ORDER BY o.plan_id IS NOT NULL, o.id LIMIT 1 FOR UPDATE) other ON true
    ON CONFLICT (plan_id, plan_key) WHERE plan_id IS NOT NULL DO NOTHING
    RETURNING nominal_on::text AS day, state`.execute(transaction);
  return rows
    .filter(({ state }) => state === 'planned')
    .map(({ day }) => day)
    .sort();
}
