import type { AnalysisAlarmFigure, MondayKind, ServiceAlarmFigure } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import { deviceVisible, levelVisible, type UserTenant } from '../access/index.ts';
import { announced, isDueBy, nameColumns } from '../alarms/index.ts';
import { alarmVisible } from '../notifications/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { isExcursion, isFault } from './facts/counted.store.ts';
import { type DeviceKey, type DevicesOf, deviceKeys, isOfDevices } from './facts/figures.store.ts';
import type { Piece } from './facts/parts.ts';

/** Projects and a stretch of time, `until` not after now. */
export interface Stretch {
  readonly projectIds: readonly number[];
  readonly from: Date;
  readonly until: Date;
}

const ofAlarms = (tenant: UserTenant, { projectIds, from, until }: Stretch): RawBuilder<unknown> =>
  sql`${alarmVisible(tenant)} AND ${announced} AND a.project_id = ANY(${[...projectIds]}::int[])
    AND a.raised_at >= ${from} AND a.raised_at < ${until}`;

export interface DeviceCount {
  key: string;
  name: string;
  name_en: string | null;
  devices: number;
}

/** How many devices there are of each kind in these projects. */
export async function deviceCounts(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  by: 'project' | DeviceKey | 'all',
  of: DevicesOf = {},
): Promise<DeviceCount[]> {
  const key = { ...deviceKeys, project: sql`d.project_id::text`, all: sql`''` }[by];
  const name = by === 'class' ? sql`min(c.name_zh) AS name, min(c.name_en)` : sql`min(${key}) AS name, NULL`;
  const { rows } = await sql<DeviceCount>`
    SELECT ${key} AS key, ${name} AS name_en, count(*)::int AS devices FROM device d JOIN device_class c ON c.id = d.device_class_id
    WHERE d.project_id = ANY(${[...projectIds]}::int[]) AND ${isOfDevices(tenant, of)} GROUP BY 1 ORDER BY devices DESC, key`.execute(
    db,
  );
  return rows;
}

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
  const due = isDueBy(tenant, stretch.until);
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
  const due = isDueBy(tenant, stretch.until);
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

/** The alarms that a figure of stretches counts, each of one project, the newest first, and how many they are. */
export async function analysedAlarms(
  tenant: UserTenant,
  db: DbOrTransaction,
  stretches: readonly Omit<Piece, 'day'>[],
  figure: AnalysisAlarmFigure,
  devices: DevicesOf & { readonly deviceId?: number | undefined; readonly devicesOnly: boolean },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: CountedAlarmRow[]; total: number }> {
  const raised = sql`a.raised_at >= s.begin AND a.raised_at < s.finish`;
  const active = sql`a.raised_at < s.finish AND (a.returned_at IS NULL OR a.returned_at > s.begin)`;
  const counts: Record<AnalysisAlarmFigure, RawBuilder<unknown>> = {
    raised,
    urgent: sql`${raised} AND a.worst_severity = 1`,
    acked: sql`${raised} AND a.acknowledged_at IS NOT NULL`,
    unconfirmed: sql`${raised} AND a.acknowledged_at IS NULL`,
    cleared: sql`${raised} AND a.returned_at IS NOT NULL`,
    excursion: sql`${active} AND ${isExcursion}`,
    fault: sql`${active} AND ${isFault}`,
  };
  const list = <T>(value: (stretch: Omit<Piece, 'day'>) => T) => sql`${stretches.map(value)}`;
  const from = sql`
    unnest(${list(({ projectId }) => projectId)}::int[], ${list(({ begin }) => begin)}::timestamptz[],
      ${list(({ finish }) => finish)}::timestamptz[]) AS s(project_id, begin, finish)
    JOIN alarm a ON a.project_id = s.project_id LEFT JOIN device d ON d.id = a.device_id
    WHERE ${counts[figure]} AND ${alarmVisible(tenant)} AND ${announced} AND ${devices.devicesOnly ? sql`d.id IS NOT NULL` : sql`true`}
      AND ${devices.deviceId === undefined ? sql`true` : sql`d.id = ${devices.deviceId}`} AND ${isOfDevices(tenant, devices)}`;
  // Found and sorted in indexes alone; the rows of the page are looked up after that.
  const page = sql<CountedAlarmRow>`
    SELECT a.id, a.project_id, place.name AS project_name, place.name_en AS project_name_en, ${nameColumns}, a.sentence_zh, a.sentence_en,
      a.worst_severity, a.raised_at, a.returned_at, a.acknowledged_at, a.handled_at
    FROM (SELECT a.id FROM ${from} ORDER BY a.raised_at DESC, a.id DESC OFFSET ${offset} LIMIT ${limit}) c JOIN alarm a ON a.id = c.id
      JOIN subarea place ON place.id = a.project_id
    ORDER BY a.raised_at DESC, a.id DESC`.execute(db);
  const total = sql<{ total: number }>`SELECT count(*)::int AS total FROM ${from}`.execute(db);
  const [{ rows }, counted] = await Promise.all([page, total]);
  return { rows, total: counted.rows[0]!.total };
}

