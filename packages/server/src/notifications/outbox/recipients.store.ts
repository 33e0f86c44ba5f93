import { type Bilingual, type Channel, type Language, pushTypes } from '@watchpost/contract';
import type { SystemTenant } from '../../access/index.ts';
import type { WeeklyPeriod } from '../duty/localMoment.ts';
import type { Absence, Shift } from '../duty/onDuty.ts';
import type { QuietHours } from '../duty/quietUntil.ts';
import { shiftsOfRota } from '../duty/shiftsOfRota.store.ts';
import type { Client } from '../store.ts';
import { allClearTypes } from './isAllClear.ts';

export interface AlarmToTell {
  readonly id: number;
  readonly companyId: number;
  readonly projectId: number;
  readonly timeZone: string;
  readonly strategyId: number | null;
  readonly escalateMinutes: number | null;
  /** When the present escalation began: with the notification of the raise or of the rise. Without one: when it was raised. */
  readonly ladderBeganAt: Date;
  /** The present one, and the sentence about it. */
  readonly severity: number;
  readonly text: Bilingual;
  readonly acknowledged: boolean;
  /** Null: nobody, or the account is gone. */
  readonly acknowledgedBy: number | null;
  readonly returned: boolean;
  /** Earlier recipients get the all-clear. True for a deleted strategy: nobody said otherwise. */
  readonly tellsClear: boolean;
}

export async function readAlarmsToTell(
  _system: SystemTenant,
  client: Client,
  alarmIds: readonly number[],
): Promise<Map<number, AlarmToTell>> {
  const { rows } = await client.query<AlarmToTell>(
    `SELECT a.id, a.company_id AS "companyId", a.project_id AS "projectId", p.time_zone AS "timeZone", a.strategy_id AS "strategyId",
       st.escalate_minutes AS "escalateMinutes", a.severity,
       json_build_object('zh', a.sentence_zh, 'en', a.sentence_en) AS text, a.acknowledged_at IS NOT NULL AS acknowledged,
       a.acknowledged_by AS "acknowledgedBy",
       a.returned_at IS NOT NULL AS returned, coalesce(st.notify_on_clear, true) AS "tellsClear",
       coalesce((SELECT max(n.created_at) FROM notification n
                 WHERE n.alarm_id = a.id AND n.push_type IN (${pushTypes.trigger}, ${pushTypes.escalation}) AND strpos(n.step, '/') = 0),
                a.raised_at) AS "ladderBeganAt"
     FROM alarm a JOIN project p ON p.id = a.project_id LEFT JOIN alarm_strategy st ON st.id = a.strategy_id
     WHERE a.id = ANY($1::bigint[])`,
    [alarmIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface Contact extends WeeklyPeriod {
  readonly strategyId: number;
  readonly userId: number;
  readonly step: number;
  readonly severities: readonly number[];
  readonly channels: readonly Channel[];
  /** Also of alarms that came and went while their gateway was offline. */
  readonly tellsOffline: boolean;
}

export async function readContacts(
  _system: SystemTenant,
  client: Client,
  strategyIds: readonly number[],
): Promise<Contact[]> {
  if (strategyIds.length === 0) return [];
  const { rows } = await client.query<Contact>(
    `SELECT strategy_id AS "strategyId", user_id AS "userId", step, severities, channels, weekdays, from_minute AS "from",
       until_minute AS "until", tells_offline AS "tellsOffline"
     FROM alarm_strategy_contact WHERE strategy_id = ANY($1::int[]) ORDER BY step, id`,
    [strategyIds],
  );
  return rows;
}

export interface Rota {
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  readonly severities: readonly number[];
  readonly channels: readonly Channel[];
  readonly step: number;
  readonly shifts: readonly Shift[];
}

/** Those that are switched on. */
export async function readRotas(_system: SystemTenant, client: Client, projectIds: readonly number[]): Promise<Rota[]> {
  const { rows } = await client.query<Rota>(
    `SELECT r.id, r.project_id AS "projectId", r.name, r.severities, r.channels, r.step, ${shiftsOfRota} AS shifts
     FROM duty_rota r WHERE r.project_id = ANY($1::int[]) AND r.enabled ORDER BY r.step, r.id`,
    [projectIds],
  );
  return rows;
}

/** Of these people and of their substitutes, further on than anybody follows. */
export async function readAbsences(
  _system: SystemTenant,
  client: Client,
  companyIds: readonly number[],
  at: Date,
): Promise<Map<number, Absence[]>> {
  const { rows } = await client.query<Absence & { companyId: number }>(
    `SELECT company_id AS "companyId", user_id AS "userId", from_day::text AS "fromDay", until_day::text AS "untilDay",
       substitute_id AS "substituteId", project_ids AS "projectIds"
     FROM duty_absence WHERE company_id = ANY($1::int[]) AND until_day > $2::timestamptz::date - 2 ORDER BY id`,
    [companyIds, at],
  );
  return Map.groupBy(rows, ({ companyId }) => companyId);
}

export interface Person {
  readonly userId: number;
  readonly name: string;
  readonly mobile: string | null;
  readonly email: string | null;
  readonly language: Language;
  readonly quiet: QuietHours | null;
}

export async function readPeople(
  _system: SystemTenant,
  client: Client,
  userIds: readonly number[],
): Promise<Map<number, Person>> {
  const { rows } = await client.query<{
    id: number;
    nickname: string;
    mobile: string | null;
    email: string | null;
    language: Language | null;
    quiet_from: number | null;
    quiet_until: number | null;
    quiet_weekdays: number[] | null;
    quiet_severities: number[] | null;
  }>(
    `SELECT u.id, u.nickname, u.mobile, u.email, s.language, s.quiet_from, s.quiet_until, s.quiet_weekdays, s.quiet_severities
     FROM app_user u LEFT JOIN notification_setting s ON s.user_id = u.id WHERE u.id = ANY($1::int[])`,
    [userIds],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        userId: row.id,
        name: row.nickname,
        mobile: row.mobile,
        email: row.email,
        language: row.language ?? 'zh',
        quiet:
          row.quiet_from === null
            ? null
            : {
                weekdays: row.quiet_weekdays ?? [],
                from: row.quiet_from,
                until: row.quiet_until,
                severities: row.quiet_severities ?? [],
              },
      },
    ]),
  );
}

