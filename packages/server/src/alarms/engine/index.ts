/**
 * The alarm engine: what readings and passing time do to alarm rules. Pure: no database, clock or log in here; the same
 * inputs give the same states and events, so every alarm, and every alarm that did not come, can be recomputed.
 *
 * `ingest` uses it like this, one batch at a time:
 *
 * ```ts
 * // Start-up: nothing is derived, nobody is paged.
 * const memory = createMemory();
 * for (const point of points) watchPoint(memory, point, rulesOf(point), { now, states, cursor: latestOf(point) });
 * for (const gateway of gateways) watchSource(memory, { type: 'gateway', id: gateway.id }, rulesOf(gateway), { now, states });
 *
 * // Each batch, and once a second with `noReadings()` when no batch comes, so that held values complete their delays:
 * const evaluation = evaluateBatch(memory, {
 *   now,
 *   readings,                    // columns, any order
 *   live: new Map([[7, { since: connectedAt, watermark: now - 5_000 }]]), // gateway 7: live, no backlog, grace 5 s
 *   gone: new Map([[9, { since: connectedAt, watermark: now - 5_000 }]]), // gateway 9: known to be gone; only silence goes on
 *   links: [{ subject: { type: 'gateway', id: 9 }, at: now, up: false }], // gateway 9 was just lost
 *   sourceOf: (subject) => ({ down: gatewayOf(subject) === 9 ? 'gateway' : null, since: changedAt }),
 *   lateAfterMs: 60_000,
 * });
 * await inOneTransaction(readings, evaluation.changes, evaluation.events); // throws: evaluate again, no trace is left
 * commit(memory, evaluation);
 * ```
 *
 * What that does: freezer point 12 has a high limit of −15 °C, on-delay 10 minutes. At 10:00 it reports −12.4 °C: its
 * state becomes `pendingOn` (a change, no event). Nothing else arrives, yet the link is live, so at the tick whose
 * watermark passes 10:10 comes `raised` at 10:10:00 with `notify`, and `sentence` says "−12.4 °C above high limit
 * −15.0 °C, out of limits for more than 10 min". Had the gateway been offline from 9:59 and sent the morning as a
 * backlog at noon, the same `raised` would carry 10:10 as its time, `detectedLate`, and no `notify`: `stillActive`
 * notifies, once, if the newest sample still alarms; if the backlog also holds the return, nobody is called for an alarm
 * that is over.
 *
 * How time counts is told at `step`. What the caller owns: persisting, acknowledgement, shelving, notification, and
 * saying which gateways are live (an MQTT link that is replaying, or whose newest sample is older than the grace, is
 * not). Rules are checked with `canRun` of the contract before they come here.
 */
export type { AlarmEvent, ReturnReason } from './alarmEvent.ts';
export {
  type AlarmKind,
  type AlarmRule,
  type BadQualityRule,
  type Band,
  type BandLimit,
  type Bands,
  bandNames,
  bandSetsOf,
  type CommunicationLossRule,
  type DeviationRule,
  type FrozenRule,
  hasMissing,
  isAboutTheSource,
  judgesValues,
  type LimitRule,
  type NoDataRule,
  type OnlyWhile,
  type Period,
  type PointReference,
  pointIdsOf,
  type RateOfChangeRule,
  referencesOf,
  type Severity,
  type StateRule,
  type Subject,
  stateKey,
  type ValueRule,
  waitMs,
  withCertainPoints,
} from './alarmRule.ts';
export { bandsAt } from './bandStates.ts';
export {
  type Batch,
  type Evaluation,
  type JudgedAnew,
  type LinkChange,
  noReadings,
  type Readings,
  type SourceStatus,
  type StateChange,
  type StretchesOfGateways,
} from './batch.ts';
export { createMemory, cursorOf, discard, type EngineMemory, type PointCursor, stateOf } from './engineMemory.ts';
export { commit, evaluateBatch } from './evaluateBatch.ts';
export { followGates, type Span } from './followGates.ts';
export { comingRise } from './limits.ts';
export { lookAtRule, type RuleLook } from './look.ts';
export { type PendingAlarm, pendingAlarms, pendingChanges } from './pendingAlarms.ts';
export { isOpen, normalState, type Phase, type RuleState } from './ruleState.ts';
export { type BothLanguages, durationText, quantity, type SentenceOptions, sentence } from './sentence.ts';
export { firstBadQuality, type Inputs, isBad, type LiveStretch, type StepInput, step } from './step.ts';
export { type Suppression, suppressedBy, suppressedOn } from './suppression.ts';
export { noTrace, type Point, type Trace, wantsMs } from './trace.ts';
export { endOccurrence, raisedBy, redefinedTo, severityOf } from './transitions.ts';
export { unwatch, type WatchedPoint, type WatchOptions, watchPoint, watchSource } from './watch.ts';
export { type Calendar, periodAt, periodEndsAt, utcCalendar } from './weekly.ts';
