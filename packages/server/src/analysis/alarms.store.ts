import type { ServiceAlarmFigure } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type { UserTenant } from '../access/index.ts';
import { announced, nameColumns } from '../alarms/index.ts';
import { alarmVisible } from '../notifications/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** Projects and a stretch of time, `until` not after now. */
export interface Stretch {
  readonly projectIds: readonly number[];
  readonly from: Date;
  readonly until: Date;
}

export interface AlarmFigures {
  key: string;
  alarms: number;
  urgent: number;
  ack_median: number | null;
  ack_p90: number | null;
  unconfirmed: number;
  back_median: number | null;
  back_p90: number | null;
  excursion_seconds: number;
}

export type AlarmKey = 'all' | 'project' | 'class' | 'brand' | 'model';
const keys: Record<AlarmKey, RawBuilder<string>> = {
  all: sql`''`,
  project: sql`a.project_id::text`,
  class: sql`d.device_class_id::text`,
  brand: sql`d.brand`,
  model: sql`d.model`,
};

const ofAlarms = (tenant: UserTenant, { projectIds, from, until }: Stretch): RawBuilder<unknown> =>
  sql`${alarmVisible(tenant)} AND ${announced} AND a.project_id = ANY(${[...projectIds]}::int[])
    AND a.raised_at >= ${from} AND a.raised_at < ${until}`;

const lasted = (until: Date) =>
  sql`date_part('epoch', least(coalesce(a.returned_at, ${until}), ${until}) - a.raised_at)`;
const quantile = (part: number, seconds: RawBuilder<unknown>, when: RawBuilder<unknown>) =>
  sql`round(percentile_cont(${part}) WITHIN GROUP (ORDER BY ${seconds}) FILTER (WHERE ${when}))::int`;

/** The alarms of a stretch in figures, by project or by what their devices are. Those not over count to its end. */
export async function alarmFigures(
  tenant: UserTenant,
  db: DbOrTransaction,
  stretch: Stretch,
  by: AlarmKey,
  classId?: number,
): Promise<AlarmFigures[]> {
  const answered = sql`date_part('epoch', a.acknowledged_at - a.raised_at)`;
  const back = sql`date_part('epoch', a.returned_at - a.raised_at)`;
  const isAnswered = sql`a.acknowledged_at IS NOT NULL`;
  const isBack = sql`a.returned_at IS NOT NULL`;
  const { rows } = await sql<AlarmFigures>`
    SELECT ${keys[by]} AS key, count(*)::int AS alarms, count(*) FILTER (WHERE a.worst_severity = 1)::int AS urgent,
      ${quantile(0.5, answered, isAnswered)} AS ack_median, ${quantile(0.9, answered, isAnswered)} AS ack_p90,
      count(*) FILTER (WHERE a.acknowledged_at IS NULL)::int AS unconfirmed,
      ${quantile(0.5, back, isBack)} AS back_median, ${quantile(0.9, back, isBack)} AS back_p90,
      coalesce(round(sum(${lasted(stretch.until)}) FILTER (WHERE a.kind IN ('limit', 'deviation'))), 0)::bigint AS excursion_seconds
    FROM alarm a LEFT JOIN device d ON d.id = a.device_id
    WHERE ${ofAlarms(tenant, stretch)} ${by === 'all' || by === 'project' ? sql`` : sql`AND d.id IS NOT NULL`}
      ${classId === undefined ? sql`` : sql`AND d.device_class_id = ${classId}`}
    GROUP BY 1`.execute(db);
  return rows;
}

export interface DeviceCount {
  key: string;
  name: string;
  name_en: string | null;
  devices: number;
}

/** How many devices there are of each kind in these projects. */
export async function deviceCounts(
  _tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  by: AlarmKey,
  classId?: number,
): Promise<DeviceCount[]> {
  const key = {
    all: sql`''`,
    project: sql`d.project_id::text`,
    class: sql`d.device_class_id::text`,
    brand: sql`d.brand`,
    model: sql`d.model`,
  }[by];
  const name =
    by === 'class' ? sql`c.name_zh, c.name_en` : sql`${by === 'all' || by === 'project' ? sql`''` : key}, NULL`;
  const { rows } = await sql<DeviceCount>`
    SELECT key, min(name) AS name, min(name_en) AS name_en, count(*)::int AS devices FROM (
      SELECT ${key} AS key, named.name, named.name_en FROM device d JOIN device_class c ON c.id = d.device_class_id,
        LATERAL (SELECT ${name}) AS named(name, name_en)
      WHERE d.project_id = ANY(${[...projectIds]}::int[])
        ${classId === undefined ? sql`` : sql`AND d.device_class_id = ${classId}`}) counted
    GROUP BY key ORDER BY devices DESC, key`.execute(db);
  return rows;
}

/** Condition on an alarm: it was raised 15 minutes before the end of the stretch or earlier, so that it could be answered. */
const isDue = ({ until }: Stretch) => sql`a.raised_at < ${until}::timestamptz - interval '15 minutes'`;

export interface ServiceFigures {
  project_id: number;
  raised: number;
  not_due: number;
  confirmed: number;
  handled: number;
}

/** How alarms of a stretch were answered, by project. Those raised just before its end are told apart. */
export async function serviceFigures(
  tenant: UserTenant,
  db: DbOrTransaction,
  stretch: Stretch,
): Promise<ServiceFigures[]> {
  const due = isDue(stretch);
  const { rows } = await sql<ServiceFigures>`
    SELECT a.project_id, count(*)::int AS raised, count(*) FILTER (WHERE NOT ${due})::int AS not_due,
      count(*) FILTER (WHERE ${due} AND a.acknowledged_at IS NOT NULL)::int AS confirmed,
      count(*) FILTER (WHERE ${due} AND a.handled_at IS NOT NULL)::int AS handled
    FROM alarm a WHERE ${ofAlarms(tenant, stretch)} GROUP BY 1`.execute(db);
  return rows;
}

