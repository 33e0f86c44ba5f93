import type { Bilingual, RuleDefinition } from '@watchpost/contract';
import { sql } from 'kysely';
import { deviceVisible, inProjects, type UserTenant } from '../../access/index.ts';
import { containsText } from '../../platform/db/containsText.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { allOf, direction, oneOf } from '../../platform/db/listQuery.ts';
import { namesOfType, type PointName } from '../strategies/choices.store.ts';

export interface TemplateValues {
  name: string;
  name_en: string | null;
  remarks: string;
  remarks_en: string | null;
  device_class_id: number;
  point_type_id: number | null;
  definitions: RuleDefinition[];
  escalate_minutes: number | null;
  repeat_minutes: number | null;
  notify_on_clear: boolean;
}

export interface TemplateRow extends TemplateValues {
  id: number;
  class_zh: string;
  class_en: string;
  type_zh: string | null;
  type_en: string | null;
  /** In which its numbers are said. */
  unit: string | null;
  status_values: ({ value: number } & Bilingual)[] | null;
  strategy_count: number;
  created_name: string | null;
  changed_at: Date;
}

const columns = (tenant: UserTenant) => sql`
  t.id, t.name, t.name_en, t.remarks, t.remarks_en, t.device_class_id, type.id AS point_type_id, t.definitions, t.escalate_minutes,
  t.repeat_minutes, t.notify_on_clear, t.changed_at, class.name_zh AS class_zh, class.name_en AS class_en,
  type.name_zh AS type_zh, type.name_en AS type_en, type.units[1] AS unit, type.status_values,
  coalesce(m.real_name, maker.nickname) AS created_name,
  (SELECT count(*)::int FROM alarm_strategy s WHERE s.template_id = t.id AND ${inProjects(tenant, 's.project_id')}) AS strategy_count`;

const tables = sql`alarm_strategy_template t JOIN device_class class ON class.id = t.device_class_id
  LEFT JOIN point_type type ON type.id = t.point_type_id AND type.company_id = t.company_id
  LEFT JOIN app_user maker ON maker.id = t.created_by
  LEFT JOIN membership m ON m.user_id = t.created_by AND m.company_id = t.company_id`;

export async function pageTemplates(
  tenant: UserTenant,
  db: DbOrTransaction,
  filter: {
    ids: readonly number[] | null;
    text: string | null;
    classIds: readonly number[] | null;
    typeIds: readonly number[] | null;
    sort: 'name' | 'deviceClass' | 'changed';
    ascending: boolean;
    offset: number;
    limit: number;
  },
): Promise<{ rows: TemplateRow[]; total: number }> {
  const { ids, text, classIds, typeIds } = filter;
  const where = allOf(
    sql`t.company_id = ${tenant.companyId}`,
    oneOf('t.id', ids),
    containsText(text, 't.name', 't.name_en', 't.remarks', 't.remarks_en'),
    oneOf('t.device_class_id', classIds),
    oneOf('t.point_type_id', typeIds),
  );
  const order = {
    name: sql`t.name ${direction(filter.ascending)}`,
    deviceClass: sql`class.position ${direction(filter.ascending)}, class.id, t.name`,
    changed: sql`t.changed_at ${direction(filter.ascending)}`,
  }[filter.sort];
  const { rows } = await sql<TemplateRow>`
    SELECT ${columns(tenant)} FROM ${tables} WHERE ${where} ORDER BY ${order}, t.id
    OFFSET ${filter.offset} LIMIT ${filter.limit}`.execute(db);
  const count = await sql<{ count: number }>`SELECT count(*) FROM alarm_strategy_template t WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]?.count ?? 0 };
}

/** Those of the company, in the order of their ids; `lock`: nobody else changes them until the transaction ends. */
export async function findTemplates(
  tenant: UserTenant,
  db: DbOrTransaction,
  templateIds: readonly number[],
  { lock }: { lock: boolean },
): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    SELECT ${columns(tenant)} FROM ${tables}
    WHERE t.id = ANY(${[...templateIds]}::int[]) AND t.company_id = ${tenant.companyId}
    ORDER BY t.id ${lock ? sql`FOR UPDATE OF t` : sql``}`.execute(db);
  return rows;
}

const stored = (values: Partial<TemplateValues>) => ({
  ...values,
  ...(values.definitions && { definitions: JSON.stringify(values.definitions) }),
});

