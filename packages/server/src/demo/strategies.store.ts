import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

export async function insertStrategy(
  _system: SystemTenant,
  db: DbOrTransaction,
  strategy: {
    companyId: number;
    projectId: number;
    name: string;
    nameEn: string;
    remarks: string;
    remarksEn: string;
    repeatMinutes: number | null;
    escalateMinutes: number | null;
    notifyOnClear: boolean;
    rules: readonly {
      definition: object;
      subjects: readonly { kind: 'point' | 'slave' | 'gateway'; id: number; definition?: object | null }[];
    }[];
  },
): Promise<number> {
  const { id } = await db
    .insertInto('alarm_strategy')
    .values({
      company_id: strategy.companyId,
      project_id: strategy.projectId,
      name: strategy.name,
      name_en: strategy.nameEn,
      remarks: strategy.remarks,
      remarks_en: strategy.remarksEn,
      repeat_minutes: strategy.repeatMinutes,
      escalate_minutes: strategy.escalateMinutes,
      notify_on_clear: strategy.notifyOnClear,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const rule of strategy.rules) {
    const row = await db
      .insertInto('alarm_rule')
      .values({ strategy_id: id, definition: JSON.stringify(rule.definition) })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (rule.subjects.length === 0) continue;
    await db
      .insertInto('alarm_rule_subject')
      .values(
        rule.subjects.map(({ kind, id, definition }) => ({
          rule_id: row.id,
          subject_kind: kind,
          subject_id: id,
          definition: definition ? JSON.stringify(definition) : null,
        })),
      )
      .execute();
  }
  const point = strategy.rules.flatMap(({ subjects }) => subjects).find(({ kind }) => kind === 'point');
  if (point)
    await sql`
      UPDATE alarm_strategy s SET point_type_id = p.point_type_id, device_class_id = d.device_class_id
      FROM point p LEFT JOIN device_point dp ON dp.point_id = p.id LEFT JOIN device d ON d.id = dp.device_id
      WHERE s.id = ${id} AND p.id = ${point.id}`.execute(db);
  return id;
}

/** Keeps what a strategy says, without its points, as a template of its company, from which it was made. */
export async function insertTemplateOf(
  _system: SystemTenant,
  db: DbOrTransaction,
  strategyId: number,
  { name, nameEn }: { name: string; nameEn: string },
): Promise<void> {
  await sql`
    WITH template AS (
      INSERT INTO alarm_strategy_template (company_id, name, name_en, remarks, remarks_en, device_class_id, point_type_id,
                                           definitions, escalate_minutes, repeat_minutes, notify_on_clear)
      SELECT s.company_id, ${name}::text, ${nameEn}::text, s.remarks, s.remarks_en, s.device_class_id, s.point_type_id,
             (SELECT jsonb_agg(r.definition ORDER BY r.id) FROM alarm_rule r WHERE r.strategy_id = s.id),
             s.escalate_minutes, s.repeat_minutes, s.notify_on_clear
      FROM alarm_strategy s WHERE s.id = ${strategyId} AND s.device_class_id IS NOT NULL RETURNING id)
    UPDATE alarm_strategy SET template_id = template.id FROM template WHERE alarm_strategy.id = ${strategyId}`.execute(
    db,
  );
}

/** Who is told of a strategy's alarms. */
export async function insertContacts(
  _system: SystemTenant,
  db: DbOrTransaction,
  strategyId: number,
  contacts: readonly {
    userId: number;
    step: number;
    severities: readonly number[];
    channels: readonly string[];
    period: { weekdays: readonly number[]; fromMinute: number; untilMinute: number } | null;
  }[],
): Promise<void> {
  if (contacts.length === 0) return;
  await db
    .insertInto('alarm_strategy_contact')
    .values(
      contacts.map(({ userId, step, severities, channels, period }) => ({
        strategy_id: strategyId,
        user_id: userId,
        step,
        severities: [...severities],
        channels: [...channels],
        weekdays: [...(period?.weekdays ?? [1, 2, 3, 4, 5, 6, 7])],
        from_minute: period?.fromMinute ?? null,
        until_minute: period?.untilMinute ?? null,
      })),
    )
    .execute();
}

/** Lets the demo's past alarms look as if somebody had been on duty: confirmed and handled some minutes after they came. */
