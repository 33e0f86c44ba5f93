import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../access/index.ts';
import { alarmVisible, seenDevice } from '../../notifications/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { direction } from '../../platform/db/listQuery.ts';
import type { NamedPlace } from '../../projects/index.ts';
import { answerableFrom } from '../shelves/neverShown.ts';
import { type AlarmListRow, inSubareas, isCurrent, listColumns, listJoins } from '../store.ts';

/**
 * Current: active or unconfirmed. Confirmed: and still active. Pending: not handled yet. Past: returned. Hidden: active and
 * not shown; no other of them but the past ones holds any of those.
 */
export type AlarmView = 'current' | 'unconfirmed' | 'confirmed' | 'pending' | 'past' | 'hidden';
export type AlarmSort = 'time' | 'level' | 'duration' | 'returned' | 'response';

/** From and to, either of which may be open. */
export interface Between<Value> {
  readonly from: Value | null;
  readonly to: Value | null;
}

export interface AlarmFilter {
  view: AlarmView;
  alarmId: number | null;
  raised: Between<Date>;
  returned: Between<Date>;
  /** Of those that are over: returned to normal, or ended otherwise. */
  isReturned: boolean | null;
  text: string | null;
  deviceName: string | null;
  deviceId: number | null;
  severities: readonly number[] | null;
  kinds: readonly string[] | null;
  subjectKind: string | null;
  /** In each of these lists: areas, and partitions or projects. */
  places: readonly (readonly NamedPlace[])[];
  classIds: readonly number[] | null;
  acknowledged: boolean | null;
  acknowledgedBy: readonly number[] | null;
  commented: boolean | null;
  commentedBy: readonly number[] | null;
  /** Of those, only here: who wrote is not for everybody. */
  staffProjectIds: readonly number[];
  firstCommentMinutes: number | null;
  durationMinutes: Between<number>;
  responseMinutes: Between<number>;
  /** There are no repair orders yet. */
  repaired: boolean | null;
  now: Date;
}

export interface AlarmOrder {
  readonly sort: AlarmSort | null;
  readonly ascending: boolean;
}

/** How far back a list of past alarms reaches that names no time. Spec §5.4. */
export const usualDays = 31;

const usualBeginning = (now: Date): Date => new Date(now.getTime() - usualDays * 86_400_000);

function viewCondition({ view, raised, returned, now, alarmId }: AlarmFilter): RawBuilder<unknown> {
  const namesTime =
    alarmId !== null || [raised.from, raised.to, returned.from, returned.to].some((moment) => moment !== null);
  // By when it was over: one that stood for months is news on the day on which it ends.
  const endedOfLate = sql`a.returned_at >= ${usualBeginning(now)}`;
  switch (view) {
    case 'current':
      return isCurrent;
    case 'unconfirmed':
      return sql`(a.acknowledged_at IS NULL AND ${isCurrent})`;
    case 'confirmed':
      return sql`(a.acknowledged_at IS NOT NULL AND a.returned_at IS NULL AND a.hidden_by IS NULL)`;
    case 'pending':
      return namesTime
        ? sql`(a.handled_at IS NULL AND a.hidden_by IS NULL)`
        : sql`(a.handled_at IS NULL AND a.hidden_by IS NULL AND (a.returned_at IS NULL OR ${endedOfLate}))`;
    case 'past':
      return namesTime ? sql`a.returned_at IS NOT NULL` : endedOfLate;
    case 'hidden':
      return sql`(a.returned_at IS NULL AND a.hidden_by IS NOT NULL)`;
  }
}

const minutes = (n: number) => sql`make_interval(mins => ${n})`;

