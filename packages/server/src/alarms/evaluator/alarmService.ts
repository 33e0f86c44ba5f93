import { alarmLevels } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../../access/index.ts';
import type { EventBus, ReadingColumns } from '../../events.ts';
import type { History, RawHistory } from '../../history/index.ts';
import { createAnnouncementDelivery, noOutbox, type Outbox } from '../../notifications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { LimitStretch, PointLimits, ShownLimits } from '../../points/index.ts';
import { changeOf } from '../alarmChange.ts';
import { findLosses } from '../backTest/backTest.store.ts';
import {
  type AlarmRule,
  type Calendar,
  commit,
  createMemory,
  cursorOf,
  type EngineMemory,
  type Evaluation,
  evaluateBatch,
  isOpen,
  judgesValues,
  lookAtRule,
  normalState,
  type PointCursor,
  pendingChanges,
  pointIdsOf,
  type RuleLook,
  type RuleState,
  type Severity,
  type StateChange,
  type StretchesOfGateways,
  type Subject,
  stateKey,
  stateOf,
  unwatch,
  utcCalendar,
  watchPoint,
  watchSource,
} from '../engine/index.ts';
import { createLateJudge, type LateStep } from '../late/createLateJudge.ts';
import { markLate } from '../late/late.store.ts';
import { parseRule } from '../ruleDefinition.ts';
import { announcedNow } from '../shelves/hiding.store.ts';
import { createShelfWatch } from '../shelves/shelfWatch.ts';
import { type AlarmWrite, alarmWrites, type KeyFacts } from './alarmWrites.ts';
import { continueAlarm, type EditOutcome } from './continueAlarm.ts';
import {
  existingRules,
  existingSubjects,
  insertEscalations,
  type OpenRow,
  readOpen,
  readStates,
  readWatched,
} from './evaluator.store.ts';
import { type EditedRule, judgeEdits } from './judgeEdits.ts';
import { type CursorOf, lastGoodCursors } from './lastGoodCursors.ts';
import { createLinkLooks, type LinkLook, type LinkOf, sourceStatus } from './linkLook.ts';
import { createPendingOnPoint } from './pendingOnPoint.ts';
import { areSameLimits, limitsAt, limitsOver, usualLimits } from './pointLimits.ts';
import { type RecentOf, readRecent } from './readRecent.ts';
import { changesToRead, withoutOldChanges } from './recentChanges.ts';
import { createRepeats } from './repeatAlarms.ts';
import { createRetiredRules, stateOfOpen } from './retiredRules.ts';
import { createRuleCache } from './ruleCache.ts';
import {
  emptyWatchList,
  isSameWatch,
  ownSource,
  subjectKey,
  type WatchedSubject,
  type WatchList,
  watchListOf,
} from './watchList.ts';
import { type ToTell, writeEvaluation } from './writeEvaluation.ts';

export interface EvaluationInput {
  readonly now: number;
  /** Of any number of gateways, in any order; empty for a tick. */
  readonly readings: ReadingColumns;
  /** Those whose link is live without backlog after these readings. Others make no progress in time. */
  readonly live: StretchesOfGateways;
  /** Those known to be gone: the stretch that was lost, and up to when it is certain that nothing came. */
  readonly gone: StretchesOfGateways;
  readonly linkOf: LinkOf;
}

/** What a batch would do to the alarms. Hand it to `persist` and, after the commit, to `committed`; or drop it. */
export interface AlarmEvaluation {
  readonly now: number;
  readonly engine: Evaluation;
  /** Everything to be written, endings of retiring rules included. */
  readonly states: readonly (StateChange & { readonly hash: string })[];
  readonly writes: readonly AlarmWrite[];
  readonly retiring: readonly string[];
  /** Null: not looked at this time. */
  readonly links: LinkLook | null;
  /** Null: late samples are not judged. */
  readonly late: LateStep | null;
  /** Set by `persist`: the changes to announce once it has committed. */
  toTell: ToTell | null;
}

export interface AlarmServiceDeps {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: EventBus;
  /**
   * Where a point's readings had come to, by the latest of them; asked when a point begins to be watched. Of a bad one the good one
   * before it need not be known: at a start that is looked up.
   */
  readonly cursorOf?: (pointId: number) => PointCursor | null;
  /** By which people are told outside the screens; absent: nobody is. */
  readonly outbox?: Outbox;
  /** What history knows of some points between two times, epoch ms; asked for rules that judge by more than the last value. */
  readonly historyOf?: (pointIds: readonly number[], from: number, to: number) => Promise<readonly RawHistory[]>;
  /** By which late samples are judged in the order of time; absent: they are not. */
  readonly history?: Pick<History, 'rawChunks' | 'knownBefore' | 'newest'>;
}

