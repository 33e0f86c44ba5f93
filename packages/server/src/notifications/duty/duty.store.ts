import { permissionIds } from '@watchpost/contract';
import { sql } from 'kysely';
import {
  inProjects,
  membersOfProjects,
  type ProjectMember,
  system,
  type Tenant,
  type UserTenant,
} from '../../access/index.ts';
import { clientOf } from '../../platform/db/clientOf.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { alarmViewers } from '../alarmViewers.ts';
import type { Shift } from './onDuty.ts';
import { shiftsOfRota } from './shiftsOfRota.store.ts';

export interface RotaValues {
  readonly name: string;
  readonly enabled: boolean;
  readonly severities: number[];
  readonly channels: string[];
  readonly step: number;
}
export interface RotaRow extends RotaValues {
  readonly id: number;
  readonly shifts: Shift[];
}

const rotaColumns = sql`r.id, r.name, r.enabled, r.severities, r.channels, r.step, ${sql.raw(shiftsOfRota)} AS shifts`;

/** Rotas of a project of the tenant, those that are switched off, too. */
export async function rotasOf(tenant: Tenant, db: DbOrTransaction, projectId: number): Promise<RotaRow[]> {
  const { rows } = await sql<RotaRow>`
    SELECT ${rotaColumns} FROM duty_rota r WHERE r.project_id = ${projectId} AND ${inProjects(tenant, 'r.project_id')}
    ORDER BY r.step, r.name, r.id`.execute(db);
  return rows;
}

