import type pg from 'pg';
import { type SystemTenant, system } from '../../access/index.ts';
import { neverShown } from './neverShown.ts';
import { isItsHour, reaches, wallClock } from './shelfReach.store.ts';

export type Client = Pick<pg.ClientBase, 'query'>;

/** A shelf hides when its time has come, by the clock of its project; `$1` is the moment. */
const inForceNow = `
  SELECT s.id, s.project_id, s.kind, s.subject_kind, s.subject_id, s.alarm_kind, s.side, s.severity, s.point_id, s.device_id, s.area_id
  FROM alarm_shelf s JOIN project p ON p.id = s.project_id ${wallClock(system, '$1::timestamptz', 'p.time_zone')}
  WHERE s.ended_at IS NULL AND s.from_at <= $1 AND (s.until_at IS NULL OR s.until_at > $1) AND ${isItsHour}`;

/** Whether a shelf `s` is about an alarm `a` that is, or was, as severe as this. */
const isAbout = (severity: string): string => `s.project_id = a.project_id AND CASE s.kind
    WHEN 'shelved' THEN s.subject_kind = a.subject_kind AND s.subject_id = a.subject_id AND s.alarm_kind = a.kind AND ${severity} >= s.severity
      AND (s.side IS NULL OR a.band IS NULL OR lower(a.band) LIKE s.side || '%')
    ELSE ${reaches(system, 'a.point_id', 'a.device_id', 'a.area_id')} END`;

/** Which shelf of `in_force` hides an alarm `a`: the one an operator made before the planned ones. */
const shelfOfAlarm = `(SELECT s.id FROM in_force s WHERE ${isAbout('a.severity')} ORDER BY s.kind DESC, s.id LIMIT 1)`;

/** Which one hid an alarm `a` when it was raised, by `clock` of that moment; one that somebody planned only later did not. */
const shelfWhenRaised = `(
  SELECT s.id FROM alarm_shelf s
  WHERE s.created_at <= a.raised_at AND s.from_at <= a.raised_at AND (s.until_at IS NULL OR s.until_at > a.raised_at)
    AND (s.ended_at IS NULL OR s.ended_at > a.raised_at) AND ${isItsHour} AND ${isAbout('a.worst_severity')}
  ORDER BY s.kind DESC, s.id LIMIT 1)`;

/** What hid an alarm `a` was deleted with its device or area, and nobody was told that it shows. */
const hiderGone = '(a.hidden_by IS NULL AND a.hidden_since IS NOT NULL)';

/** Hidden since it was raised, also where what hid it is gone meanwhile. */
const unseen = `(${neverShown} OR (${hiderGone} AND a.never_shown))`;

/** What was hidden from its beginning is first seen now; `$1` is the moment. Beside a change of `hidden_by`, of what it was before. */
const shownLate = `CASE WHEN looked.shelf_id IS NULL AND ${unseen} THEN $1::timestamptz ELSE a.shown_late_at END`;

/**
 * Hides alarms that were just raised or became less severe, and shows those that became more severe than somebody shelved them at. For the
 * evaluator, in its transaction; the end of an earlier shelf is left to `lookAtShelves`, which notifies people.
 *
 * @returns those that people saw until now, or see from now on
 */