function conditionsOf(tenant: Tenant, filter: AlarmFilter): RawBuilder<unknown> {
  const { text, deviceName, raised, returned, durationMinutes, responseMinutes } = filter;
  const lasting = sql`(coalesce(a.returned_at, ${filter.now}) - a.raised_at)`;
  const response = sql`(a.acknowledged_at - ${sql.raw(answerableFrom)})`;
  const ints = (list: readonly number[]) => sql`${[...list]}::int[]`;
  const wroteOne = (ids: readonly number[]) => sql`(a.project_id = ANY(${ints(filter.staffProjectIds)}) AND (
    a.handled_by = ANY(${ints(ids)}) OR a.id IN (SELECT c.alarm_id FROM alarm_comment c WHERE c.user_id = ANY(${ints(ids)}))))`;
  const conditions: (RawBuilder<unknown> | null | false | '')[] = [
    alarmVisible(tenant),
    viewCondition(filter),
    filter.alarmId !== null && sql`a.id = ${filter.alarmId}`,
    raised.from && sql`a.raised_at >= ${raised.from}`,
    raised.to && sql`a.raised_at <= ${raised.to}`,
    returned.from && sql`a.returned_at >= ${returned.from}`,
    returned.to && sql`a.returned_at <= ${returned.to}`,
    filter.isReturned !== null && sql`(a.returned_at IS NOT NULL AND (a.end_reason IS NULL) = ${filter.isReturned})`,
    text &&
      containsText(
        text,
        'a.subject_name',
        'a.subject_name_en',
        'seen.name',
        'seen.name_en',
        'a.sentence_zh',
        'a.sentence_en',
      ),
    deviceName && containsText(deviceName, 'seen.name', 'seen.name_en'),
    filter.deviceId !== null &&
      sql`(a.device_id = ${filter.deviceId} OR EXISTS (
        SELECT 1 FROM device_point dp WHERE dp.point_id = a.point_id AND dp.device_id = ${filter.deviceId}))`,
    filter.severities && sql`a.effective_severity = ANY(${ints(filter.severities)})`,
    filter.kinds && sql`a.kind = ANY(${[...filter.kinds]}::text[])`,
    filter.subjectKind && sql`a.subject_kind = ${filter.subjectKind}`,
    ...filter.places.map((places) => inSubareas(tenant, places)),
    filter.classIds &&
      sql`EXISTS (SELECT 1 FROM device d WHERE d.id = a.device_id AND d.device_class_id = ANY(${ints(filter.classIds)}))`,
    filter.acknowledged !== null && sql`(a.acknowledged_at IS NOT NULL) = ${filter.acknowledged}`,
    filter.acknowledgedBy && sql`a.acknowledged_by = ANY(${ints(filter.acknowledgedBy)})`,
    filter.commented !== null && sql`(a.first_comment_at IS NOT NULL) = ${filter.commented}`,
    filter.commentedBy && wroteOne(filter.commentedBy),
    filter.firstCommentMinutes !== null &&
      sql`a.first_comment_at <= a.raised_at + ${minutes(filter.firstCommentMinutes)}`,
    durationMinutes.from !== null && sql`${lasting} >= ${minutes(durationMinutes.from)}`,
    durationMinutes.to !== null && sql`${lasting} <= ${minutes(durationMinutes.to)}`,
    responseMinutes.from !== null && sql`${response} >= ${minutes(responseMinutes.from)}`,
    responseMinutes.to !== null && sql`${response} <= ${minutes(responseMinutes.to)}`,
    filter.repaired !== null &&
      sql`EXISTS (SELECT 1 FROM repair_alarm o JOIN repair_order r ON r.id = o.order_id WHERE o.alarm_id = a.id AND r.status <> -1) = ${filter.repaired}`,
  ];
  return sql.join(
    conditions.filter((condition) => condition !== null && condition !== false && condition !== ''),
    sql` AND `,
  );
}

function orderOf({ view, now }: AlarmFilter, { sort, ascending }: AlarmOrder): RawBuilder<unknown> {
  switch (sort) {
    case 'time':
      return sql`a.raised_at ${direction(ascending)}, a.id ${direction(ascending)}`;
    case 'level':
      // Descending means the most severe first, and 1 is the most severe.
      return sql`a.effective_severity ${ascending ? sql`DESC` : sql`ASC`}, a.raised_at DESC, a.id DESC`;
    case 'duration':
      return sql`coalesce(a.returned_at, ${now}) - a.raised_at ${direction(ascending)}, a.id DESC`;
    case 'returned':
      return sql`a.returned_at ${direction(ascending)} NULLS LAST, a.id DESC`;
    case 'response':
      return sql`a.acknowledged_at - ${sql.raw(answerableFrom)} ${direction(ascending)} NULLS LAST, a.id DESC`;
    case null:
      // What needs a person: unconfirmed first, then the most severe, then the newest. The past needs nobody.
      return view === 'past'
        ? sql`a.raised_at DESC, a.id DESC`
        : sql`(a.acknowledged_at IS NOT NULL), a.effective_severity, a.raised_at DESC, a.id DESC`;
  }
}

/** Only words are looked for under the name by which the tenant sees the device. */
const joinsOf = (tenant: Tenant, { text, deviceName }: AlarmFilter) =>
  text || deviceName ? seenDevice(tenant) : sql``;

/** A page of alarms. The rows are chosen first and only then told in full. */
export async function pageAlarms(
  tenant: Tenant,
  db: DbOrTransaction,
  filter: AlarmFilter,
  order: AlarmOrder,
  range: { offset: number; limit: number },
): Promise<AlarmListRow[]> {
  const { rows } = await sql<AlarmListRow>`
    WITH chosen AS MATERIALIZED (
      SELECT a.id, row_number() OVER () AS place FROM (
        SELECT a.id FROM alarm a ${joinsOf(tenant, filter)} WHERE ${conditionsOf(tenant, filter)}
        ORDER BY ${orderOf(filter, order)} OFFSET ${range.offset} LIMIT ${range.limit}) a)
    SELECT ${listColumns} FROM chosen JOIN alarm a ON a.id = chosen.id ${listJoins(tenant)} ORDER BY chosen.place`.execute(
    db,
  );
  return rows;
}

/** Every alarm that the filter lets through, in order: an export reads their rows in pieces, none twice and none left out. */
export async function idsOfAlarms(
  tenant: Tenant,
  db: DbOrTransaction,
  filter: AlarmFilter,
  order: AlarmOrder,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM alarm a ${joinsOf(tenant, filter)} WHERE ${conditionsOf(tenant, filter)}
    ORDER BY ${orderOf(filter, order)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The rows of alarms that were found for the tenant, in the order of their ids here; those that went meanwhile are left out. */
export async function alarmsInOrder(
  tenant: Tenant,
  db: DbOrTransaction,
  ids: readonly number[],
): Promise<AlarmListRow[]> {
  const { rows } = await sql<AlarmListRow>`
    SELECT ${listColumns} FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS chosen(id, place)
    JOIN alarm a ON a.id = chosen.id ${listJoins(tenant)} WHERE ${alarmVisible(tenant)} ORDER BY chosen.place`.execute(
    db,
  );
  return rows;
}

/** How many alarms the filter lets through. */
export async function countAlarms(tenant: Tenant, db: DbOrTransaction, filter: AlarmFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM alarm a ${joinsOf(tenant, filter)} WHERE ${conditionsOf(tenant, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}