/** Locked; null: there is none in this project. */
export async function lockRota(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, rotaId }: { projectId: number; rotaId: number },
): Promise<RotaRow | null> {
  const { rows } = await sql<RotaRow>`
    SELECT ${rotaColumns} FROM duty_rota r
    WHERE r.id = ${rotaId} AND r.project_id = ${projectId} AND ${inProjects(tenant, 'r.project_id')} FOR UPDATE OF r`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** @returns its number */
export async function insertRota(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  { name, enabled, severities, channels, step }: RotaValues,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO duty_rota (company_id, project_id, name, enabled, severities, channels, step, created_at)
    SELECT p.company_id, p.id, ${name}, ${enabled}, ${severities}::smallint[], ${channels}::text[], ${step}, ${at}
    FROM project p WHERE p.id = ${projectId} AND ${inProjects(tenant, 'p.id')} RETURNING id`.execute(db);
  return rows[0]!.id;
}

export async function updateRota(
  tenant: UserTenant,
  db: DbOrTransaction,
  rotaId: number,
  { name, enabled, severities, channels, step }: RotaValues,
): Promise<void> {
  await sql`
    UPDATE duty_rota r SET name = ${name}, enabled = ${enabled}, severities = ${severities}::smallint[], channels = ${channels}::text[],
      step = ${step} WHERE r.id = ${rotaId} AND ${inProjects(tenant, 'r.project_id')}`.execute(db);
}

export async function deleteRota(tenant: UserTenant, db: DbOrTransaction, rotaId: number): Promise<void> {
  await sql`DELETE FROM duty_rota r WHERE r.id = ${rotaId} AND ${inProjects(tenant, 'r.project_id')}`.execute(db);
}

/** Replaces the shifts of a rota, which is locked before. */
export async function setShifts(
  _tenant: UserTenant,
  db: DbOrTransaction,
  rotaId: number,
  shifts: readonly Shift[],
): Promise<void> {
  await sql`DELETE FROM duty_shift WHERE rota_id = ${rotaId}`.execute(db);
  for (const shift of shifts)
    await sql`
      INSERT INTO duty_shift (rota_id, user_id, weekdays, from_minute, until_minute, every_weeks, first_week, on_holidays)
      VALUES (${rotaId}, ${shift.userId}, ${[...shift.weekdays]}::smallint[], ${shift.from}, ${shift.until}, ${shift.everyWeeks},
        ${shift.firstWeek}::date, ${shift.onHolidays})`.execute(db);
}

/** Who may see alarms of the project: nobody else is notified. */
export async function whoMayBeOnDuty(_tenant: UserTenant, db: DbOrTransaction, projectId: number): Promise<number[]> {
  const members = await membersOfProjects(system, clientOf(db), [projectId], permissionIds(alarmViewers));
  return members.map(({ user_id }) => user_id);
}

/** In which of the tenant's projects two people may see alarms, and how much of each. */
export async function sightInProjects(
  tenant: UserTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
): Promise<ProjectMember[]> {
  return membersOfProjects(system, clientOf(db), tenant.projectIds, permissionIds(alarmViewers), userIds);
}

/** What the tenant's projects are called, in order. */
export async function projectNames(
  tenant: UserTenant,
  db: DbOrTransaction,
): Promise<{ id: number; name: string; name_en: string | null }[]> {
  const { rows } = await sql<{ id: number; name: string; name_en: string | null }>`
    SELECT s.id, s.name, s.name_en FROM subarea s WHERE ${inProjects(tenant, 's.id')} ORDER BY s.name, s.id`.execute(
    db,
  );
  return rows;
}

/** What people are called in the company. */
export async function namesOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT u.id, coalesce(m.real_name, u.nickname) AS name FROM app_user u
    LEFT JOIN membership m ON m.user_id = u.id AND m.company_id = ${tenant.companyId}
    WHERE u.id = ANY(${[...userIds]}::int[]) ORDER BY name, u.id`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

// Leave

export interface AbsenceValues {
  readonly userId: number;
  readonly fromDay: string;
  readonly untilDay: string;
  readonly substituteId: number | null;
  readonly remarks: string;
}
export interface AbsenceRow extends AbsenceValues {
  readonly id: number;
  /** The projects it counts in that still exist; null: every project of the company. */
  readonly projectIds: readonly number[] | null;
}

const absenceColumns = sql`a.id, a.user_id AS "userId", a.from_day::text AS "fromDay", a.until_day::text AS "untilDay",
  a.substitute_id AS "substituteId", a.remarks,
  CASE WHEN a.project_ids IS NOT NULL THEN ARRAY(SELECT p.id FROM project p
    WHERE p.id = ANY(a.project_ids) AND p.company_id = a.company_id AND p.deleted_at IS NULL ORDER BY p.id) END AS "projectIds"`;

/** Leave of these people of the tenant's company that does not end before a day. */
export async function absencesOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  userIds: readonly number[],
  from: string,
): Promise<AbsenceRow[]> {
  const { rows } = await sql<AbsenceRow>`
    SELECT ${absenceColumns} FROM duty_absence a
    WHERE a.company_id = ${tenant.companyId} AND a.user_id = ANY(${[...userIds]}::int[]) AND a.until_day >= ${from}::date
    ORDER BY a.from_day, a.id`.execute(db);
  return rows;
}

export async function lockAbsence(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<AbsenceRow | null> {
  const { rows } = await sql<AbsenceRow>`
    SELECT ${absenceColumns} FROM duty_absence a WHERE a.id = ${id} AND a.company_id = ${tenant.companyId} FOR UPDATE`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Whether somebody is away on one of these days in one of these projects already. Locks the company's leave for the transaction. */
export async function isAwayAlready(
  tenant: UserTenant,
  db: DbOrTransaction,
  { userId, fromDay, untilDay }: AbsenceValues,
  projectIds: readonly number[] | null,
  besides: number | null,
): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('duty_absence'), ${tenant.companyId}::int)`.execute(db);
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT 1 FROM duty_absence a WHERE a.company_id = ${tenant.companyId} AND a.user_id = ${userId}
      AND a.from_day <= ${untilDay}::date AND a.until_day >= ${fromDay}::date AND a.id IS DISTINCT FROM ${besides}::int
      AND (a.project_ids IS NULL OR ${projectIds}::int[] IS NULL OR a.project_ids && ${projectIds}::int[])) AS found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}

/** @returns its number */
export async function insertAbsence(
  tenant: UserTenant,
  db: DbOrTransaction,
  absence: AbsenceValues,
  projectIds: readonly number[] | null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO duty_absence (company_id, user_id, from_day, until_day, substitute_id, remarks, project_ids)
    VALUES (${tenant.companyId}, ${absence.userId}, ${absence.fromDay}::date, ${absence.untilDay}::date, ${absence.substituteId},
      ${absence.remarks}, ${projectIds}::int[]) RETURNING id`.execute(db);
  return rows[0]!.id;
}

export async function updateAbsence(
  tenant: UserTenant,
  db: DbOrTransaction,
  id: number,
  absence: AbsenceValues,
  projectIds: readonly number[] | null,
): Promise<void> {
  await sql`
    UPDATE duty_absence SET project_ids = ${projectIds}::int[], user_id = ${absence.userId}, from_day = ${absence.fromDay}::date, until_day = ${absence.untilDay}::date,
      substitute_id = ${absence.substituteId}, remarks = ${absence.remarks} WHERE id = ${id} AND company_id = ${tenant.companyId}`.execute(
    db,
  );
}

export async function deleteAbsence(tenant: UserTenant, db: DbOrTransaction, id: number): Promise<void> {
  await sql`DELETE FROM duty_absence WHERE id = ${id} AND company_id = ${tenant.companyId}`.execute(db);
}

// The calendar

export interface DayRow {
  readonly day: string;
  readonly counts_as: number;
  readonly name: string;
  readonly of_company: boolean;
}

/** Days of a project of the tenant that differ from the week, from one on. */
export async function daysOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  from: string,
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    SELECT c.day::text AS day, c.counts_as, c.name, c.of_company FROM day_of_project c
    WHERE c.project_id = ${projectId} AND ${inProjects(tenant, 'c.project_id')} AND c.day >= ${from}::date ORDER BY c.day`.execute(
    db,
  );
  return rows;
}

/** What is set for these days in a project or, for null, in the company itself; not what counts in the end. */
export async function daysSet(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number | null,
  days: readonly string[],
): Promise<Omit<DayRow, 'of_company'>[]> {
  const from =
    projectId === null
      ? sql`calendar_day c WHERE c.company_id = ${tenant.companyId}`
      : sql`project_calendar_day c WHERE c.project_id = ${projectId} AND ${inProjects(tenant, 'c.project_id')}`;
  const { rows } = await sql<Omit<DayRow, 'of_company'>>`
    SELECT c.day::text AS day, c.counts_as, c.name FROM ${from} AND c.day = ANY(${[...days]}::date[]) ORDER BY c.day`.execute(
    db,
  );
  return rows;
}

/** Sets these days, of a project or of the company; `countsAs` null: they follow the week again. */
export async function setDays(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number | null,
  days: readonly string[],
  { countsAs, name }: { countsAs: number | null; name: string },
): Promise<void> {
  const all = sql`unnest(${[...days]}::date[]) AS d(day)`;
  if (projectId === null) {
    if (countsAs === null)
      await sql`DELETE FROM calendar_day WHERE company_id = ${tenant.companyId} AND day = ANY(${[...days]}::date[])`.execute(
        db,
      );
    else
      await sql`
        INSERT INTO calendar_day (company_id, day, counts_as, name) SELECT ${tenant.companyId}::int, d.day, ${countsAs}::smallint, ${name} FROM ${all}
        ON CONFLICT (company_id, day) DO UPDATE SET counts_as = excluded.counts_as, name = excluded.name`.execute(db);
    return;
  }
  if (countsAs === null)
    await sql`DELETE FROM project_calendar_day c WHERE c.project_id = ${projectId} AND ${inProjects(tenant, 'c.project_id')}
      AND c.day = ANY(${[...days]}::date[])`.execute(db);
  else
    await sql`
      INSERT INTO project_calendar_day (project_id, day, counts_as, name)
      SELECT p.id, d.day, ${countsAs}::smallint, ${name} FROM project p, ${all} WHERE p.id = ${projectId} AND ${inProjects(tenant, 'p.id')}
      ON CONFLICT (project_id, day) DO UPDATE SET counts_as = excluded.counts_as, name = excluded.name`.execute(db);
}
