import { simFlow, simFlowLowShare, simStopped } from '@watchpost/contract';
import type { GatewayCard } from './card.store.ts';

/**
 * How much of its plan a card has left, as `simFlow` numbers it. Without an allowance it is unknown: there is none, or the carrier
 * does not say. An allowance of nothing is used up.
 */
export function flowOf(card: Pick<GatewayCard, 'used_megabytes' | 'total_megabytes'> | undefined): number {
  if (card?.used_megabytes == null || card.total_megabytes === null) return simFlow.unknown;
  if (card.used_megabytes >= card.total_megabytes) return simFlow.usedUp;
  return card.used_megabytes >= simFlowLowShare * card.total_megabytes ? simFlow.low : simFlow.enough;
}

/** The same of a `gateway_card k`, in SQL. */
export const flowSql = `(CASE WHEN k.used_megabytes IS NULL OR k.total_megabytes IS NULL THEN ${simFlow.unknown}
  WHEN k.used_megabytes >= k.total_megabytes THEN ${simFlow.usedUp}
  WHEN k.used_megabytes >= ${simFlowLowShare} * k.total_megabytes THEN ${simFlow.low} ELSE ${simFlow.enough} END)`;

/** Condition on a card `k`: its carrier has stopped it. */
export const stoppedSql = `k.state IN (${simStopped.map((state) => `'${state}'`).join(', ')})`;