export type AlarmService = ReturnType<typeof openAlarms>;

/** Something that happened longer ago than this is news from a buffer. Well above the grace of the watermarks (seconds). */
const lateAfterMs = 120_000;
/**
 * Alarms around the pure engine. Use by ingest, one batch at a time:
 * `evaluate` → `persist` inside the transaction of the readings → commit → `committed`. After a rollback just evaluate again.
 *
 * This is the only writer of an alarm's process (raised, worse, ended); acts of people are in `acknowledge.ts` and `handle.ts`.
 */
export function openAlarms(deps: AlarmServiceDeps) {
  const { db, pool, clock, log, events, outbox = noOutbox } = deps;
  const memory: EngineMemory = createMemory();
  let watchList = emptyWatchList;
  /** Loaded and waiting for the next batch: between `evaluate` and `committed` the memory must not change. */
  let nextWatchList: {
    readonly list: WatchList;
    readonly recentOf: RecentOf;
    readonly judged: ReadonlyMap<string, RuleState>;
    readonly unread: () => ReadonlyMap<number, number>;
  } | null = null;
  /** Points of edited rules, by since when samples came that history had not told when it was read; until a batch has marked them late. */
  const unjudgedSince = new Map<number, number>();
  const ruleCache = createRuleCache(log);
  const retiredRules = createRetiredRules();
  const links = createLinkLooks();
  let reloading: Promise<void> = Promise.resolve();
  let latest: Pick<EvaluationInput, 'now' | 'live'> = { now: clock.now(), live: new Map() };
  let batchWanted: () => void = () => undefined;
  const repeats = createRepeats({ pool, clock, log, events, outbox });
  const delivery = createAnnouncementDelivery({
    ...{ pool, clock, log, events, outbox, announcedNow },
    escalated: async (tenant, client, steps, at) =>
      (await insertEscalations(tenant, client, steps, at)).map((row) =>
        changeOf(row, { kind: 'escalated', levels: [row.severity], at: at.getTime() }),
      ),
  });
  const shelves = createShelfWatch({ pool, clock, log, events, announced: () => delivery.wake() });

  const pending = createPendingOnPoint(
    memory,
    () => clock.now(),
    (pointId) => watchList.subjects.get(`point:${pointId}`)?.place,
  );

  const hashOf = (key: string): string => watchList.rules.get(key)?.hash ?? '';

  function factsOf(key: string, subject: Subject): KeyFacts | undefined {
    const watched = watchList.rules.get(key);
    const place = watchList.subjects.get(subjectKey(subject))?.place;
    return watched && place
      ? { watched, place, unit: place.unit, decimals: place.decimals }
      : retiredRules.factsOf(key);
  }

  const late =
    deps.history === undefined
      ? null
      : createLateJudge({
          ...{ db, log, memory, factsOf, history: deps.history },
          watchList: () => watchList,
          now: () => latest.now,
          watermarkOf: (gatewayId) => latest.live.get(gatewayId)?.watermark ?? null,
          wanted: () => batchWanted(),
        });

  const rulesOf = (pointId: number): AlarmRule[] =>
    watchList.subjects.get(`point:${pointId}`)?.rules.map(({ rule }) => rule) ?? [];
  const calendarOf = (pointId: number): Calendar => watchList.subjects.get(`point:${pointId}`)?.calendar ?? utcCalendar;

  const latestCursorOf: CursorOf = (pointId) => deps.cursorOf?.(pointId) ?? null;

  function watch(
    watched: WatchedSubject,
    recentOf: RecentOf,
    judged: ReadonlyMap<string, RuleState>,
    restored?: { readonly states: ReadonlyMap<string, RuleState>; readonly cursorOf: CursorOf },
  ): void {
    const { subject } = watched;
    const rules = watched.rules.map(({ rule }) => rule);
    const options = { now: clock.now(), recentOf, judged, ...(restored && { states: restored.states }) };
    if (subject.type !== 'point') {
      watchSource(memory, { type: subject.type, id: subject.id }, rules, options);
      links.forget(subject);
      return;
    }
    const cursor = (restored?.cursorOf ?? latestCursorOf)(subject.id);
    const point = {
      pointId: subject.id,
      gatewayId: watched.gatewayId!,
      maxGapSeconds: watched.maxGapSeconds,
      ...(watched.calendar && { calendar: watched.calendar }),
    };
    watchPoint(memory, point, rules, { ...options, ...(cursor && { cursor }) });
  }

  async function readWatchList(): Promise<WatchList> {
    const now = clock.now();
    const rows = await readWatched(system, db, ruleCache, changesToRead(watchList, now));
    return withoutOldChanges(await watchListOf(rows, ruleCache, log, watchList), latestCursorOf, now);
  }

  /**
   * Restores everything as it was: nothing is derived anew, so a start tells nobody anything. What the database holds open
   * but no present rule continues (edited or closed while we were away) ends with the first batch. Only the delays of
   * gateways and slaves begin anew: while we were away nobody could reach us, which is neither silence nor a return.
   */
  async function start(): Promise<void> {
    watchList = await readWatchList();
    const [stateRows, openRows] = [await readStates(system, db), await readOpen(system, db)];
    retiredRules.knowExisting(
      await existingSubjects(system, db, openRows.map(subjectOf)),
      await existingRules(
        system,
        db,
        openRows.map(({ rule_id }) => rule_id),
      ),
    );

    const cursorOf = await lastGoodCursors(watchList, latestCursorOf, deps.historyOf);
    const openByKey = new Map(openRows.map((row) => [stateKey(row.rule_id, subjectOf(row)), row]));
    const edits = stateRows.flatMap((row): EditedRule[] => {
      const now = watchList.rules.get(stateKey(row.rule_id, subjectOf(row)));
      const isEdited = now !== undefined && now.hash !== row.rule_hash && row.subject_kind === 'point';
      return isEdited ? [{ pointId: row.subject_id, rule: now.rule, before: { ...normalState, ...row.state } }] : [];
    });
    const judged = await judgedByHistory(edits, watchList, cursorOf);
    const restored = new Map<string, RuleState>();
    for (const row of stateRows) {
      const subject = subjectOf(row);
      const key = stateKey(row.rule_id, subject);
      const state: RuleState = { ...normalState, ...row.state };
      const continues = watchList.rules.get(key)?.hash === row.rule_hash && isOpen(state) === openByKey.has(key);
      if (continues && subject.type !== 'point' && state.phase === 'pendingOn')
        retiredRules.restored(row.rule_id, subject, normalState, undefined, watchList);
      else if (continues && subject.type !== 'point' && state.phase === 'pendingOff')
        restored.set(key, { ...state, phase: 'active', backSince: null });
      else if (continues) restored.set(key, state);
      else {
        const after = takeEdit(row.rule_id, subject, state, openByKey.get(key), judged, cursorOf);
        if (after !== null) restored.set(key, after);
      }
    }
    for (const [key, row] of openByKey) {
      if (!restored.has(key) && !retiredRules.has(key))
        retiredRules.restored(row.rule_id, subjectOf(row), normalState, row, watchList);
    }
    const recentOf = await readRecent(watchList, emptyWatchList, clock.now(), cursorOf, deps.historyOf);
    for (const watched of watchList.subjects.values())
      watch(watched, recentOf, new Map(), { states: restored, cursorOf });
    repeats.start();
    shelves.start();
    await late?.start();
    // Announcements that were decided before a stop and not delivered yet.
    delivery.wake();
  }

  /** How edited rules stand by history; empty where there is none to ask. */
  async function judgedByHistory(
    edits: readonly EditedRule[],
    list: WatchList,
    cursorOf: CursorOf,
  ): Promise<ReadonlyMap<string, RuleState>> {
    const { historyOf } = deps;
    if (historyOf === undefined || edits.length === 0) return new Map();
    const lossesOf = (pointIds: readonly number[], from: number) => findLosses(system, db, pointIds, new Date(from));
    return judgeEdits(edits, list, clock.now(), { historyOf, lossesOf, cursorOf });
  }

  /** At a start, a state that was left by another definition. @returns the one to go on from; null: as normal */
  function takeEdit(
    ruleId: number,
    subject: Subject,
    state: RuleState,
    open: OpenRow | undefined,
    judged: ReadonlyMap<string, RuleState>,
    cursorOf: CursorOf,
  ): RuleState | null {
    const key = stateKey(ruleId, subject);
    const rule = watchList.rules.get(key)?.rule ?? null;
    const before = open === undefined ? rule : parseRule(ruleId, open.rule_definition);
    const left = open === undefined ? normalState : stateOfOpen(state, open);
    const value = subject.type === 'point' ? (cursorOf(subject.id)?.heldValue ?? null) : null;
    const outcome =
      rule === null || before === null || !retiredRules.isEdit(ruleId, subject, before, watchList)
        ? null
        : outcomeOfEdit({ rule: before, state: left }, rule, key, subject, judged, value);
    if (rule === null || before === null || outcome === null || outcome.kind === 'ends')
      retiredRules.restored(ruleId, subject, state, open, watchList, outcome?.state);
    else retiredRules.edited(key, { subject, before, rule, outcome });
    return outcome?.state ?? null;
  }

  /** Null: history knows nothing of it, and it is not judged without. */
  function outcomeOfEdit(
    before: { readonly rule: AlarmRule; readonly state: RuleState },
    rule: AlarmRule,
    key: string,
    subject: Subject,
    judged: ReadonlyMap<string, RuleState>,
    value: number | null,
  ): EditOutcome | null {
    const found = judged.get(key) ?? null;
    if (found === null && judgesValues(rule)) return null;
    return continueAlarm(before, rule, found, value, { subject, now: clock.now(), lateAfterMs });
  }

  /**
   * Call after the configuration changed: strategies, their points, names, devices, gateways. Open occurrences of rules that
   * were edited, closed or whose point was deleted are ended with that reason by the next batch, so that the evaluator
   * stays the only one who writes them.
   */
  function reload(): Promise<void> {
    // One after the other: an older look at the database must not overtake a newer one.
    const done = reloading.then(loadNext);
    reloading = done.catch(() => undefined);
    return done;
  }

  async function loadNext(): Promise<void> {
    ruleCache.nextGeneration();
    const loaded = await readWatchList();
    const gone: Subject[] = [];
    for (const [name, { subject }] of watchList.subjects) if (!loaded.subjects.has(name)) gone.push(subject);
    const rulesGone = new Set<number>();
    for (const [key, { rule }] of watchList.rules) if (!loaded.rules.has(key)) rulesGone.add(rule.id);
    retiredRules.knowExisting(
      await existingSubjects(system, db, gone),
      await existingRules(system, db, [...rulesGone]),
    );
    const recentOf = await readRecent(loaded, watchList, clock.now(), latestCursorOf, deps.historyOf);
    const edits: EditedRule[] = [];
    for (const [name, watched] of loaded.subjects) {
      const { subject, rules } = watched;
      if (subject.type !== 'point' || isSameWatch(watchList.subjects.get(name), watched)) continue;
      for (const { rule, hash } of rules) {
        const before = watchList.rules.get(stateKey(rule.id, subject));
        if (before === undefined || before.hash === hash) continue;
        edits.push({ pointId: subject.id, rule, before: stateOf(memory, rule.id, subject) });
      }
    }
    const unread = followCursors(edits);
    nextWatchList = { list: loaded, recentOf, judged: await judgedByHistory(edits, loaded, latestCursorOf), unread };
  }

  /** @returns asked later: of which points, or of which that their rules look at, samples have come since, by the last one before */
  function followCursors(edits: readonly EditedRule[]): () => ReadonlyMap<number, number> {
    const readAt = clock.now();
    const lastSampleAt = (id: number) => cursorOf(memory, id)?.lastSampleAt ?? null;
    const seen = edits.flatMap(({ pointId, rule }) =>
      [pointId, ...pointIdsOf(rule)].map((id) => ({ pointId, id, at: lastSampleAt(id) })),
    );
    return () =>
      earliest(
        seen.flatMap(({ pointId, id, at }) => (lastSampleAt(id) === at ? [] : [[pointId, at ?? readAt] as const])),
      );
  }

  function applyWatchList(loaded: WatchList, recentOf: RecentOf, judged: ReadonlyMap<string, RuleState>): void {
    const before = watchList;
    const goesOn = new Map<string, RuleState>();
    retiredRules.between(
      before,
      loaded,
      (ruleId, subject) => stateOf(memory, ruleId, subject),
      (key, subject, formerly, rule) => {
        const left = { rule: formerly, state: stateOf(memory, rule.id, subject) };
        const value = subject.type === 'point' ? (cursorOf(memory, subject.id)?.heldValue ?? null) : null;
        const outcome = outcomeOfEdit(left, rule, key, subject, judged, value);
        if (outcome !== null) goesOn.set(key, outcome.state);
        return outcome;
      },
    );
    for (const [name, { subject }] of before.subjects) {
      if (!loaded.subjects.has(name)) unwatch(memory, subject);
    }
    watchList = loaded;
    for (const [name, watched] of loaded.subjects) {
      if (!isSameWatch(before.subjects.get(name), watched)) watch(watched, recentOf, goesOn);
    }
  }

  function evaluate(input: EvaluationInput): AlarmEvaluation {
    if (nextWatchList) {
      for (const [pointId, from] of earliest([...unjudgedSince, ...nextWatchList.unread()]))
        unjudgedSince.set(pointId, from);
      applyWatchList(nextWatchList.list, nextWatchList.recentOf, nextWatchList.judged);
      nextWatchList = null;
    }
    const { now } = input;
    const look = links.look(watchList, now, input.linkOf);
    const taken = late?.take();
    latest = { now, live: input.live };
    const engine = evaluateBatch(memory, {
      now,
      readings: input.readings,
      live: input.live,
      gone: input.gone,
      links: look?.changes ?? [],
      sourceOf: (subject) => sourceStatus(watchList, subject, input.linkOf),
      lateAfterMs,
      judgedAnew: taken?.judgedAnew ?? [],
    });
    const arrived = withBacklog(engine.late, input, watchList);
    const lateStep = taken && late ? late.step(taken, earliest([...arrived, ...unjudgedSince])) : null;

    const { events: ended, redefined, states } = retiredRules.endings(now, lateAfterMs);
    for (const [key, change] of engine.changes) states.set(key, change);
    const writes = alarmWrites([...ended, ...engine.events], engine.changes.values(), {
      now,
      factsOf,
      stateBefore: ({ ruleId, subject }) => stateOf(memory, ruleId, subject),
      redefined,
    });
    return {
      now,
      engine,
      states: [...states].map(([key, change]) => ({ ...change, hash: hashOf(key) })),
      writes: [...(lateStep?.found ?? []), ...writes],
      retiring: retiredRules.keys(),
      links: look,
      late: lateStep,
      toTell: null,
    };
  }

  /** Writes what the evaluation says, in the transaction of the readings. Nothing to write costs no statement. */
  async function persist(client: pg.PoolClient, evaluation: AlarmEvaluation): Promise<void> {
    evaluation.toTell = await writeEvaluation(client, evaluation, { late, log });
  }

  /** After the transaction committed: memory takes the copy, then everybody is told. */
  function committed(evaluation: AlarmEvaluation): void {
    const changed = pendingChanges(memory, evaluation.engine);
    commit(memory, evaluation.engine);
    retiredRules.committed(evaluation.retiring);
    unjudgedSince.clear();
    if (evaluation.late) late?.committed(evaluation.late);
    if (evaluation.links) links.committed(evaluation.links);
    for (const change of evaluation.toTell?.changes ?? []) events.emit('alarmChanged', change);
    if (evaluation.toTell?.hasAnnouncements) delivery.wake();
    for (const { pointId, severities } of changed) tellPending(pointId, severities);
    const retiring = new Set(evaluation.retiring);
    for (const { ruleId, subject } of evaluation.states) {
      // A rule that left takes along what was pending on it, at whichever level that was.
      if (subject.type === 'point' && retiring.has(stateKey(ruleId, subject))) tellPending(subject.id, alarmLevels);
    }
  }

  function tellPending(pointId: number, levels: Iterable<Severity>): void {
    const all = pending.pendingOnPoint(pointId);
    for (const level of levels) {
      events.emit('pendingChanged', { pointId, level, pending: all.filter(({ severity }) => severity === level) });
    }
  }

  return {
    start,
    reload,
    evaluate,
    persist,
    committed,
    repeatDue: repeats.due,

    /** Who is asked for a batch, though nothing has come: something was judged and waits to be written. */
    onBatchWanted(wake: () => void): void {
      batchWanted = wake;
    },

    /** Judges points once more from a moment on, epoch ms: their cycles were not what they were taken for. */
    async judgeFrom(earliest: ReadonlyMap<number, number>): Promise<void> {
      await reloading;
      await late?.judgeFrom(earliest, (some) => markLate(system, pool, some));
    },

    /** Judges what came late at once. Resolves when all of it is written; needs batches meanwhile. */
    judgeLateNow: () => late?.judgeNow() ?? Promise.resolve(),

    /** Hides and shows alarms as the shelves say at this moment. After one was made or ended; else it happens by itself. */
    lookAtShelves: shelves.look,

    /** Resolves when everybody concerned by what was committed has been notified; evaluation does not wait for it. */
    peopleTold: delivery.settled,

    /** Since when a notification has waited, epoch ms; null: none waits. Mostly some milliseconds. */
    oldestUntoldAt: delivery.oldestAt,

    /** Ends the timer and waits for a repeat or a delivery under way. */
    async stop(): Promise<void> {
      await late?.stop();
      await repeats.stop();
      await shelves.stop();
      await delivery.stop();
    },

    /** The tightest limits of this hour, else of other hours; they stand while they are suppressed. Null: no rule has any. */
    limitsOfPoint(pointId: number): ShownLimits | null {
      const now = clock.now();
      const rules = rulesOf(pointId);
      const ofHour = limitsAt(rules, calendarOf(pointId), now);
      const limits = ofHour ?? usualLimits(rules);
      if (limits === null) return null;
      const judged = rules.filter(({ id }) => !lookAtRule(memory, id, { type: 'point', id: pointId }, now)?.isHidden);
      return {
        ...limits,
        isJudged: ofHour !== null && areSameLimits(limitsAt(judged, calendarOf(pointId), now), ofHour),
      };
    },

    /** Those in force over a range, epoch ms, by the rules as they are now. */
    limitsOver: (pointId: number, from: number, to: number): LimitStretch[] =>
      limitsOver(rulesOf(pointId), calendarOf(pointId), { from, to }),

    /** At any hour. */
    usualLimitsOfPoint: (pointId: number): PointLimits | null => usualLimits(rulesOf(pointId)),

    pendingOnPoint: pending.pendingOnPoint,
    relatedSuppressions: pending.relatedSuppressions,

    /** How a rule stands on a point at this moment; null when it does not watch it any more. */
    standingOf: (ruleId: number, pointId: number): RuleLook | null =>
      lookAtRule(memory, ruleId, { type: 'point', id: pointId }, clock.now()),

    /** The value of a watched point; null when its last sample was bad, is stale or there was none. */
    presentValueOf(pointId: number): number | null {
      const cursor = cursorOf(memory, pointId);
      const watched = watchList.subjects.get(`point:${pointId}`);
      if (cursor === null || watched === undefined) return null;
      const { lastSampleAt, lastGoodAt, heldValue } = cursor;
      if (lastSampleAt === null || lastSampleAt !== lastGoodAt) return null;
      return clock.now() - lastSampleAt <= watched.maxGapSeconds * 1000 ? heldValue : null;
    },
  };
}

