import { returnsWithinHours } from '@watchpost/contract';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import { lowestNotifiedSeverity } from '../notifications/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { orderVisible } from './repair.store.ts';
import type { Viewer } from './viewer.ts';

const returnsWithin = sql.raw(`interval '${returnsWithinHours} hours'`);
/** How long after an acceptance a return is still looked for: one of the last minute is found also where the look came a day late. */
const lookedFor = sql.raw(`interval '${returnsWithinHours + 24} hours'`);

export interface ReturnedFault {
  id: number;
  alarm_id: number;
  raised_at: Date;
  subject_name: string;
  subject_name_en: string | null;
  sentence_zh: string;
  sentence_en: string;
}

/**
 * Accepted orders whose fault came back within 72 h and was not reported as rework: the first alarm of the rule and subject of one
 * of theirs, or, where the order has no alarm, at a limit of a point that it watched. Alarms that hid because somebody worked on
 * the device say nothing, nor do those that are only recorded. A rework that is a draft or was revoked reports nothing.
 */
export async function returnedFaults(_system: SystemTenant, db: DbOrTransaction, at: Date): Promise<ReturnedFault[]> {
  const { rows } = await sql<ReturnedFault>`
    SELECT r.id, back.* FROM repair_order r CROSS JOIN LATERAL (
      SELECT a.id AS alarm_id, a.raised_at, a.subject_name, a.subject_name_en, a.sentence_zh, a.sentence_en FROM alarm a
      WHERE a.project_id = r.project_id AND a.raised_at > r.completed_at AND a.raised_at <= r.completed_at + ${returnsWithin}
        AND a.hidden_by IS NULL AND a.worst_severity <= ${lowestNotifiedSeverity}
        AND NOT EXISTS (SELECT 1 FROM repair_alarm taken WHERE taken.alarm_id = a.id)
        AND (EXISTS (SELECT 1 FROM repair_alarm link JOIN alarm was ON was.id = link.alarm_id
            WHERE link.order_id = r.id AND was.rule_id = a.rule_id AND was.subject_kind = a.subject_kind AND was.subject_id = a.subject_id)
          OR (a.rule_definition ->> 'kind' = 'limit' AND NOT EXISTS (SELECT 1 FROM repair_alarm link WHERE link.order_id = r.id)
            AND EXISTS (SELECT 1 FROM repair_point w WHERE w.order_id = r.id AND w.point_id = a.point_id)))
      ORDER BY a.raised_at, a.id LIMIT 1) back
    WHERE r.status = 7 AND r.completed_at > ${at}::timestamptz - ${lookedFor} AND r.returned_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM repair_order again WHERE again.parent_id = r.id AND again.status NOT IN (-1, 0))
    ORDER BY r.id`.execute(db);
  return rows;
}

/** Notes on an order that its fault came back. @returns false: that was noted before */
export async function keepReturned(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  { id, alarm_id, raised_at }: ReturnedFault,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE repair_order SET returned_at = ${raised_at}, returned_alarm_id = ${alarm_id}
    WHERE id = ${id} AND returned_at IS NULL RETURNING id`.execute(transaction);
  return rows.length > 0;
}

export interface AcceptedOrder {
  id: number;
  number: string;
  completed_at: Date;
}

/**
 * The order of a device that was accepted within the last 72 h and may be about the fault that is reported now; null: none. It is
 * another fault where both name a symptom and these differ, or both have alarms and none is of one rule and subject.
 */
export async function acceptedBefore(
  tenant: Viewer,
  db: DbOrTransaction,
  fault: { readonly deviceId: number; readonly symptomId: number | null; readonly alarmIds: readonly number[] },
  at: Date,
): Promise<AcceptedOrder | null> {
  const alarmIds = sql`${[...fault.alarmIds]}::bigint[]`;
  const { rows } = await sql<AcceptedOrder>`
    SELECT r.id, r.number, r.completed_at FROM repair_order r
    WHERE r.device_id = ${fault.deviceId} AND r.status = 7 AND r.completed_at > ${at}::timestamptz - ${returnsWithin}
      AND coalesce(r.symptom_id = ${fault.symptomId}::int, true)
      AND (cardinality(${alarmIds}) = 0 OR NOT EXISTS (SELECT 1 FROM repair_alarm link WHERE link.order_id = r.id)
        OR EXISTS (SELECT 1 FROM repair_alarm link JOIN alarm was ON was.id = link.alarm_id JOIN alarm a ON a.id = ANY(${alarmIds})
          AND a.rule_id = was.rule_id AND a.subject_kind = was.subject_kind AND a.subject_id = was.subject_id WHERE link.order_id = r.id))
      AND ${orderVisible(tenant)}
    ORDER BY r.completed_at DESC, r.id DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}