/** @returns its id */
export async function insertTemplate(
  tenant: UserTenant,
  db: DbOrTransaction,
  values: TemplateValues,
  at: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('alarm_strategy_template')
    .values({
      ...values,
      definitions: JSON.stringify(values.definitions),
      company_id: tenant.companyId,
      created_by: tenant.userId,
      created_at: at,
      changed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateTemplate(
  tenant: UserTenant,
  db: DbOrTransaction,
  templateId: number,
  values: Partial<TemplateValues>,
  at: Date,
): Promise<void> {
  await db
    .updateTable('alarm_strategy_template')
    .set({ ...stored(values), changed_at: at })
    .where('id', '=', templateId)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

export async function deleteTemplates(tenant: UserTenant, db: DbOrTransaction, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('alarm_strategy_template')
    .where('id', 'in', [...ids])
    .where('company_id', '=', tenant.companyId)
    .execute();
}

interface Choice extends Bilingual {
  id: number;
}

/** What a template can name: every class of the catalogue, and the point types of the company. */
export async function templateChoices(
  tenant: UserTenant,
  db: DbOrTransaction,
): Promise<{
  classes: Choice[];
  types: (Choice & {
    value_type: 'analog' | 'status';
    unit: string | null;
    status_values: ({ value: number } & Bilingual)[];
    point_names: PointName[];
  })[];
}> {
  const classes = await sql<Choice>`
    SELECT c.id, c.name_zh AS zh, c.name_en AS en FROM device_class c JOIN subsystem s ON s.id = c.subsystem_id
    ORDER BY s.position, s.id, c.position, c.id`.execute(db);
  const types = await sql<Awaited<ReturnType<typeof templateChoices>>['types'][number]>`
    SELECT id, name_zh AS zh, name_en AS en, value_type, units[1] AS unit, status_values,
      ${namesOfType(tenant, sql`t.id`, sql`p.company_id = ${tenant.companyId}`)} AS point_names FROM point_type t
    WHERE company_id = ${tenant.companyId} ORDER BY name_zh, id`.execute(db);
  return { classes: classes.rows, types: types.rows };
}

/** Which of points found for this tenant are the main one of a device of this class. */
export async function mainPoints(
  _tenant: UserTenant,
  db: DbOrTransaction,
  classId: number,
  pointIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ point_id: number }>`
    SELECT dp.point_id FROM device_point dp JOIN device d ON d.id = dp.device_id
    WHERE dp.main AND d.device_class_id = ${classId} AND dp.point_id = ANY(${[...pointIds]}::int[])`.execute(db);
  return new Set(rows.map(({ point_id }) => point_id));
}

export interface MadeStrategy {
  id: number;
  of_one_device: boolean;
  point_ids: number[];
}

/** Strategies of a project of the tenant that were made of a template of the company, the oldest first, with their points. */
export async function strategiesMadeOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  templateId: number,
  projectId: number,
): Promise<MadeStrategy[]> {
  const { rows } = await sql<MadeStrategy>`
    SELECT s.id, s.of_one_device,
      ARRAY(SELECT DISTINCT x.subject_id FROM alarm_rule r JOIN alarm_rule_subject x ON x.rule_id = r.id
            WHERE r.strategy_id = s.id AND x.subject_kind = 'point') AS point_ids
    FROM alarm_strategy s
    WHERE s.template_id = ${templateId} AND s.project_id = ${projectId} AND ${inProjects(tenant, 's.project_id')}
    ORDER BY s.id`.execute(db);
  return rows;
}

/** Remembers of what a strategy of the tenant was made. */
export async function rememberTemplate(
  tenant: UserTenant,
  db: DbOrTransaction,
  strategyId: number,
  values: { template_id: number; of_one_device: boolean },
): Promise<void> {
  await db
    .updateTable('alarm_strategy')
    .set(values)
    .where('id', '=', strategyId)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

export interface LackingDevice {
  id: number;
  name: string;
  name_en: string | null;
}

/** Devices of a class of a project that have no point of a type. */
export async function devicesLacking(
  tenant: UserTenant,
  db: DbOrTransaction,
  of: {
    projectId: number;
    classId: number;
    deviceIds: readonly number[] | null;
    typeId: number;
  },
): Promise<LackingDevice[]> {
  const { rows } = await sql<LackingDevice>`
    SELECT d.id, d.name, d.name_en FROM device d
    WHERE d.project_id = ${of.projectId} AND d.device_class_id = ${of.classId} AND ${deviceVisible(tenant, 'd.project_id', 'd.id')}
      AND (${of.deviceIds}::int[] IS NULL OR d.id = ANY(${of.deviceIds}::int[]))
      AND NOT EXISTS (SELECT 1 FROM device_point dp JOIN point p ON p.id = dp.point_id
                      WHERE dp.device_id = d.id AND p.point_type_id = ${of.typeId})
    ORDER BY d.position NULLS LAST, d.name, d.id`.execute(db);
  return rows;
}
