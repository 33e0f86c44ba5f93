import { type RawBuilder, sql } from 'kysely';
import { inProjects, type Tenant, type UserTenant } from '../../access/index.ts';
import { alarmVisible } from '../../notifications/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface AlarmPerson {
  id: number;
  name: string;
}

/** Projects of the tenant with each person who did this to any of their alarms, from one to the next by the index. */
const actors = (tenant: Tenant, column: 'acknowledged_by' | 'handled_by'): RawBuilder<unknown> => {
  const by = sql.ref(`x.${column}`);
  const next = (project: RawBuilder<unknown>, after: RawBuilder<unknown>) =>
    sql`(SELECT min(${by}) FROM alarm x WHERE x.project_id = ${project} AND ${by} > ${after})`;
  return sql`WITH RECURSIVE actor(project_id, user_id) AS (
    SELECT p.id, ${next(sql`p.id`, sql`0`)} FROM project p WHERE ${inProjects(tenant, 'p.id')}
    UNION ALL SELECT actor.project_id, ${next(sql`actor.project_id`, sql`actor.user_id`)} FROM actor WHERE actor.user_id IS NOT NULL)
    SELECT project_id, user_id FROM actor WHERE user_id IS NOT NULL`;
};

const people = async (db: DbOrTransaction, ids: RawBuilder<unknown>): Promise<AlarmPerson[]> => {
  const { rows } = await sql<AlarmPerson>`
    SELECT u.id, u.nickname AS name FROM app_user u WHERE u.id IN (${ids}) ORDER BY u.nickname, u.id`.execute(db);
  return rows;
};

/** Whose alarm it is, of those the tenant sees. */
const ofVisible = (tenant: Tenant, column: 'acknowledged_by' | 'handled_by'): RawBuilder<unknown> => sql`
  SELECT one.user_id FROM (${actors(tenant, column)}) one WHERE EXISTS (
    SELECT 1 FROM alarm a WHERE a.project_id = one.project_id AND ${sql.ref(`a.${column}`)} = one.user_id AND ${alarmVisible(tenant)})`;

/** Everybody who confirmed an alarm that the tenant sees. */
export const peopleWhoConfirmed = (tenant: Tenant, db: DbOrTransaction): Promise<AlarmPerson[]> =>
  people(db, ofVisible(tenant, 'acknowledged_by'));

/** Everybody who handled one, and the company's people who commented on one. */
export const peopleWhoWrote = (tenant: UserTenant, db: DbOrTransaction): Promise<AlarmPerson[]> =>
  people(
    db,
    sql`${ofVisible(tenant, 'handled_by')} UNION
    SELECT m.user_id FROM membership m WHERE m.company_id = ${tenant.companyId} AND EXISTS (
      SELECT 1 FROM alarm_comment c JOIN alarm a ON a.id = c.alarm_id WHERE c.user_id = m.user_id AND ${alarmVisible(tenant)})`,
  );
