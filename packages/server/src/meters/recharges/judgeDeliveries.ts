import { deliveryResult, type RechargeState } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { PrepaidDeps } from '../deps.ts';
import { trusted } from '../trustedReading.ts';
import { type DeliveryRow, deliveriesUnderWay, moveDelivery } from './recharges.store.ts';

/** Outcomes of a write that never went out, where nothing says that it was sent after all. */
const unsent: ReadonlySet<string> = new Set(['notConnected', 'notSupported', 'notSent']);

/**
 * What became of a delivery; null: not known yet. While its write is under way nothing is. A write that was certainly not sent left
 * nothing in the meter. Everything else is judged by purchases that were counted at least one poll after the write had ended.
 *
 * @param count purchases as the meter says, and when; epoch ms
 */
export function judgeDelivery(
  { record_id, outcome, sent_at, finished_at, count_before, poll_seconds }: DeliveryRow,
  count: { value: number; at: number } | null,
): Extract<RechargeState, 'credited' | 'delivered' | 'disputed'> | null {
  if (outcome === 'sending' || outcome === 'queued') return null;
  if (record_id !== null && outcome !== null && unsent.has(outcome) && sent_at === null) return 'credited';
  const endedAt = Math.max(sent_at?.getTime() ?? 0, finished_at?.getTime() ?? 0);
  if (count_before === null || endedAt === 0) return null;
  const isNewerThanOrder = count !== null && count.at >= endedAt + poll_seconds * 1000;
  return deliveryResult(count_before, count && { value: count.value, isNewerThanOrder });
}

/** Judges recharges on their way to meters, never by sending once more. @returns companies of which something changed */
export async function judgeDeliveries({ db, live }: Pick<PrepaidDeps, 'db' | 'live'>): Promise<Set<number>> {
  const changed = new Set<number>();
  for (const delivery of await deliveriesUnderWay(system, db, null)) {
    const state = judgeDelivery(delivery, trusted(live, delivery.count_point_id));
    if (state !== null && (await moveDelivery(system, db, delivery, state))) changed.add(delivery.company_id);
  }
  return changed;
}
