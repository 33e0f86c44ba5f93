import type { NamedKind, SubjectKind } from '@watchpost/contract';
import { sql, type Transaction } from 'kysely';
import { inProjects, type SystemTenant, type UserTenant } from '../access/index.ts';
import { containsText } from '../platform/db/containsText.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.generated.ts';
import type { Operation } from './inOneWrite.ts';

/**
 * Our number among PostgreSQL's advisory locks. Transactions that add lines hold it shared until they commit, the sealer alone:
 * then no line below the newest is missing.
 */
export const sealLock = 4_870_231;

/** Of one statement: a line has 13 parameters, and PostgreSQL takes 65,535 of them. */
const linesAtOnce = 5_000;

/** Adds lines in the transaction of what they tell about. */
export async function insertOperations(
  _system: SystemTenant,
  transaction: Transaction<Tables>,
  from: { call: string; caller: { userId: number } | null; address: string; userAgent: string },
  operations: readonly Operation[],
  at: Date,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${sealLock})`.execute(transaction);
  const userIds = operations.map(({ userId }) => userId ?? from.caller?.userId ?? null);
  const names = new Map(
    (
      await transaction
        .selectFrom('person')
        .where('user_id', 'in', [0, ...new Set(userIds.filter((id) => id !== null))])
        .select(['user_id', 'name'])
        .execute()
    ).map(({ user_id, name }) => [user_id, name]),
  );
  for (let begin = 0; begin < operations.length; begin += linesAtOnce) {
    await transaction
      .insertInto('operation_log')
      .values(
        operations.slice(begin, begin + linesAtOnce).map((operation, i) => ({
          at,
          company_id: operation.companyId,
          project_id: operation.projectId ?? null,
          user_id: userIds[begin + i] ?? null,
          user_name: names.get(userIds[begin + i] ?? 0) ?? '',
          call: from.call,
          address: from.address,
          user_agent: from.userAgent,
          subject_kind: operation.subject.kind,
          subject_id: operation.subject.id === null ? null : String(operation.subject.id),
          subject_name: operation.subject.name,
          before: operation.before ? JSON.stringify(operation.before) : null,
          after: operation.after ? JSON.stringify(operation.after) : null,
        })),
      )
      .execute();
  }
}

export interface OperationFacts {
  id: number;
  at: Date;
  company_id: number | null;
  project_id: number | null;
  user_id: number | null;
  user_name: string;
  call: string;
  address: string;
  user_agent: string;
  subject_kind: string;
  subject_id: string | null;
  subject_name: string;
  before: unknown;
  after: unknown;
}

export interface OperationFilter {
  /** Null: all lines of the company, its projects included. */
  projectId: number | null;
  userIds?: readonly number[] | undefined;
  calls?: readonly string[] | undefined;
  subjectKinds?: readonly SubjectKind[] | undefined;
  subjectId?: string | undefined;
  text?: string | undefined;
  /** The reader sees English names where things have one: `text` finds those, too. */
  inEnglish?: boolean | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
}

export type OperationOfPage = OperationFacts & { project_name: string | null; project_name_en: string | null };

const operationColumns = [
  'operation_log.id',
  'operation_log.at',
  'operation_log.company_id',
  'operation_log.project_id',
  'operation_log.user_id',
  'operation_log.user_name',
  'operation_log.call',
  'operation_log.address',
  'operation_log.user_agent',
  'operation_log.subject_kind',
  'operation_log.subject_id',
  'operation_log.subject_name',
  'operation_log.before',
  'operation_log.after',
] as const;

/** What an alarm `a` is called: by its device and its subject, as they were called when it was raised. */
const alarmName = sql`concat_ws(' · ', nullif(a.device_name, ''), a.subject_name)`;

/** Alarms of the tenant's company by number: what they are called, and what in English, part by part as far as there is such a name. */
export async function alarmsNamed(
  tenant: UserTenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<Map<number, { name: string; name_en: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string; name_en: string }>`
    SELECT a.id, ${alarmName} AS name,
           concat_ws(' · ', nullif(coalesce(a.device_name_en, a.device_name), ''), coalesce(a.subject_name_en, a.subject_name)) AS name_en
    FROM alarm a WHERE a.id = ANY(${[...ids]}::bigint[]) AND a.company_id = ${tenant.companyId}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether a line's subject, or the device before its point, is shown by an English name like this: `subjectsInLanguage.ts`. */
const calledInEnglish = (tenant: UserTenant, text: string) => {
  const names = sql`FROM thing_name t WHERE ${containsText(text, 't.name_en')} AND (t.company_id IS NULL OR t.company_id = ${tenant.companyId})`;
  const own = sql`CASE operation_log.subject_kind WHEN 'point' THEN regexp_replace(operation_log.subject_name, '^.* · ', '') ELSE operation_log.subject_name END`;
  const kind = sql`CASE WHEN operation_log.subject_kind IN ('area', 'partition', 'project') THEN 'place' ELSE operation_log.subject_kind END`;
  return sql<boolean>`((${kind}, operation_log.subject_id, ${own}) IN (SELECT t.kind, t.thing_id::text, t.name ${names})
    OR (operation_log.subject_kind = 'point' AND split_part(operation_log.subject_name, ' · ', 1) IN (SELECT t.name ${names} AND t.kind = 'device')
        AND strpos(operation_log.subject_name, ' · ') > 0)
    OR EXISTS (
        SELECT 1 FROM alarm a WHERE a.company_id = ${tenant.companyId}
          AND a.id = CASE WHEN operation_log.subject_kind = 'alarm' AND operation_log.subject_id ~ '^\\d{1,18}$' THEN operation_log.subject_id::bigint END
          AND operation_log.subject_name = ${alarmName} AND ${containsText(text, 'a.device_name_en', 'a.subject_name_en')}))`;
};