export interface Webhook {
  readonly id: number;
  readonly name: string;
  readonly companyId: number;
  readonly severities: readonly number[];
  /** Null: every project of the company. */
  readonly projectId: number | null;
}

export async function readWebhooks(
  _system: SystemTenant,
  client: Client,
  companyIds: readonly number[],
): Promise<Webhook[]> {
  const { rows } = await client.query<Webhook>(
    `SELECT id, name, company_id AS "companyId", severities, project_id AS "projectId" FROM company_webhook
     WHERE company_id = ANY($1::int[]) AND enabled ORDER BY id`,
    [companyIds],
  );
  return rows;
}

/**
 * Who was notified of these alarms by which way, or still may be, and at which severities. What was left out, or did not arrive,
 * does not count; webhooks are notified of everything.
 */
export async function readToldByChannel(
  _system: SystemTenant,
  client: Client,
  alarmIds: readonly number[],
): Promise<
  { alarmId: number; userId: number | null; webhookId: number | null; channel: Channel; severities: number[] }[]
> {
  if (alarmIds.length === 0) return [];
  const { rows } = await client.query(
    `SELECT alarm_id AS "alarmId", user_id AS "userId", webhook_id AS "webhookId", channel, array_agg(DISTINCT severity) AS severities
     FROM notification_ledger
     WHERE alarm_id = ANY($1::bigint[]) AND channel <> 'app'
       AND (state IN ('waiting', 'sent', 'delivered') OR state = 'failed' AND channel = 'webhook')
     GROUP BY alarm_id, user_id, webhook_id, channel`,
    [alarmIds],
  );
  return rows;
}

/** Notifications that these alarms are there, after a moment, as `alarm person way`. */
export async function readToldSince(
  _system: SystemTenant,
  client: Client,
  alarmIds: readonly number[],
  since: Date,
): Promise<ReadonlySet<string>> {
  if (alarmIds.length === 0) return new Set();
  const { rows } = await client.query<{ told: string }>(
    `SELECT concat_ws(' ', alarm_id, user_id, channel) AS told FROM notification_ledger
     WHERE alarm_id = ANY($1::bigint[]) AND user_id IS NOT NULL AND channel <> 'app' AND push_type NOT IN (${allClearTypes.join(', ')})
       AND created_at > $2 AND state IN ('waiting', 'sent', 'delivered')`,
    [alarmIds, since],
  );
  return new Set(rows.map(({ told }) => told));
}
