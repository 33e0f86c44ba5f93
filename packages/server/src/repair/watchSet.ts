import { repairErrors } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import { parseRule } from '../alarms/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { PointLimits } from '../points/index.ts';
import type { AlarmOfOrder } from './orderAlarms.store.ts';
import { type NewWatched, pointsOfDevice } from './recovery.store.ts';
import type { WatchLimits } from './recovery.ts';

const maxWatched = 20;

/** Where people begin to be told: the inner limits, else the outer ones. */
export const innerLimitsOf = (limits: PointLimits | null): WatchLimits | null =>
  limits === null ? null : { high: limits.high ?? limits.highHigh, low: limits.low ?? limits.lowLow };

/**
 * The limits by which an alarm was raised, and how far within them a value has to come to return; null: it has none. A limit that
 * hangs on another point, as a setpoint, is the one that was exceeded: what the point says later does not count.
 */
export function raiseLimitsOf(
  alarm: Pick<AlarmOfOrder, 'rule_definition' | 'band' | 'limit_value'>,
): (WatchLimits & { readonly deadband: number }) | null {
  const rule = parseRule(0, alarm.rule_definition);
  if (rule?.kind !== 'limit') return null;
  const limitOf = (name: 'high' | 'highHigh' | 'low' | 'lowLow'): number | null => {
    const band = rule.bands[name];
    if (band === undefined) return null;
    return band.from === undefined ? band.limit : alarm.band === name ? alarm.limit_value : null;
  };
  return {
    high: limitOf('high') ?? limitOf('highHigh'),
    low: limitOf('low') ?? limitOf('lowLow'),
    deadband: rule.deadband,
  };
}

/** Where the alarm returned to normal: its limits as they stood, less the deadband; null: it has none. */
function returnLimitsOf(alarm: AlarmOfOrder): WatchLimits | null {
  const limits = raiseLimitsOf(alarm);
  if (limits === null) return null;
  const { high, low, deadband } = limits;
  return { high: high === null ? null : high - deadband, low: low === null ? null : low + deadband };
}

/**
 * The points whose readings will show whether the trouble is over: those that were named, else those of the alarms, else those of
 * the device that have limits, as where an alarm is about a door or silence.
 *
 * @throws Refusal `pointOfAnotherDevice`, `tooManyPoints`
 */
export async function watchSet(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  {
    deviceId,
    pointIds,
    alarms,
  }: {
    deviceId: number | null;
    pointIds: readonly number[];
    alarms: readonly AlarmOfOrder[];
  },
  limitsOf: (pointId: number) => PointLimits | null,
): Promise<NewWatched[]> {
  if (pointIds.length > maxWatched) throw new Refusal(repairErrors.tooManyPoints);
  const known = deviceId === null ? [] : await pointsOfDevice(tenant, transaction, deviceId, null);
  if (pointIds.some((id) => !known.includes(id))) throw new Refusal(repairErrors.pointOfAnotherDevice);
  const watched = new Map<number, WatchLimits>();
  for (const alarm of alarms) {
    const limits = returnLimitsOf(alarm);
    if (alarm.point_id !== null && limits !== null) watched.set(alarm.point_id, limits);
  }
  const others = pointIds.length > 0 ? pointIds : watched.size > 0 ? [] : known;
  for (const pointId of others) {
    const limits = innerLimitsOf(limitsOf(pointId));
    if (!watched.has(pointId) && limits !== null) watched.set(pointId, limits);
  }
  return [...watched].slice(0, maxWatched).map(([pointId, { high, low }]) => ({ pointId, high, low }));
}
