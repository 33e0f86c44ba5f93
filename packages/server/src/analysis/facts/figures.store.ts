import { type RawBuilder, sql } from 'kysely';
import { seesEveryLevel, type UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { addable, countedNow } from './counted.store.ts';
import { type Parts, type ProjectStand, type Span, withMonths } from './parts.ts';

/** How far the days of projects are counted. Somebody who does not see every level has everything counted anew: the days count all. */
export async function standsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
): Promise<ProjectStand[]> {
  const ids = [...projectIds];
  const { rows } = await sql<ProjectStand>`
    SELECT p.id, p.time_zone, to_char(t.through, 'YYYY-MM-DD') AS through, ${
      seesEveryLevel(tenant)
        ? sql`to_char(least(t.through, (n.from_at AT TIME ZONE p.time_zone)::date - 1), 'YYYY-MM-DD')`
        : sql`NULL`
    } AS sure
    FROM project p LEFT JOIN analysis_through t ON t.project_id = p.id AND t.time_zone = p.time_zone
      LEFT JOIN (SELECT project_id, min(from_at) AS from_at FROM analysis_note GROUP BY 1) n ON n.project_id = p.id AND t.through IS NOT NULL
    WHERE p.id = ANY(${ids}::int[])`.execute(db);
  return rows;
}

export interface CountedFigures {
  key: string;
  alarms: number;
  urgent: number;
  unacknowledged: number;
  ack_seconds: Buffer;
  back_seconds: Buffer;
  excursion_seconds: number;
  fault_seconds: number;
  /** K·s of the days that are counted beforehand. */
  degree_seconds: number;
}

export interface ProjectFigures extends CountedFigures {
  watched_seconds: number;
  offline_seconds: number;
  silent_seconds: number;
  bad_seconds: number;
}

const alarmColumns = Object.keys(addable) as (keyof typeof addable)[];
const knownColumns = ['watched_seconds', 'offline_seconds', 'silent_seconds', 'bad_seconds'] as const;
type Grain = 'device' | 'project';

/** Rows of days, and of whole months in their place, as far as spans reach. */
function countedRows(grain: Grain, spans: readonly Span[], columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (value: (span: Span & ReturnType<typeof withMonths>) => string | number) =>
    sql`${spans.map((span) => value({ ...span, ...withMonths(span) }))}`;
  const [days, months] = [sql.table(`analysis_${grain}_day`), sql.table(`analysis_${grain}_month`)];
  const span = sql`unnest(${of(({ projectId }) => projectId)}::int[], ${of(({ from }) => from)}::date[], ${of(({ to }) => to)}::date[],
    ${of(({ wholeFrom }) => wholeFrom)}::date[], ${of(({ wholeUntil }) => wholeUntil)}::date[]) AS s(id, from_day, to_day, whole_from, whole_until)`;
  return sql`
    SELECT ${columns} FROM ${span} JOIN ${months} f ON f.project_id = s.id AND f.day >= s.whole_from AND f.day < s.whole_until
    UNION ALL SELECT ${columns} FROM ${span} JOIN ${days} f ON f.project_id = s.id AND f.day >= s.from_day AND f.day <= least(s.to_day, s.whole_from - 1)
    UNION ALL SELECT ${columns} FROM ${span} JOIN ${days} f ON f.project_id = s.id AND f.day >= greatest(s.from_day, s.whole_until) AND f.day <= s.to_day`;
}

/** Everything known of the parts, as rows to be added up; days in months' place where `byDay`. */
function allRows(
  tenant: UserTenant,
  { spans, pieces, changed }: Parts,
  grain: Grain,
  byDay: boolean,
): RawBuilder<unknown> {
  const names = (list: readonly string[]) => sql.join(list.map((name) => sql.ref(`f.${name}`)));
  const key = grain === 'device' ? sql`f.device_id,` : sql``;
  const more: readonly string[] = grain === 'device' ? [] : knownColumns;
  const nothing = sql`0 AS alarms, 0 AS urgent, 0 AS unacknowledged, ''::bytea AS ack_seconds, ''::bytea AS back_seconds, 0 AS excursion_seconds, 0 AS fault_seconds`;
  const degrees = seesEveryLevel(tenant) ? sql`f.degree_seconds` : sql`0 AS degree_seconds`;
  const rows = (some: readonly Span[], columns: RawBuilder<unknown>) =>
    byDay ? dayRows(grain, some, columns) : countedRows(grain, some, columns);
  const known = more.length === 0 ? sql`` : sql`, ${names(more)}`;
  const unknown = more.length === 0 ? sql`` : sql`, ${sql.join(more.map((name) => sql`0 AS ${sql.ref(name)}`))}`;
  const branches = [
    spans.length > 0 && rows(spans, sql`f.project_id, f.day, ${key} ${names(alarmColumns)}, f.degree_seconds ${known}`),
    pieces.length > 0 &&
      sql`SELECT f.project_id, f.day, ${key} ${names(alarmColumns)}, 0 AS degree_seconds ${unknown} FROM ${countedNow(tenant, pieces)} f`,
    changed.length > 0 && rows(changed, sql`f.project_id, f.day, ${key} ${nothing}, ${degrees} ${known}`),
  ].filter((branch) => branch !== false);
  return sql`(${sql.join(branches, sql` UNION ALL `)})`;
}

