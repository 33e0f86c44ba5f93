import { type Bilingual, isRole, pointInRole, type RecoveryState, roleOf, staleAfterMs } from '@watchpost/contract';
import { system, type UserTenant } from '../access/index.ts';
import { parseRule, quantity, ruleVersionsOf } from '../alarms/index.ts';
import type { History } from '../history/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import type { PointLimits } from '../points/index.ts';
import { isGoodQuality } from './isGoodQuality.ts';
import { type AlarmOfOrder, alarmsOfOrder, isAlarming } from './orderAlarms.store.ts';
import {
  evidenceOfDevice,
  type PointOfDevice,
  type WatchedRow,
  watchedPoints,
  writePointVerdicts,
} from './recovery.store.ts';
import {
  isWithin,
  judgePoint,
  neededSecondsOf,
  type PointVerdict,
  type Samples,
  stricter,
  type WatchLimits,
  worstOf,
} from './recovery.ts';
import { agrees, agreesWithHand, changedParts, hasCycled, isLooser } from './recoveryEvidence.ts';
import { handReading, type RecoveryFinding, type RecoveryReason } from './recoveryWords.ts';
import type { OrderChange, OrderRow } from './repair.store.ts';
import { innerLimitsOf, raiseLimitsOf } from './watchSet.ts';

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
    findings: '[]',
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
  readonly history: Pick<History, 'raw' | 'newest'>;
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
  const findings: RecoveryFinding[] = [];
  const beside = order.device_id === null ? [] : await evidenceOfDevice(system, transaction, order.device_id);
  const found = [];
  let isUnconfirmed = false;
  let isWithinLoosened = true;
  for (const [place, point] of points.entries()) {
    const samples = raw[place]!;
    const limitsNow = innerLimitsOf(usualLimitsOfPoint(point.point_id));
    const limits = stricter(point, limitsNow);
    const question = {
      finishedAt,
      now: until,
      neededMs,
      staleAfterMs: staleAfterMs(point.sampling_interval_seconds * 1000),
    };
    let verdict = judgePoint(samples, limits, question);
    const before = limitsBefore(point, alarms);
    if (isLooser(limitsNow, before)) {
      findings.push(await loosened(transaction, point, before, limitsNow, { from: troubleAt, until }));
      const { state } = judgePoint(samples, limitsNow ?? noLimits, question);
      if (isBeyond(verdict) && state !== 'verified' && state !== 'observing') isWithinLoosened = false;
    } else if (isBeyond(verdict)) isWithinLoosened = false;
    const parts = changedParts(point.source, point.source_now);
    if (parts.length > 0) {
      const confirmedBy =
        verdict.state === 'verified'
          ? await confirmation(history, { point, samples, verdict, finishedAt }, beside)
          : null;
      findings.push({ kind: 'sensorReplaced', point: inBoth(point), parts, confirmedBy });
      if (verdict.state === 'verified' && confirmedBy === null) {
        isUnconfirmed = true;
        verdict = { ...verdict, state: 'notVerifiable', verifiedAt: null };
      }
    }
    verdicts.push(verdict);
    found.push({
      pointId: point.point_id,
      state: verdict.state,
      since: verdict.since === null ? null : new Date(verdict.since),
      worst: worstSample(samples, limits),
    });
  }
  await writePointVerdicts(system, transaction, order.id, found);
  const alarming = alarms.length > 0 && (await isAlarming(system, transaction, order.id));
  if (alarms.length > 0) verdicts.push(judgeAlarms(alarms, { alarming, finishedAt, now: until, neededMs }));
  let verdict = worstOf(verdicts);
  let reason: RecoveryReason | null =
    verdict.state === 'notVerifiable'
      ? isUnconfirmed
        ? 'sensorReplaced'
        : 'noData'
      : isBeyond(verdict)
        ? alarming
          ? 'stillAlarming'
          : isWithinLoosened
            ? 'limitLoosened'
            : 'beyond'
        : null;
  const setpoint = await lookAtSetpoint(history, order, { points, alarms, beside, troubleAt, finishedAt, until });
  if (setpoint.finding) {
    findings.push(setpoint.finding);
    // A setpoint that lets the plant rest says nothing of whether it can work.
    if (verdict.state === 'verified' && setpoint.finding.hasCycled === false) {
      verdict = { ...verdict, state: 'observing', verifiedAt: null };
      reason = 'setpointMoved';
    }
  }
  return {
    recovery_state: verdict.state,
    recovery_why: reason,
    recovery_since: verdict.since === null ? null : new Date(verdict.since),
    verified_at: verdict.state === 'verified' && verdict.verifiedAt !== null ? new Date(verdict.verifiedAt) : null,
    observed_seconds: Math.round(verdict.observedMs / 1000),
    findings: JSON.stringify(findings),
    setpoint_before: setpoint.before && JSON.stringify(setpoint.before),
  };
}

const noLimits: WatchLimits = { high: null, low: null };
const isBeyond = ({ state }: PointVerdict): boolean => state === 'waiting' || state === 'notRecovered';
const inBoth = ({ name, name_en }: { name: string; name_en: string | null }): Bilingual => ({
  zh: name,
  en: name_en ?? name,
});

/**
 * The limits of a watched point when the trouble began: those of its alarm without the deadband, else those of the report. What hangs
 * on another point is not among the limits of today either, so it is left out.
 */
function limitsBefore(point: WatchedRow, alarms: readonly AlarmOfOrder[]): WatchLimits {
  const limits = alarms.flatMap((alarm) =>
    alarm.point_id === point.point_id ? (raiseLimitsOf({ ...alarm, limit_value: null }) ?? []) : [],
  );
  return limits[0] ?? point;
}