export async function suppressRaised(
  _system: SystemTenant,
  client: Client,
  { alarmIds, newIds }: { alarmIds: readonly number[]; newIds: readonly number[] },
  at: Date,
): Promise<{ id: number; was: number | null; hidden_by: number | null }[]> {
  if (alarmIds.length === 0) return [];
  const { rows } = await client.query<{ id: number; was: number | null; hidden_by: number | null }>(
    `WITH in_force AS MATERIALIZED (${inForceNow}),
     looked AS (
       SELECT a.id, a.hidden_by AS was, CASE WHEN was.id IS NOT NULL AND NOT (was.kind = 'shelved' AND a.severity < was.severity) THEN was.id ELSE ${shelfOfAlarm} END AS shelf_id
       FROM alarm a LEFT JOIN alarm_shelf was ON was.id = a.hidden_by
       WHERE a.id = ANY($2::bigint[]) AND (a.hidden_by IS NOT NULL OR a.project_id IN (SELECT project_id FROM in_force)))
     -- What is new is hidden since it was raised, which is some time ago by the clock of the readings. What was seen is hidden from
     -- now on, when it became less severe than somebody shelved it at.
     UPDATE alarm a SET hidden_by = looked.shelf_id, shown_late_at = ${shownLate},
       never_shown = looked.shelf_id IS NOT NULL AND (a.id = ANY($3::bigint[]) OR ${neverShown}),
       hidden_since = CASE WHEN looked.shelf_id IS NOT NULL
         THEN coalesce(a.hidden_since, CASE WHEN a.id = ANY($3::bigint[]) THEN a.raised_at ELSE $1 END) END
     FROM looked WHERE a.id = looked.id AND a.hidden_by IS DISTINCT FROM looked.shelf_id
     RETURNING a.id, looked.was, a.hidden_by`,
    [at, alarmIds, newIds],
  );
  const unseen = new Set(newIds);
  return rows.filter(({ id }) => !unseen.has(id));
}

/**
 * Compares alarms that ended before anybody could have been notified, most of them from a gateway's buffer, with the shelves in
 * force when they were raised rather than when they came: one from within a maintenance window stays hidden, as if it had come in
 * time, and one from before a window is seen. For the evaluator, in its transaction. One that was notified before it ended is left
 * as it is.
 */
export async function hidePast(
  _system: SystemTenant,
  client: Client,
  { alarmIds, newIds }: { alarmIds: readonly number[]; newIds: readonly number[] },
): Promise<void> {
  if (alarmIds.length === 0) return;
  await client.query(
    `WITH looked AS (
       SELECT a.id, ${shelfWhenRaised} AS shelf_id
       FROM alarm a JOIN project p ON p.id = a.project_id ${wallClock(system, 'a.raised_at', 'p.time_zone')}
       WHERE a.id = ANY($1::bigint[]) AND (a.id = ANY($2::bigint[]) OR (a.acknowledged_at IS NULL AND (a.hidden_by IS NULL OR a.never_shown)
         AND NOT EXISTS (SELECT FROM alarm_journal j WHERE j.alarm_id = a.id AND j.kind IN ('stillActive', 'shown')))))
     UPDATE alarm a SET hidden_by = looked.shelf_id, never_shown = looked.shelf_id IS NOT NULL,
       hidden_since = CASE WHEN looked.shelf_id IS NOT NULL THEN a.raised_at END
     FROM looked WHERE a.id = looked.id AND a.hidden_by IS DISTINCT FROM looked.shelf_id`,
    [alarmIds, newIds],
  );
}

/** An alarm that disappeared from people's lists, or came back. */
export interface TurnedRow {
  id: number;
  company_id: number;
  project_id: number;
  device_id: number | null;
  point_id: number | null;
  severity: number;
  worst_severity: number;
  had_severities: number;
  returned_at: Date | null;
  /** Active, and nobody has confirmed it. */
  is_unanswered: boolean;
  sentence_zh: string;
  sentence_en: string;
  /** What hid it until now, what hides it from now on. */
  was: number | null;
  hidden_by: number | null;
}

/**
 * Brings every alarm in line with the shelves as they stand at this moment. An alarm that came and went while it was hidden stays
 * hidden: there is nothing left to do about it. One that people saw before comes back, also when it ended: somebody may still
 * have to confirm or to solve it. So does one whose shelf no longer exists: it is shown once, like the others.
 */