function filtered(tenant: UserTenant, db: DbOrTransaction, filter: OperationFilter) {
  let found = db.selectFrom('operation_log').where('operation_log.company_id', '=', tenant.companyId);
  if (filter.projectId !== null) {
    found = found
      .where('operation_log.project_id', '=', filter.projectId)
      .where(inProjects(tenant, 'operation_log.project_id'));
  }
  // In the company's log, too: it has the lines of all projects.
  const { listedProjectIds } = tenant;
  if (listedProjectIds.length > 0)
    found = found.where(
      sql<boolean>`(operation_log.project_id IS NULL OR NOT operation_log.project_id = ANY(${[...listedProjectIds]}::int[]))`,
    );
  if (filter.userIds) found = found.where('operation_log.user_id', 'in', [0, ...filter.userIds]);
  if (filter.calls) found = found.where('operation_log.call', 'in', ['', ...filter.calls]);
  if (filter.subjectKinds) found = found.where('operation_log.subject_kind', 'in', ['', ...filter.subjectKinds]);
  if (filter.subjectId) found = found.where('operation_log.subject_id', '=', filter.subjectId);
  if (filter.from) found = found.where('operation_log.at', '>=', filter.from);
  if (filter.until) found = found.where('operation_log.at', '<', filter.until);
  if (filter.text) {
    const { text } = filter;
    const written = containsText(
      text,
      'operation_log.subject_name',
      'operation_log.user_name',
      'operation_log.address',
    );
    found = found.where(filter.inEnglish ? sql<boolean>`(${written} OR ${calledInEnglish(tenant, text)})` : written);
  }
  return found;
}

export const countOperations = async (
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: OperationFilter,
): Promise<number> =>
  (
    await filtered(tenant, db, filter)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** Operations of the tenant's company, the newest first; `beforeId`: only those written before that one. */
export const listOperations = (
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: OperationFilter,
  { limit, offset = 0, beforeId }: { limit: number; offset?: number; beforeId?: number },
): Promise<OperationOfPage[]> =>
  filtered(tenant, db, filter)
    // The present name only while the project is the company's own: the new owner may rename it after a hand-over.
    .leftJoin('place_name', (join) =>
      join
        .onRef('place_name.place_id', '=', 'operation_log.project_id')
        .onRef('place_name.company_id', '=', 'operation_log.company_id'),
    )
    .$if(beforeId !== undefined, (query) => query.where('operation_log.id', '<', beforeId!))
    .select(operationColumns)
    .select(['place_name.name as project_name', 'place_name.name_en as project_name_en'])
    .orderBy('operation_log.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** Who did something, by name, and with which calls, within the company or one of its projects. */
export async function occurringIn(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number | null,
): Promise<{ people: { id: number; name: string }[]; calls: string[] }> {
  const found = filtered(tenant, db, { projectId });
  const people = await found
    .innerJoin('person', 'person.user_id', 'operation_log.user_id')
    .select(['person.user_id as id', 'person.name'])
    .distinct()
    .orderBy('name')
    .limit(500)
    .execute();
  const calls = await found.select('call').distinct().orderBy('call').execute();
  return {
    people: people.map(({ id, name }) => ({ id: id ?? 0, name: name ?? '' })),
    calls: calls.map(({ call }) => call),
  };
}

export interface NameOfThing {
  kind: NamedKind;
  thing_id: number;
  name: string;
  name_en: string | null;
}

/** What things are called that values in the log point at, those of the tenant's own company. */
export const namesOfThings = async (
  tenant: UserTenant,
  db: DbOrTransaction,
  things: readonly { kind: NamedKind; id: number }[],
): Promise<NameOfThing[]> => {
  const found = await Promise.all(
    [...Map.groupBy(things, ({ kind }) => kind)].map(([kind, named]) =>
      db
        .selectFrom('thing_name')
        .where('kind', '=', kind)
        .where(sql<boolean>`thing_id = ANY(${[...new Set(named.map(({ id }) => id))]}::int[])`)
        .where((eb) => eb.or([eb('company_id', 'is', null), eb('company_id', '=', tenant.companyId)]))
        .select(['kind', 'thing_id', 'name', 'name_en'])
        .execute(),
    ),
  );
  return found.flat() as NameOfThing[];
};

/** English names of the company's devices that are called so; without those of which two are called differently in English. */
export const devicesNamed = async (
  tenant: UserTenant,
  db: DbOrTransaction,
  names: readonly string[],
): Promise<Map<string, string>> => {
  if (names.length === 0) return new Map();
  const found = await db
    .selectFrom('thing_name')
    .where('kind', '=', 'device')
    .where('company_id', '=', tenant.companyId)
    .where(sql<boolean>`name = ANY(${[...names]}::text[])`)
    .where('name_en', 'is not', null)
    .groupBy('name')
    .having((eb) => eb.fn.count(eb.ref('name_en')).distinct(), '=', 1)
    .select((eb) => ['name', eb.fn.max('name_en').as('name_en')])
    .execute();
  return new Map(found.map(({ name, name_en }) => [String(name), String(name_en)]));
};