/** That a limit was loosened, and when. */
async function loosened(
  transaction: DbOrTransaction,
  point: WatchedRow,
  before: WatchLimits,
  now: WatchLimits | null,
  { from, until }: { from: number; until: number },
): Promise<RecoveryFinding> {
  const side = isLooser(now && { ...now, low: before.low }, { high: before.high, low: null }) ? 'high' : 'low';
  const versions = await ruleVersionsOf(system, transaction, [point.point_id], {
    from: new Date(from),
    until: new Date(until),
  });
  const changes = versions.map(({ valid_from }) => valid_from.getTime()).filter((at) => at > from);
  return {
    kind: 'limitLoosened',
    point: inBoth(point),
    was: quantity(before[side]!, point),
    now: now === null || now[side] === null ? null : quantity(now[side], point),
    changedAt: changes.length === 0 ? null : Math.max(...changes),
  };
}

/** What says the same as a point that is read differently than before; null: nothing. */
async function confirmation(
  history: JudgeDeps['history'],
  {
    point,
    samples,
    verdict,
    finishedAt,
  }: { point: WatchedRow; samples: Samples; verdict: PointVerdict; finishedAt: number },
  beside: readonly PointOfDevice[],
): Promise<Bilingual | null> {
  if (point.hand_value !== null && agreesWithHand(samples, point.hand_value, finishedAt, point.unit))
    return handReading;
  const others = beside.filter(
    (other) =>
      other.id !== point.point_id && other.value_type === 'analog' && other.unit === point.unit && !isSetpoint(other),
  );
  const { since: from, verifiedAt: until } = verdict;
  if (others.length === 0 || from === null || until === null) return null;
  const raw = await history.raw(
    others.map(({ id }) => id),
    from,
    until + 1,
  );
  const agreeing = others.find(({ sampling_interval_seconds: seconds }, place) =>
    agrees(samples, raw[place]!, { from, until, staleAfterMs: staleAfterMs(seconds * 1000), unit: point.unit }),
  );
  return agreeing === undefined ? null : inBoth(agreeing);
}

const setpointWords = /设定|set.?point/i;
const isSetpoint = ({ role, name, name_en }: PointOfDevice): boolean =>
  (isRole(role) && roleOf(role).isSetpoint === true) || setpointWords.test(`${name} ${name_en ?? ''}`);

/** The setpoint before the trouble is looked for so far back. */
const setpointWithinMs = 7 * 86_400_000;

/** Whether the temperature setpoint of the device was moved to where the trouble no longer shows, and what it was before. */
async function lookAtSetpoint(
  history: JudgeDeps['history'],
  order: OrderRow,
  {
    points,
    alarms,
    beside,
    troubleAt,
    finishedAt,
    until,
  }: {
    points: readonly WatchedRow[];
    alarms: readonly AlarmOfOrder[];
    beside: readonly PointOfDevice[];
    troubleAt: number;
    finishedAt: number;
    until: number;
  },
): Promise<{
  before: OrderRow['setpoint_before'];
  finding: (RecoveryFinding & { kind: 'setpointMoved' }) | null;
}> {
  const device = {
    mainPointId: beside.find(({ main }) => main)?.id ?? null,
    points: beside.map(({ id, name, name_en, type_code, role }) => ({
      id,
      names: name_en === null ? [name] : [name, name_en],
      typeCode: type_code,
      role,
    })),
  };
  const id = pointInRole('temperatureSetpoint', device);
  const setpoint = beside.find((point) => point.id === id);
  const watched = points.filter(({ unit }) => unit === setpoint?.unit);
  if (setpoint === undefined || watched.length === 0) return { before: null, finding: null };
  /** Undefined: none, or the newest one means nothing. */
  const newestIn = async (from: number, to: number): Promise<number | undefined> => {
    const sample = (await history.newest([setpoint.id], from, to)).get(setpoint.id);
    return sample && isGoodQuality(sample.quality) && Number.isFinite(sample.value) ? sample.value : undefined;
  };
  const known = order.setpoint_before?.pointId === setpoint.id ? order.setpoint_before.value : undefined;
  const first = known ?? (await newestIn(troubleAt - setpointWithinMs, troubleAt + 1));
  if (first === undefined) return { before: null, finding: null };
  const before = { pointId: setpoint.id, value: first };
  const now = (await newestIn(troubleAt, until + 1)) ?? before.value;
  const isUp = now > before.value;
  // Above its limit the air is too warm, and a higher setpoint hides that; below it the other way round.
  const hides = watched.some((point) => {
    const exceeded = alarms.flatMap(({ point_id, band }) => (point_id === point.point_id && band ? [band] : []));
    const isAsked = exceeded.length === 0 || exceeded.some((band) => band.startsWith(isUp ? 'high' : 'low'));
    return isAsked && (isUp ? point.high : point.low) !== null;
  });
  if (now === before.value || !hides) return { before, finding: null };
  const coolingId = pointInRole('cooling', device) ?? pointInRole('compressor1', device);
  const [cooling] = coolingId === undefined ? [] : await history.raw([coolingId], finishedAt, until + 1);
  return {
    before,
    finding: {
      kind: 'setpointMoved',
      from: quantity(before.value, setpoint),
      to: quantity(now, setpoint),
      isUp,
      hasCycled: cooling === undefined ? null : hasCycled(cooling, finishedAt),
    },
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