export interface CountedAlarmRow {
  id: number;
  project_id: number;
  project_name: string;
  project_name_en: string | null;
  name: string;
  name_en: string;
  sentence_zh: string;
  sentence_en: string;
  worst_severity: number;
  raised_at: Date;
  returned_at: Date | null;
  acknowledged_at: Date | null;
  handled_at: Date | null;
}

/** The alarms that a figure of a stretch counts, the newest first, and how many they are. */
export async function countedAlarms(
  tenant: UserTenant,
  db: DbOrTransaction,
  stretch: Stretch,
  figure: Exclude<ServiceAlarmFigure, 'before'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: CountedAlarmRow[]; total: number }> {
  const due = isDue(stretch);
  const counts: Record<typeof figure, RawBuilder<unknown>> = {
    raised: sql`true`,
    notDue: sql`NOT ${due}`,
    confirmed: sql`${due} AND a.acknowledged_at IS NOT NULL`,
    unconfirmed: sql`${due} AND a.acknowledged_at IS NULL`,
    handled: sql`${due} AND a.handled_at IS NOT NULL`,
    unhandled: sql`${due} AND a.handled_at IS NULL`,
  };
  const where = sql`${ofAlarms(tenant, stretch)} AND ${counts[figure]}`;
  const { rows } = await sql<CountedAlarmRow>`
    SELECT a.id, a.project_id, place.name AS project_name, place.name_en AS project_name_en, ${nameColumns}, a.sentence_zh, a.sentence_en,
      a.worst_severity, a.raised_at, a.returned_at, a.acknowledged_at, a.handled_at
    FROM alarm a JOIN subarea place ON place.id = a.project_id WHERE ${where}
    ORDER BY a.raised_at DESC, a.id DESC OFFSET ${offset} LIMIT ${limit}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM alarm a WHERE ${where}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
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
  repairs: number;
}

/** The devices with most alarms of a stretch. */
export async function worstDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  stretch: Stretch,
  limit: number,
  classId?: number,
): Promise<WorstDevice[]> {
  const { rows } = await sql<WorstDevice>`
    SELECT worst.*, d.name, d.name_en, d.project_id, c.name_zh AS class_zh, c.name_en AS class_en,
      (SELECT count(*) FROM repair_order r WHERE r.device_id = d.id AND r.submitted_at >= ${stretch.from} AND r.submitted_at < ${stretch.until})::int AS repairs
    FROM (SELECT a.device_id AS id, count(*)::int AS alarms, count(*) FILTER (WHERE a.worst_severity = 1)::int AS urgent,
        coalesce(round(sum(${lasted(stretch.until)}) FILTER (WHERE a.kind IN ('limit', 'deviation'))), 0)::bigint AS excursion_seconds
      FROM alarm a JOIN device x ON x.id = a.device_id WHERE ${ofAlarms(tenant, stretch)}
        ${classId === undefined ? sql`` : sql`AND x.device_class_id = ${classId}`}
      GROUP BY 1 ORDER BY 2 DESC, 3 DESC, 1 LIMIT ${limit}) worst
      JOIN device d ON d.id = worst.id JOIN device_class c ON c.id = d.device_class_id
    ORDER BY worst.alarms DESC, worst.urgent DESC, d.id`.execute(db);
  return rows;
}

export interface Waiting {
  kind: 'urgentOpen' | 'standing' | 'gatewayAway' | 'repairOverdue' | 'visitOverdue';
  project_id: number;
  id: number;
  name: string;
  since: Date | null;
}

/** What waits in these projects now, the most urgent first. */
export async function waitingNow(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  now: Date,
  limit: number,
): Promise<Waiting[]> {
  const here = (column: string) => sql`${sql.ref(column)} = ANY(${[...projectIds]}::int[])`;
  const { rows } = await sql<Waiting>`
    SELECT kind, project_id, id, name, since FROM (
      SELECT 1 AS rank, 'urgentOpen' AS kind, a.project_id, a.id, a.device_name AS name, a.raised_at AS since FROM alarm a
        WHERE ${here('a.project_id')} AND ${alarmVisible(tenant)} AND ${announced} AND a.returned_at IS NULL AND a.severity = 1
          AND a.acknowledged_at IS NULL
      UNION ALL
      SELECT 2, 'standing', a.project_id, a.id, a.device_name, a.raised_at FROM alarm a
        WHERE ${here('a.project_id')} AND ${alarmVisible(tenant)} AND ${announced} AND a.returned_at IS NULL
          AND a.raised_at < ${now}::timestamptz - interval '24 hours' AND NOT (a.severity = 1 AND a.acknowledged_at IS NULL)
      UNION ALL
      SELECT 3, 'gatewayAway', g.project_id, g.id, g.name, g.offline_since FROM gateway g WHERE ${here('g.project_id')} AND NOT g.online
      UNION ALL
      SELECT 4, 'repairOverdue', r.project_id, r.id, coalesce(r.number, '') || ' ' || r.device_name, r.expected_at FROM repair_order r
        WHERE ${here('r.project_id')} AND r.status IN (1, 2, 3) AND r.expected_at < ${now}
      UNION ALL
      SELECT 5, 'visitOverdue', o.project_id, o.id, k.name, o.planned_on::timestamptz FROM maintenance_order o
        JOIN maintenance_contract k ON k.id = o.contract_id
        WHERE ${here('o.project_id')} AND o.state IN ('planned', 'started') AND o.planned_on < ${now}::date) waiting
    ORDER BY rank, since NULLS FIRST, id LIMIT ${limit}`.execute(db);
  return rows;
}