/** How many repair orders of each device were submitted in a stretch. */
export async function repairsOfDevices(
  _tenant: UserTenant,
  db: DbOrTransaction,
  deviceIds: readonly number[],
  from: Date,
  until: Date,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    SELECT r.device_id AS id, count(*)::int AS count FROM repair_order r
    WHERE r.device_id = ANY(${[...deviceIds]}::int[]) AND r.submitted_at >= ${from} AND r.submitted_at < ${until} GROUP BY 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export interface Waiting {
  kind: MondayKind;
  project_id: number;
  id: number;
  name: string;
  name_en: string | null;
  since: Date | null;
  expected_at: Date | null;
}

/** What waits in these projects now, the most urgent first: nothing that people hid, nor of projects that are out of service. */
export async function waitingNow(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  now: Date,
  limit: number,
): Promise<Waiting[]> {
  const here = (column: string) => sql`${sql.ref(column)} = ANY(${[...projectIds]}::int[])`;
  const open = sql`${here('a.project_id')} AND ${alarmVisible(tenant)} AND ${announced} AND a.returned_at IS NULL AND a.hidden_by IS NULL`;
  const isUrgent = sql`(a.effective_severity = 1 AND a.acknowledged_at IS NULL)`;
  const isSoon = sql`coalesce(f.expected_at BETWEEN ${now}::timestamptz AND ${now}::timestamptz + interval '24 hours', false)`;
  const { rows } = await sql<Waiting>`
    SELECT kind, waiting.project_id, id, name, name_en, since, expected_at FROM (
      SELECT 1 AS rank, 'urgentOpen' AS kind, a.project_id, a.id, a.device_name AS name, a.device_name_en AS name_en, a.raised_at AS since,
          NULL::timestamptz AS expected_at
        FROM alarm a WHERE ${open} AND ${isUrgent}
      UNION ALL
      SELECT CASE WHEN ${isSoon} THEN 2 ELSE 7 END, CASE WHEN ${isSoon} THEN 'limitSoon' ELSE 'warningOpen' END, d.project_id, f.id, d.name,
          d.name_en, f.started_at, CASE WHEN ${isSoon} THEN f.expected_at END
        FROM fault_warning f JOIN device d ON d.id = f.device_id
        WHERE ${here('d.project_id')} AND f.ended_at IS NULL AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
          AND ${levelVisible(tenant, 'd.project_id', 'f.severity')}
      UNION ALL
      SELECT 3, 'standing', a.project_id, a.id, a.device_name, a.device_name_en, a.raised_at, NULL FROM alarm a
        WHERE ${open} AND a.raised_at < ${now}::timestamptz - interval '24 hours' AND NOT ${isUrgent}
      UNION ALL
      SELECT 4, 'gatewayAway', g.project_id, g.id, g.name, g.name_en, g.offline_since, NULL FROM gateway g
        WHERE ${here('g.project_id')} AND NOT g.online
      UNION ALL
      SELECT 5, 'repairOverdue', r.project_id, r.id, concat_ws(' ', r.number, r.device_name),
          concat_ws(' ', r.number, coalesce(r.device_name_en, r.device_name)), r.expected_at, NULL
        FROM repair_order r WHERE ${here('r.project_id')} AND r.status IN (1, 2, 3) AND r.expected_at < ${now}
      UNION ALL
      SELECT 6, 'visitOverdue', o.project_id, o.id, k.name, NULL, o.planned_on::timestamptz, NULL FROM maintenance_order o
        JOIN maintenance_contract k ON k.id = o.contract_id
        WHERE ${here('o.project_id')} AND o.state IN ('planned', 'started') AND o.planned_on < ${now}::date) waiting
    JOIN project_served served ON served.project_id = waiting.project_id AND served.served_until > ${now}
    ORDER BY rank, expected_at, since NULLS FIRST, id LIMIT ${limit}`.execute(db);
  return rows;
}
