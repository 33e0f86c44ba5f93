import type { RuleDefinition } from '@watchpost/contract';
import { sql } from 'kysely';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface StrategyValues {
  name: string;
  name_en: string | null;
  remarks: string;
  remarks_en: string | null;
  instruction: string;
  instruction_en: string | null;
  device_class_id: number | null;
  point_type_id: number | null;
  enabled: boolean;
  escalate_minutes: number | null;
  repeat_minutes: number | null;
  notify_on_clear: boolean;
}

/** @returns its id */
export async function insertStrategy(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  values: StrategyValues,
  at: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('alarm_strategy')
    .values({
      ...values,
      company_id: tenant.companyId,
      project_id: projectId,
      created_by: tenant.userId,
      created_at: at,
      changed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateStrategy(
  tenant: UserTenant,
  db: DbOrTransaction,
  strategyId: number,
  values: Partial<StrategyValues>,
  at: Date,
): Promise<void> {
  await db
    .updateTable('alarm_strategy')
    .set({ ...values, changed_at: at })
    .where('id', '=', strategyId)
    .where('company_id', '=', tenant.companyId)
    .execute();
}

export async function deleteStrategies(
  tenant: UserTenant,
  db: DbOrTransaction,
  strategyIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('alarm_strategy')
    .where('id', 'in', [...strategyIds])
    .where('company_id', '=', tenant.companyId)
    .execute();
}

/** Adds a rule to a strategy that was found for this tenant. @returns its id */
export async function insertRule(
  _tenant: UserTenant,
  db: DbOrTransaction,
  strategyId: number,
  definition: RuleDefinition,
): Promise<number> {
  const { id } = await db
    .insertInto('alarm_rule')
    .values({ strategy_id: strategyId, definition: JSON.stringify(definition) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Another definition of a rule of a strategy found for this tenant. Limits of single points stay while the kind does. */
export async function updateRule(
  _tenant: UserTenant,
  db: DbOrTransaction,
  ruleId: number,
  definition: RuleDefinition,
): Promise<void> {
  await sql`UPDATE alarm_rule SET definition = ${JSON.stringify(definition)}::jsonb WHERE id = ${ruleId}`.execute(db);
  await sql`UPDATE alarm_rule_subject SET definition = NULL
    WHERE rule_id = ${ruleId} AND definition IS NOT NULL AND definition->>'kind' <> ${definition.kind}`.execute(db);
}

export async function deleteRules(_tenant: UserTenant, db: DbOrTransaction, ruleIds: readonly number[]): Promise<void> {
  if (ruleIds.length > 0)
    await db
      .deleteFrom('alarm_rule')
      .where('id', 'in', [...ruleIds])
      .execute();
}

export interface Subjects {
  readonly pointIds: readonly number[];
  readonly gatewayIds: readonly number[];
  readonly slaveIds: readonly number[];
}

/**
 * Lets the rules of a strategy found for this tenant watch exactly these: points under every condition about points, gateways and
 * slaves under those about communication. Limits of points that stay are kept.
 */
export async function setSubjects(
  _tenant: UserTenant,
  db: DbOrTransaction,
  strategyId: number,
  { pointIds, gatewayIds, slaveIds }: Subjects,
): Promise<void> {
  const wanted = sql`
    SELECT r.id AS rule_id, w.kind, w.id FROM alarm_rule r JOIN (
      SELECT 'point' AS kind, unnest(${[...pointIds]}::int[]) AS id
      UNION ALL SELECT 'gateway', unnest(${[...gatewayIds]}::int[])
      UNION ALL SELECT 'slave', unnest(${[...slaveIds]}::int[])) w
      ON (r.definition->>'kind' = 'communicationLoss') = (w.kind <> 'point')
    WHERE r.strategy_id = ${strategyId}`;
  await sql`
    WITH wanted AS (${wanted})
    DELETE FROM alarm_rule_subject x USING alarm_rule r
    WHERE r.id = x.rule_id AND r.strategy_id = ${strategyId} AND NOT EXISTS (
      SELECT 1 FROM wanted w WHERE w.rule_id = x.rule_id AND w.kind = x.subject_kind AND w.id = x.subject_id)`.execute(
    db,
  );
  await sql`INSERT INTO alarm_rule_subject (rule_id, subject_kind, subject_id) ${wanted} ON CONFLICT DO NOTHING`.execute(
    db,
  );
}

/** Limits of their own for points under one rule of a strategy found for this tenant; null: the rule's. @returns how many changed */
export async function setOverrides(
  _tenant: UserTenant,
  db: DbOrTransaction,
  ruleId: number,
  pointIds: readonly number[],
  definition: RuleDefinition | null,
): Promise<number> {
  const value = definition === null ? null : JSON.stringify(definition);
  const { numAffectedRows } = await sql`
    UPDATE alarm_rule_subject SET definition = ${value}::jsonb
    WHERE rule_id = ${ruleId} AND subject_kind = 'point' AND subject_id = ANY(${[...pointIds]}::int[])
      AND definition IS DISTINCT FROM ${value}::jsonb`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export interface ContactValues {
  user_id: number;
  step: number;
  severities: number[];
  channels: string[];
  weekdays: number[];
  from_minute: number | null;
  until_minute: number | null;
  tells_offline: boolean;
}

/** Exactly these are told, of a strategy found for this tenant. */
export async function setContacts(
  _tenant: UserTenant,
  db: DbOrTransaction,
  strategyId: number,
  contacts: readonly ContactValues[],
): Promise<void> {
  await db.deleteFrom('alarm_strategy_contact').where('strategy_id', '=', strategyId).execute();
  if (contacts.length === 0) return;
  await db
    .insertInto('alarm_strategy_contact')
    .values(contacts.map((contact) => ({ ...contact, strategy_id: strategyId })))
    .execute();
}
