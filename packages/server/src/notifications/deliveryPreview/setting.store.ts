import type { Language } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant, UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { alarmVisible } from '../alarmVisible.store.ts';

export interface SettingRow {
  language: Language;
  quiet_from: number | null;
  quiet_until: number | null;
  quiet_weekdays: number[];
  quiet_severities: number[];
}

/** By which ways the tenant's user is reached; without a row, the defaults of the table. */
export async function readSetting(
  tenant: UserTenant,
  db: DbOrTransaction,
): Promise<SettingRow & { nickname: string; mobile: string | null; email: string | null }> {
  const row = await db
    .selectFrom('app_user as u')
    .leftJoin('notification_setting as s', 's.user_id', 'u.id')
    .where('u.id', '=', tenant.userId)
    .select([
      'u.nickname',
      'u.mobile',
      'u.email',
      's.language',
      's.quiet_from',
      's.quiet_until',
      's.quiet_weekdays',
      's.quiet_severities',
    ])
    .executeTakeFirstOrThrow();
  return {
    nickname: row.nickname,
    mobile: row.mobile,
    email: row.email,
    language: row.language === 'en' ? 'en' : 'zh',
    quiet_from: row.quiet_from,
    quiet_until: row.quiet_until,
    quiet_weekdays: row.quiet_weekdays ?? [1, 2, 3, 4, 5, 6, 7],
    quiet_severities: row.quiet_severities ?? [2, 3],
  };
}

export async function writeSetting(tenant: UserTenant, db: DbOrTransaction, setting: SettingRow): Promise<void> {
  await db
    .insertInto('notification_setting')
    .values({ user_id: tenant.userId, ...setting })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(setting))
    .execute();
}

/** Whose strategy it is, and how long its escalation waits: what decides on recipients. */
export async function findStrategy(
  _system: SystemTenant,
  db: DbOrTransaction,
  strategyId: number,
): Promise<{
  id: number;
  company_id: number;
  project_id: number;
  escalate_minutes: number | null;
  time_zone: string;
} | null> {
  const row = await db
    .selectFrom('alarm_strategy as st')
    .innerJoin('project as p', 'p.id', 'st.project_id')
    .where('st.id', '=', strategyId)
    .select(['st.id', 'st.company_id', 'st.project_id', 'st.escalate_minutes', 'p.time_zone'])
    .executeTakeFirst();
  return row ?? null;
}

/** An alarm that the tenant may see; null: there is none. */
export async function findSeenAlarm(
  tenant: UserTenant,
  db: DbOrTransaction,
  alarmId: number,
): Promise<{ id: number; severity: number; hidden: boolean } | null> {
  const { rows } = await sql<{ id: number; severity: number; hidden: boolean }>`
    SELECT a.id, a.severity, a.hidden_by IS NOT NULL AS hidden FROM alarm a WHERE a.id = ${alarmId} AND ${alarmVisible(tenant)}`.execute(
    db,
  );
  return rows[0] ?? null;
}