export async function turnAlarms(_system: SystemTenant, client: Client, at: Date): Promise<TurnedRow[]> {
  const { rows } = await client.query<TurnedRow>(
    `WITH in_force AS MATERIALIZED (${inForceNow}),
     concerned AS (
       SELECT id FROM alarm WHERE returned_at IS NULL AND project_id IN (SELECT project_id FROM in_force)
       UNION
       SELECT id FROM alarm WHERE hidden_by IS NOT NULL
         AND (returned_at IS NULL OR NOT never_shown)
       UNION
       SELECT id FROM alarm a WHERE ${hiderGone} AND (returned_at IS NULL OR NOT never_shown)),
     looked AS (SELECT a.id, a.hidden_by AS was, ${shelfOfAlarm} AS shelf_id FROM alarm a JOIN concerned USING (id))
     UPDATE alarm a SET
       hidden_by = looked.shelf_id,
       shown_late_at = ${shownLate},
       never_shown = looked.shelf_id IS NOT NULL AND ${unseen},
       hidden_since = CASE WHEN looked.shelf_id IS NOT NULL THEN coalesce(a.hidden_since, $1) END,
       -- People are told that it is back; the next reminder is not due in the same moment.
       next_repeat_at = CASE WHEN a.next_repeat_at IS NULL THEN NULL
         WHEN looked.shelf_id IS NULL THEN greatest(a.next_repeat_at, $1 + interval '5 minutes') ELSE a.next_repeat_at END
     FROM looked
     WHERE a.id = looked.id AND (looked.was IS DISTINCT FROM looked.shelf_id OR ${hiderGone}) AND a.hidden_by IS NOT DISTINCT FROM looked.was
     RETURNING a.id, a.company_id, a.project_id, a.device_id, a.point_id, a.severity, a.worst_severity,
       a.had_severities, a.returned_at, a.returned_at IS NULL AND a.acknowledged_at IS NULL AS is_unanswered,
       a.sentence_zh, a.sentence_en, looked.was, a.hidden_by`,
    [at],
  );
  return rows;
}

/** Ends the shelves whose last moment has passed. */
export async function endOverShelves(_system: SystemTenant, client: Client, at: Date): Promise<void> {
  await client.query('UPDATE alarm_shelf SET ended_at = until_at WHERE ended_at IS NULL AND until_at <= $1', [at]);
}

export interface ShelfWords {
  id: number;
  kind: 'shelved' | 'outOfService' | 'maintenance';
  reason: string;
  reason_en: string | null;
  until_at: Date | null;
  ended_at: Date | null;
  created_by: number | null;
  ended_by: number | null;
  time_zone: string;
}

/** What the journal says about these shelves. */
export async function readShelfWords(
  _system: SystemTenant,
  client: Client,
  ids: readonly number[],
): Promise<Map<number, ShelfWords>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<ShelfWords>(
    `SELECT s.id, s.kind, s.reason, s.reason_en, s.until_at, s.ended_at, s.created_by, s.ended_by, p.time_zone
     FROM alarm_shelf s JOIN project p ON p.id = s.project_id WHERE s.id = ANY($1::int[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface TurnEntry {
  readonly alarmId: number;
  readonly kind: 'hidden' | 'shown';
  readonly zh: string;
  readonly en: string;
  readonly userId: number | null;
}

export async function insertTurns(
  _system: SystemTenant,
  client: Client,
  entries: readonly TurnEntry[],
  at: Date,
): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `INSERT INTO alarm_journal (alarm_id, at, kind, severity, text_zh, text_en, user_id)
     SELECT a.id, $2, u.kind, a.severity, u.zh, u.en, u."userId"
     FROM jsonb_to_recordset($1) AS u("alarmId" bigint, kind text, zh text, en text, "userId" int) JOIN alarm a ON a.id = u."alarmId"`,
    [JSON.stringify(entries), at],
  );
}

/**
 * Those of the alarms that people are notified of now. Hidden ones are not: they are notified when that ends and they are still
 * active. Every message about an alarm, on every channel, asks here first; only the all-clear goes to recipients from before
 * the alarm was hidden.
 */
export async function announcedNow(
  _system: SystemTenant,
  client: Client,
  alarmIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (alarmIds.length === 0) return new Set();
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM alarm WHERE id = ANY($1::bigint[]) AND hidden_by IS NULL',
    [alarmIds],
  );
  return new Set(rows.map(({ id }) => id));
}
