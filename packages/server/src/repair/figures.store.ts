import type { RepairFigure } from '@watchpost/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../access/index.ts';

/** So long after the finish the same trouble counts as having come back. */
const cameBackWithin = sql`interval '30 days'`;

/** A later order on the device that says the same as `r`: by symptom, by rule, or in the same words. */
const saidAgain = sql<boolean>`EXISTS (SELECT 1 FROM repair_order f WHERE f.device_id = r.device_id AND f.status NOT IN (-1, 0) AND f.id <> r.id
    AND f.submitted_at > r.finished_at AND f.submitted_at <= r.finished_at + ${cameBackWithin}
    AND (f.symptom_id = r.symptom_id OR (f.fault_content <> '' AND f.fault_content = r.fault_content)
      OR EXISTS (SELECT 1 FROM repair_alarm x JOIN alarm a ON a.id = x.alarm_id
          JOIN alarm b ON b.rule_id = a.rule_id JOIN repair_alarm y ON y.alarm_id = b.id
        WHERE x.order_id = r.id AND y.order_id = f.id)))`;

/** The same of an order, or a rework of it. */
const returned = sql<boolean>`(EXISTS (SELECT 1 FROM repair_order f WHERE f.parent_id = r.id AND f.status NOT IN (-1, 0))
  OR ${saidAgain})`;

/**
 * The same of many orders in one pass. Which order of the device says the same next is found by sorting; only where that one was
 * submitted before the finish, or where alarms say more than words, the orders of the device are looked through.
 *
 * @param orders condition on `r`: the orders that are asked about
 * @param from they were submitted since then
 * @returns a table to be joined as `next` by `next.id = r.id`, and what to ask of both
 */
export const returnedOfMany = (_tenant: Tenant, orders: RawBuilder<unknown>, from: Date) => ({
  next: sql`(SELECT f.id,
      CASE WHEN f.symptom_id IS NOT NULL THEN lead(f.submitted_at) OVER (PARTITION BY f.device_id, f.symptom_id ORDER BY f.submitted_at) END AS by_symptom,
      CASE WHEN f.fault_content <> '' THEN lead(f.submitted_at) OVER (PARTITION BY f.device_id, f.fault_content ORDER BY f.submitted_at) END AS by_words
    FROM repair_order f WHERE f.device_id IN (SELECT r.device_id FROM repair_order r WHERE ${orders})
      AND f.status NOT IN (-1, 0) AND f.submitted_at >= ${from})`,
  again: sql<boolean>`(r.id IN (SELECT f.parent_id FROM repair_order f WHERE f.parent_id IS NOT NULL AND f.status NOT IN (-1, 0))
    OR (r.finished_at IS NOT NULL AND r.device_id IS NOT NULL AND CASE
      WHEN next.by_symptom > r.finished_at AND next.by_symptom <= r.finished_at + ${cameBackWithin} THEN true
      WHEN next.by_words > r.finished_at AND next.by_words <= r.finished_at + ${cameBackWithin} THEN true
      WHEN next.id IS NULL OR next.by_symptom <= r.finished_at OR next.by_words <= r.finished_at
        OR r.id IN (SELECT x.order_id FROM repair_alarm x) THEN ${saidAgain}
      ELSE false END))`,
});

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