/**
 * What is late, and two kinds of samples that are late although each is the newest of its point: those from before the point's rules were
 * changed, which the former rules judge; and those of points of several gateways, computed from what a gateway had stored. Time of such a
 * point is the server's and has passed already, so that its delays are judged once more.
 */
function withBacklog(
  late: ReadonlyMap<number, number>,
  { readings: { length, pointIds, measuredAt }, live }: Pick<EvaluationInput, 'readings' | 'live'>,
  { ownPoints, changed }: Pick<WatchList, 'ownPoints' | 'changed'>,
): ReadonlyMap<number, number> {
  const until = ownPoints.size === 0 ? undefined : live.get(ownSource)?.watermark;
  if (until === undefined && changed.size === 0) return late;
  const all = new Map(late);
  for (let row = 0; row < length; row++) {
    const pointId = pointIds[row]!;
    const at = measuredAt[row]!;
    const maxGapMs = ownPoints.get(pointId);
    const isPassed = maxGapMs !== undefined && until !== undefined && at < until - maxGapMs;
    if (isPassed || at < (changed.get(pointId) ?? at)) all.set(pointId, Math.min(all.get(pointId) ?? at, at));
  }
  return all;
}

function earliest(times: Iterable<readonly [number, number]>): Map<number, number> {
  const first = new Map<number, number>();
  for (const [id, at] of times) first.set(id, Math.min(first.get(id) ?? at, at));
  return first;
}

const subjectOf = (row: { subject_kind: Subject['type']; subject_id: number }): Subject => ({
  type: row.subject_kind,
  id: row.subject_id,
});