function dayRows(grain: Grain, spans: readonly Span[], columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (value: (span: Span) => string | number) => sql`${spans.map(value)}`;
  return sql`SELECT ${columns} FROM unnest(${of(({ projectId }) => projectId)}::int[], ${of(({ from }) => from)}::date[],
      ${of(({ to }) => to)}::date[]) AS s(id, from_day, to_day)
    JOIN ${sql.table(`analysis_${grain}_day`)} f ON f.project_id = s.id AND f.day >= s.from_day AND f.day <= s.to_day`;
}

const isNothing = ({ spans, pieces, changed }: Parts): boolean => spans.length + pieces.length + changed.length === 0;

const addedUp = sql.join([
  ...alarmColumns.map((name) => sql`${addable[name]} AS ${sql.ref(name)}`),
  sql`sum(f.degree_seconds) AS degree_seconds`,
]);

/** Sums by project, or of all together under one key; what has no alarm may be missing. */
export async function projectFigures(
  tenant: UserTenant,
  db: DbOrTransaction,
  parts: Parts,
  by: 'project' | 'all',
): Promise<ProjectFigures[]> {
  if (isNothing(parts)) return [];
  const known = sql.join(knownColumns.map((name) => sql`sum(${sql.ref(`f.${name}`)}) AS ${sql.ref(name)}`));
  const { rows } = await sql<ProjectFigures>`
    SELECT ${by === 'project' ? sql`f.project_id::text` : sql`''`} AS key, ${addedUp}, ${known}
    FROM ${allRows(tenant, parts, 'project', false)} f GROUP BY 1`.execute(db);
  return rows;
}

export interface DayFigures {
  day: string;
  alarms: number;
  urgent: number;
  excursion_seconds: number;
  degree_seconds: number;
}

/** Sums of all projects by day. @param parts made day by day */
export async function figuresByDay(tenant: UserTenant, db: DbOrTransaction, parts: Parts): Promise<DayFigures[]> {
  if (isNothing(parts)) return [];
  const { rows } = await sql<DayFigures>`
    SELECT to_char(f.day, 'YYYY-MM-DD') AS day, sum(f.alarms)::int AS alarms, sum(f.urgent)::int AS urgent,
      sum(f.excursion_seconds) AS excursion_seconds, sum(f.degree_seconds) AS degree_seconds
    FROM ${allRows(tenant, parts, 'project', true)} f GROUP BY f.day ORDER BY f.day`.execute(db);
  return rows;
}

export type DeviceKey = 'class' | 'brand' | 'model';
export const deviceKeys = {
  class: sql`d.device_class_id::text`,
  brand: sql`d.brand`,
  model: sql`d.model`,
} as const satisfies Record<DeviceKey, RawBuilder<unknown>>;

/** Which devices are counted; what is left out is no condition. */
export interface DevicesOf {
  readonly classId?: number | undefined;
  readonly brand?: string | undefined;
  readonly model?: string | undefined;
}
/** Condition on a device `d`. */
export const isOfDevices = (_tenant: UserTenant, { classId, brand, model }: DevicesOf): RawBuilder<unknown> => sql`(
  ${classId === undefined ? sql`true` : sql`d.device_class_id = ${classId}`} AND ${brand === undefined ? sql`true` : sql`d.brand = ${brand}`}
  AND ${model === undefined ? sql`true` : sql`d.model = ${model}`})`;

/** Sums by what devices are, or of all of them under one key. Alarms of no device are left out. */
export async function deviceFigures(
  tenant: UserTenant,
  db: DbOrTransaction,
  parts: Parts,
  by: DeviceKey | 'all',
  of: DevicesOf,
): Promise<CountedFigures[]> {
  if (isNothing(parts)) return [];
  const { rows } = await sql<CountedFigures>`
    SELECT ${by === 'all' ? sql`''` : deviceKeys[by]} AS key, ${addedUp}
    FROM ${allRows(tenant, parts, 'device', false)} f JOIN device d ON d.id = f.device_id WHERE ${isOfDevices(tenant, of)} GROUP BY 1`.execute(
    db,
  );
  return rows;
}

export interface WorstDevice {
  id: number;
  name: string;
  name_en: string | null;
  project_id: number;
  class_zh: string;
  class_en: string;
  alarms: number;
  urgent: number;
  excursion_seconds: number;
  degree_seconds: number;
  fault_seconds: number;
}

/** The devices with most alarms. */
export async function worstDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  parts: Parts,
  limit: number,
  of: DevicesOf,
): Promise<WorstDevice[]> {
  if (isNothing(parts)) return [];
  const { rows } = await sql<WorstDevice>`
    SELECT d.id, d.name, d.name_en, d.project_id, c.name_zh AS class_zh, c.name_en AS class_en, w.alarms, w.urgent, w.excursion_seconds,
      w.degree_seconds, w.fault_seconds
    FROM (SELECT f.device_id, sum(f.alarms)::int AS alarms, sum(f.urgent)::int AS urgent, sum(f.excursion_seconds) AS excursion_seconds,
        sum(f.degree_seconds) AS degree_seconds, sum(f.fault_seconds) AS fault_seconds
      FROM ${allRows(tenant, parts, 'device', false)} f JOIN device d ON d.id = f.device_id
      WHERE ${isOfDevices(tenant, of)} GROUP BY 1 HAVING sum(f.alarms) > 0 ORDER BY 2 DESC, 3 DESC, 1 LIMIT ${limit}) w
      JOIN device d ON d.id = w.device_id JOIN device_class c ON c.id = d.device_class_id
    ORDER BY w.alarms DESC, w.urgent DESC, d.id`.execute(db);
  return rows;
}
