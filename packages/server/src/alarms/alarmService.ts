import type pg from 'pg';
import { system } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { ReadingColumns } from '../history/index.ts';
import { enqueue } from '../notifications/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/log/log.ts';
import {
  type AlarmEvent,
  type Band,
  commit,
  createMemory,
  cursorOf,
  type EngineMemory,
  type Evaluation,
  endOccurrence,
  evaluateBatch,
  isOpen,
  type LinkChange,
  type LiveStretch,
  normalState,
  type PointCursor,
  type ReturnReason,
  type RuleState,
  type Severity,
  type SourceStatus,
  type StateChange,
  type Subject,
  stateKey,
  stateOf,
  unwatch,
  watchPoint,
  watchSource,
} from './engine/index.ts';
import {
  existingSubjects,
  insertJournal,
  insertOccurrences,
  readOpen,
  readStates,
  readWatched,
  updateOccurrences,
  type WrittenOccurrence,
  writeStates,
} from './evaluator.store.ts';
import { type KeyFacts, type OccurrenceWrite, occurrenceWrites } from './occurrenceWrites.ts';
import { announce, changeOf, type Outcome, outboxItem } from './outcome.ts';
import { createRepeats } from './repeatAlarms.ts';
import { parseRule } from './ruleDefinition.ts';
import {
  emptyWatchList,
  type Source,
  subjectKey,
  type WatchedSubject,
  type WatchList,
  watchListOf,
} from './watchList.ts';

/** A gateway's line or a slave, as ingest knows it now. */
export interface LinkStatus {
  readonly up: boolean;
  /** Since when, epoch ms on the server's clock. */
  readonly since: number;
}

export interface EvaluationInput {
  readonly now: number;
  /** Of any number of gateways, in any order; empty for a tick. */
  readonly readings: ReadingColumns;
  /** By gateway id, those whose link is live without backlog after these readings. Others make no progress in time. */
  readonly live: ReadonlyMap<number, LiveStretch>;
  /** Null while nothing is known yet, for example of a gateway that has had no time to come back after our start. */
  linkOf(source: Source): LinkStatus | null;
}

/** What a batch would do to the alarms. Hand it to `persist` and, after the commit, to `committed`; or drop it. */
export interface AlarmEvaluation {
  readonly now: number;
  readonly engine: Evaluation;
  /** Everything to be written, endings of departed rules included. */
  readonly states: readonly (StateChange & { readonly hash: string })[];
  readonly writes: readonly OccurrenceWrite[];
  readonly departed: readonly string[];
  /** Null: not looked at this time. */
  readonly links: ReadonlyMap<string, LinkStatus> | null;
  /** Set by `persist`. */
  outcome: Outcome | null;
}

/** Limits of a point for its card and curve, in its unit; null where there is none. */
export interface PointLimits {
  readonly highHigh: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly lowLow: number | null;
}

/** A rule on a subject that is watched no longer, or under another definition: whatever it left open must be ended. */
interface Departed {
  readonly subject: Subject;
  readonly state: RuleState;
  readonly reason: Exclude<ReturnReason, 'conditionOver'>;
  readonly facts: KeyFacts;
}

export interface AlarmServiceDeps {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: EventBus;
  /** Where a point's readings had come to, as history knows it; asked when a point begins to be watched. */
  readonly cursorOf?: (pointId: number) => PointCursor | null;
}

export type AlarmService = ReturnType<typeof openAlarms>;

/** Something that happened longer ago than this is news from a buffer. Well above the grace of the watermarks (seconds). */
const lateAfterMs = 120_000;
/** Links are looked at this often; what they did in between is dated exactly all the same. */
const linkLookIntervalMs = 200;

/**
 * Alarms around the pure engine. Use by ingest, one batch at a time:
 * `evaluate` → `persist` inside the transaction of the readings → commit → `committed`. After a rollback just evaluate again.
 *
 * This is the only writer of an alarm's process (raised, worse, over); people's part is in `acknowledge.ts` and `handle.ts`.
 */
