import { type RecoveryState, staleAfterMs } from '@watchpost/contract';
import { system, type UserTenant } from '../access/index.ts';
import { parseRule } from '../alarms/index.ts';
import type { History } from '../history/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { PointLimits } from '../points/index.ts';
import { alarmsOfOrder, isAlarming } from './orderAlarms.store.ts';
import { watchedPoints, writePointVerdicts } from './recovery.store.ts';
import { isWithin, judgePoint, neededSecondsOf, type PointVerdict, stricter, worstOf } from './recovery.ts';
import type { RecoveryReason } from './recoveryWords.ts';
import type { OrderChange, OrderRow } from './repair.store.ts';
import { innerLimitsOf } from './watchSet.ts';

/** Nobody observes for longer: what has not recovered by then is settled by people. */
export const longestObservedMs = 7 * 86_400_000;

/** What a finish begins: the observation, or that there is nothing to observe. The order is the tenant's. */
export async function beginRecovery(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  order: OrderRow,
): Promise<OrderChange> {
  const alarms = await alarmsOfOrder(system, transaction, order.id);
  const points = await watchedPoints(tenant, transaction, order.id);
  const rules = alarms.map(({ rule_definition }) => parseRule(0, rule_definition));
  const isWatched = alarms.length > 0 || points.length > 0;
  return {
    recovery_state: isWatched ? 'waiting' : 'notVerifiable',
    recovery_why: isWatched ? null : ('noPoints' satisfies RecoveryReason),
    recovery_since: null,
    verified_at: null,
    observed_seconds: 0,
    recovery_seconds: neededSecondsOf(
      order.subsystem_code,
      rules.flatMap((rule) =>
        rule !== null && 'onDelaySeconds' in rule
          ? [{ onSeconds: rule.onDelaySeconds, offSeconds: rule.offDelaySeconds }]
          : [],
      ),
    ),
  };
}

export interface JudgeDeps {
  readonly history: Pick<History, 'raw'>;
  readonly usualLimitsOfPoint: (pointId: number) => PointLimits | null;
}

/**
 * What readings and alarms say of the recovery of an order that is finished, by everything that is known at `now`.
 *
 * @returns what changes of the order; the points are written
 */
export async function judgeRecovery(
  { history, usualLimitsOfPoint }: JudgeDeps,
  transaction: DbOrTransaction,
  order: OrderRow,
  now: number,
): Promise<OrderChange & { recovery_state: RecoveryState }> {
  const finishedAt = order.finished_at!.getTime();
  const neededMs = (order.recovery_seconds ?? 0) * 1000;
  const points = await watchedPoints(system, transaction, order.id);
  const alarms = await alarmsOfOrder(system, transaction, order.id);
  const troubleAt = Math.min(order.submitted_at!.getTime(), ...alarms.map(({ raised_at }) => raised_at.getTime()));
  const from = Math.max(troubleAt, finishedAt - longestObservedMs);
  const until = Math.min(now, finishedAt + longestObservedMs);
  const raw =
    points.length === 0
      ? []
      : await history.raw(
          points.map(({ point_id }) => point_id),
          from,
          until + 1,
        );
  const verdicts: PointVerdict[] = [];
  const found = points.map((point, place) => {
    const samples = raw[place]!;
    const limits = stricter(point, innerLimitsOf(usualLimitsOfPoint(point.point_id)));
    const verdict = judgePoint(samples, limits, {
      finishedAt,
      now: until,
      neededMs,
      staleAfterMs: staleAfterMs(point.sampling_interval_seconds * 1000),
    });
    verdicts.push(verdict);
    return {
      pointId: point.point_id,
      state: verdict.state,
      since: verdict.since === null ? null : new Date(verdict.since),
      worst: worstSample(samples, limits),
    };
  });
  await writePointVerdicts(system, transaction, order.id, found);
  const alarming = alarms.length > 0 && (await isAlarming(system, transaction, order.id));
  if (alarms.length > 0) verdicts.push(judgeAlarms(alarms, { alarming, finishedAt, now: until, neededMs }));
  const verdict = worstOf(verdicts);
  const reason: RecoveryReason | null =
    verdict.state === 'notVerifiable'
      ? 'noData'
      : verdict.state === 'waiting' || verdict.state === 'notRecovered'
        ? alarming
          ? 'stillAlarming'
          : 'beyond'
        : null;
  return {
    recovery_state: verdict.state,
    recovery_why: reason,
    recovery_since: verdict.since === null ? null : new Date(verdict.since),
    verified_at: verdict.state === 'verified' && verdict.verifiedAt !== null ? new Date(verdict.verifiedAt) : null,
    observed_seconds: Math.round(verdict.observedMs / 1000),
  };
}

/** An alarm that is over for the whole observation counts as a point within its limits: of states nothing else is known. */
function judgeAlarms(
  alarms: readonly { readonly returned_at: Date | null }[],
  { alarming, finishedAt, now, neededMs }: { alarming: boolean; finishedAt: number; now: number; neededMs: number },
): PointVerdict {
  if (alarming) return { state: 'waiting', since: null, verifiedAt: null, observedMs: 0 };
  const since = Math.max(finishedAt, ...alarms.map(({ returned_at }) => returned_at?.getTime() ?? finishedAt));
  const observedMs = Math.min(neededMs, Math.max(0, now - since));
  return observedMs >= neededMs
    ? { state: 'verified', since, verifiedAt: since + neededMs, observedMs }
    : { state: 'observing', since, verifiedAt: null, observedMs };
}

/** The value farthest beyond the limits; null: none was. */
function worstSample(
  { length, measuredAt, values }: { length: number; measuredAt: Float64Array; values: Float64Array },
  limits: { high: number | null; low: number | null },
): { value: number; at: Date } | null {
  let worst: { value: number; at: Date; by: number } | null = null;
  for (let i = 0; i < length; i += 1) {
    const value = values[i]!;
    if (Number.isNaN(value) || isWithin(value, limits)) continue;
    const by = Math.max(limits.high === null ? 0 : value - limits.high, limits.low === null ? 0 : limits.low - value);
    if (worst === null || by > worst.by) worst = { value, at: new Date(measuredAt[i]!), by };
  }
  return worst && { value: worst.value, at: worst.at };
}
