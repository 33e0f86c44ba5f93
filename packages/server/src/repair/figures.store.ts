import type { RepairFigure } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../access/index.ts';

/** A later order on the device, or a rework, that says the same again: by symptom, by rule, or in the same words. */
export const returned = sql<boolean>`(EXISTS (SELECT 1 FROM repair_order f WHERE f.parent_id = r.id AND f.status NOT IN (-1, 0))
  OR EXISTS (SELECT 1 FROM repair_order f WHERE f.device_id = r.device_id AND f.status NOT IN (-1, 0) AND f.id <> r.id
    AND f.submitted_at > r.finished_at AND f.submitted_at <= r.finished_at + interval '30 days'
    AND (f.symptom_id = r.symptom_id OR (f.fault_content <> '' AND f.fault_content = r.fault_content)
      OR EXISTS (SELECT 1 FROM repair_alarm x JOIN alarm a ON a.id = x.alarm_id
          JOIN alarm b ON b.rule_id = a.rule_id JOIN repair_alarm y ON y.alarm_id = b.id
        WHERE x.order_id = r.id AND y.order_id = f.id))))`;

const oneVisit = sql<boolean>`(SELECT count(*) FROM work_journal j
  WHERE j.order_kind = 'repair' AND j.order_id = r.id AND j.action = 'signIn') <= 1`;

/**
 * Which orders `r` a figure of the analysis counts. The analysis counts by it and the list finds by it, so that each figure opens
 * exactly the orders that it counts.
 *
 * @param again whether the trouble came back, where it was asked already: it is what costs most
 */
export function figureCondition(
  _tenant: Tenant,
  figure: RepairFigure,
  now: Date,
  again: RawBuilder<boolean> = returned,
): RawBuilder<boolean> {
  /** Had to be repaired again: the acceptance failed, or the trouble came back within 30 days of the finish. */
  const reworked = sql<boolean>`(r.finished_at IS NOT NULL OR r.failed_times > 0) AND (r.failed_times > 0 OR ${again})`;
  const isMature = sql<boolean>`(r.status = 7 AND r.completed_at < ${now}::timestamptz - interval '30 days')`;
  const firstTime = sql<boolean>`(${isMature} AND r.failed_times = 0 AND ${oneVisit} AND NOT ${again})`;
  switch (figure) {
    case 'submitted':
      return sql<boolean>`r.status <> -1`;
    case 'completed':
      return sql<boolean>`r.status = 7`;
    case 'revoked':
      return sql<boolean>`r.status = 0`;
    case 'overdue':
      return sql<boolean>`(r.status IN (1, 2, 3, 4) AND (r.expected_at < ${now}::timestamptz OR EXISTS (
        SELECT 1 FROM work_clock c WHERE c.order_kind = 'repair' AND c.order_id = r.id AND c.breached_at IS NOT NULL AND c.met_at IS NULL)))`;
    case 'accepted':
      return sql<boolean>`(r.submitted_at IS NOT NULL AND r.accepted_at IS NOT NULL)`;
    case 'repaired':
      return sql<boolean>`(r.arrived_at IS NOT NULL AND r.finished_at IS NOT NULL)`;
    case 'down':
      return sql<boolean>`(r.recovery_since IS NOT NULL AND EXISTS (SELECT 1 FROM repair_alarm x WHERE x.order_id = r.id))`;
    case 'mature':
      return isMature;
    case 'firstTime':
      return firstTime;
    case 'maturing':
      return sql<boolean>`(r.status = 7 AND NOT ${isMature})`;
    case 'rework':
      return sql<boolean>`(${reworked})`;
    case 'verified':
      return sql<boolean>`r.recovery_state = 'verified'`;
    case 'finished':
      return sql<boolean>`r.finished_at IS NOT NULL`;
    case 'failures':
      return sql<boolean>`(r.status NOT IN (-1, 0) AND r.device_id IS NOT NULL)`;
  }
}