export function openAlarms(deps: AlarmServiceDeps) {
  const { db, pool, clock, log, events } = deps;
  const memory: EngineMemory = createMemory();
  let watchList = emptyWatchList;
  /** Loaded and waiting for the next batch: between `evaluate` and `committed` the memory must not change. */
  let nextWatchList: WatchList | null = null;
  let existing: ReadonlySet<string> = new Set();
  const departed = new Map<string, Departed>();
  /** As committed: what the engine has been told about links. */
  const knownLinks = new Map<string, LinkStatus>();
  let linksLookedAt = Number.NEGATIVE_INFINITY;
  let reloading: Promise<void> = Promise.resolve();
  const repeats = createRepeats({ pool, clock, log, events });

  const hashOf = (key: string): string => watchList.rules.get(key)?.hash ?? '';

  function factsOf(key: string, subject: Subject): KeyFacts | undefined {
    const watched = watchList.rules.get(key);
    const place = watchList.subjects.get(subjectKey(subject))?.place;
    return watched && place ? { watched, place, unit: place.unit, decimals: place.decimals } : departed.get(key)?.facts;
  }

  function watch(watched: WatchedSubject, states?: ReadonlyMap<string, RuleState>): void {
    const { subject } = watched;
    const rules = watched.rules.map(({ rule }) => rule);
    const options = { now: clock.now(), ...(states && { states }) };
    if (subject.type !== 'point') {
      watchSource(memory, { type: subject.type, id: subject.id }, rules, options);
      // The engine has heard nothing about this link yet: its next look tells all.
      knownLinks.delete(subjectKey(subject));
      return;
    }
    const cursor = deps.cursorOf?.(subject.id) ?? undefined;
    const point = { pointId: subject.id, gatewayId: watched.gatewayId!, maxGapSeconds: watched.maxGapSeconds };
    watchPoint(memory, point, rules, { ...options, ...(cursor && { cursor }) });
  }

  /**
   * Restores everything as it was: nothing is derived anew, so a start tells nobody anything. What the database holds open
   * but no present rule continues (edited or closed while we were away) ends with the first batch.
   */
  async function start(): Promise<void> {
    const rows = await readWatched(system, db);
    const [stateRows, openRows] = [await readStates(system, db), await readOpen(system, db)];
    watchList = watchListOf(rows, log);
    existing = await existingSubjects(system, db, openRows.map(subjectOf));

    const openByKey = new Map(openRows.map((row) => [stateKey(row.rule_id, subjectOf(row)), row]));
    const restored = new Map<string, RuleState>();
    for (const row of stateRows) {
      const subject = subjectOf(row);
      const key = stateKey(row.rule_id, subject);
      const state: RuleState = { ...normalState, ...row.state };
      const continues = watchList.rules.get(key)?.hash === row.rule_hash && isOpen(state) === openByKey.has(key);
      if (continues) restored.set(key, state);
      else depart(row.rule_id, subject, state, openByKey.get(key));
    }
    for (const [key, row] of openByKey) {
      if (!restored.has(key) && !departed.has(key)) depart(row.rule_id, subjectOf(row), normalState, row);
    }
    for (const watched of watchList.subjects.values()) watch(watched, restored);
    repeats.start();
  }

  /** At a start only: the old rule is known from the alarm itself. */
  function depart(
    ruleId: number,
    subject: Subject,
    stored: RuleState,
    open: Awaited<ReturnType<typeof readOpen>>[number] | undefined,
  ): void {
    const key = stateKey(ruleId, subject);
    const rule = open && parseRule(ruleId, open.rule_definition);
    const state: RuleState = open
      ? {
          ...stored,
          phase: 'active',
          raisedAt: open.raised_at.getTime(),
          severity: open.severity as Severity,
          band: open.band as Band | null,
          extreme: open.extreme,
          changedAt: Math.max(stored.changedAt, open.raised_at.getTime()),
        }
      : normalState;
    departed.set(key, {
      subject,
      state,
      reason: reasonOfDeparture(key, subject, watchList),
      facts: {
        watched: {
          // Nothing of it will be said but that it ended; mostly only its state is deleted.
          rule: rule ?? { id: ruleId, kind: 'noData', afterSeconds: 1, severity: 4 },
          strategyId: null,
          repeatMinutes: null,
          notifyOnClear: false,
        },
        place: null,
        unit: open?.unit ?? '',
        decimals: open?.decimals ?? 0,
      },
    });
  }

  function reasonOfDeparture(key: string, subject: Subject, present: WatchList): Departed['reason'] {
    if (!present.subjects.has(subjectKey(subject)) && !existing.has(subjectKey(subject))) return 'subjectDeleted';
    return present.rules.has(key) ? 'ruleEdited' : 'ruleClosed';
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
    const loaded = watchListOf(await readWatched(system, db), log);
    const gone = [...watchList.subjects.values()].filter(({ subject }) => !loaded.subjects.has(subjectKey(subject)));
    existing = await existingSubjects(
      system,
      db,
      gone.map(({ subject }) => subject),
    );
    nextWatchList = loaded;
  }

  function applyWatchList(loaded: WatchList): void {
    const before = watchList;
    for (const old of before.subjects.values()) {
      const name = subjectKey(old.subject);
      const present = loaded.subjects.get(name);
      if (present?.signature === old.signature) continue;
      for (const watched of old.rules) {
        const key = stateKey(watched.rule.id, old.subject);
        if (loaded.rules.get(key)?.hash === watched.hash && present) continue;
        const state = stateOf(memory, watched.rule.id, old.subject);
        const facts = { watched, place: old.place, unit: old.place.unit, decimals: old.place.decimals };
        // One that departed before and could not be written yet is still to be ended.
        if (!departed.has(key))
          departed.set(key, {
            subject: old.subject,
            state,
            reason: reasonOfDeparture(key, old.subject, loaded),
            facts,
          });
      }
      if (!present) unwatch(memory, old.subject);
    }
    watchList = loaded;
    for (const watched of loaded.subjects.values()) {
      if (before.subjects.get(subjectKey(watched.subject))?.signature !== watched.signature) watch(watched);
    }
  }

  function evaluate(input: EvaluationInput): AlarmEvaluation {
    if (nextWatchList) {
      applyWatchList(nextWatchList);
      nextWatchList = null;
    }
    const { now } = input;
    const links = lookAtLinks(input);
    const engine = evaluateBatch(memory, {
      now,
      readings: input.readings,
      live: input.live,
      links: links?.changes ?? [],
      sourceOf: (subject) => sourceOf(subject, input.linkOf),
      lateAfterMs,
    });

    const ended: AlarmEvent[] = [];
    const states = new Map<string, StateChange>();
    for (const [key, { subject, state, reason, facts }] of departed) {
      const { rule } = facts.watched;
      const event = endOccurrence(rule, state, reason, { subject, now, lateAfterMs });
      if (event) ended.push(event);
      states.set(key, { ruleId: rule.id, subject, state: normalState });
    }
    for (const [key, change] of engine.changes) states.set(key, change);
    const writes = occurrenceWrites([...ended, ...engine.events], engine.changes.values(), {
      now,
      factsOf,
      stateBefore: ({ ruleId, subject }) => stateOf(memory, ruleId, subject),
    });
    return {
      now,
      engine,
      states: [...states].map(([key, change]) => ({ ...change, hash: hashOf(key) })),
      writes,
      departed: [...departed.keys()],
      links: links?.seen ?? null,
      outcome: null,
    };
  }

  /** What changed since the last look that was committed; null when it is too early for another. */
  function lookAtLinks({
    now,
    linkOf,
  }: EvaluationInput): { changes: LinkChange[]; seen: Map<string, LinkStatus> } | null {
    if (Math.abs(now - linksLookedAt) < linkLookIntervalMs) return null;
    const changes: LinkChange[] = [];
    const seen = new Map<string, LinkStatus>();
    for (const subject of watchList.sources) {
      const name = subjectKey(subject);
      const status = linkOf(subject);
      if (status === null || knownLinks.get(name)?.up === status.up) continue;
      changes.push({ subject, at: status.since, up: status.up });
      seen.set(name, status);
    }
    changes.sort((a, b) => a.at - b.at);
    return { changes, seen };
  }

  /**
   * One dead gateway is one alarm: what hangs on it is explained by it. Only a gateway or slave with a rule of its own
   * explains anything, else its death would be no alarm at all.
   */
  function sourceOf(subject: Subject, linkOf: EvaluationInput['linkOf']): SourceStatus | null {
    const watched = watchList.subjects.get(subjectKey(subject));
    if (!watched || watched.gatewayId === null) return null;
    let down: SourceStatus['down'] = null;
    let since = Number.NEGATIVE_INFINITY;
    const above: Source[] = [{ type: 'gateway', id: watched.gatewayId }];
    if (watched.slaveId !== null) above.push({ type: 'slave', id: watched.slaveId });
    for (const source of above) {
      const status = linkOf(source);
      if (status === null) continue;
      since = Math.max(since, status.since);
      if (!status.up && watchList.subjects.has(subjectKey(source))) down ??= source.type;
    }
    return since === Number.NEGATIVE_INFINITY ? null : { down, since };
  }

  /** Writes states, occurrences, journal and outbox. Nothing to write costs no statement. */
  async function persist(client: pg.PoolClient, evaluation: AlarmEvaluation): Promise<void> {
    const { writes, now } = evaluation;
    await writeStates(system, client, evaluation.states);
    const numbered = writes.map((write, index) => ({ index, write }));
    // Endings first: a new occurrence may begin under the same key in the same batch.
    const written = [
      ...(await updateOccurrences(
        system,
        client,
        numbered.filter(({ write }) => !write.isNew),
      )),
      ...(await insertOccurrences(
        system,
        client,
        numbered.filter(({ write }) => write.isNew),
      )),
    ].sort((a, b) => a.index - b.index);
    reportUnwritten(writes, written);

    const journal = written.flatMap((row) =>
      writes[row.index]!.journal.map((entry) => ({ ...entry, alarmId: row.id })),
    );
    await insertJournal(system, client, journal);
    const items = written.flatMap((row) => writes[row.index]!.pushes.map((push) => outboxItem(row, push)));
    const { userIds } = await enqueue(client, items, now);
    evaluation.outcome = { changes: written.flatMap((row) => changesOf(row, writes[row.index]!)), userIds };
  }

  function reportUnwritten(writes: readonly OccurrenceWrite[], written: readonly WrittenOccurrence[]): void {
    if (written.length === writes.length) return;
    const done = new Set(written.map(({ index }) => index));
    for (const [index, { rule, subject, isNew }] of writes.entries()) {
      if (!done.has(index))
        log.warn(
          { ruleId: rule.id, subject, isNew },
          'An alarm could not be written: its place is gone, or it is open already',
        );
    }
  }

  /** After the transaction committed: memory takes the copy, then everybody is told. */
  function committed(evaluation: AlarmEvaluation): void {
    commit(memory, evaluation.engine);
    for (const key of evaluation.departed) departed.delete(key);
    if (evaluation.links) {
      for (const [name, status] of evaluation.links) knownLinks.set(name, status);
      linksLookedAt = evaluation.now;
    }
    announce(events, evaluation.outcome);
  }

  return {
    start,
    reload,
    evaluate,
    persist,
    committed,
    repeatDue: repeats.due,

    /** Ends the timer and waits for a repeat under way. */
    async stop(): Promise<void> {
      await repeats.stop();
    },

    /** The tightest limits among the point's rules; null when it has none. */
    limitsOfPoint(pointId: number): PointLimits | null {
      const rules = watchList.subjects.get(`point:${pointId}`)?.rules ?? [];
      const limitsOf = (band: Band) =>
        rules.flatMap(({ rule }) => (rule.kind === 'limit' ? (rule.bands[band]?.limit ?? []) : []));
      const lowest = (limits: number[]) => (limits.length === 0 ? null : Math.min(...limits));
      const highest = (limits: number[]) => (limits.length === 0 ? null : Math.max(...limits));
      const limits = {
        highHigh: lowest(limitsOf('highHigh')),
        high: lowest(limitsOf('high')),
        low: highest(limitsOf('low')),
        lowLow: highest(limitsOf('lowLow')),
      };
      return Object.values(limits).every((limit) => limit === null) ? null : limits;
    },

    /** The value the evaluator holds for a watched point; null when its last sample was bad or there was none. */
    presentValueOf(pointId: number): number | null {
      const cursor = cursorOf(memory, pointId);
      return cursor !== null && cursor.lastSampleAt === cursor.lastGoodAt ? cursor.heldValue : null;
    },
  };
}

const subjectOf = (row: { subject_kind: Subject['type']; subject_id: number }): Subject => ({
  type: row.subject_kind,
  id: row.subject_id,
});

const changesOf = (row: WrittenOccurrence, write: OccurrenceWrite): Outcome['changes'] =>
  write.journal.map((entry) =>
    changeOf(row, {
      kind: entry.kind === 'stillActive' ? 'raised' : entry.kind,
      level: entry.severity ?? row.severity,
      previousLevel: entry.previousSeverity,
      at: entry.at.getTime(),
    }),
  );
