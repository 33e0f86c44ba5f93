import { pushTypes } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../../access/index.ts';
import type { History } from '../../history/index.ts';
import { createCompanyTurns } from '../../platform/createCompanyTurns.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import {
  cursorOf,
  type EngineMemory,
  isOpen,
  type JudgedAnew,
  pointIdsOf,
  type RuleState,
  stateKey,
  stateOf,
} from '../engine/index.ts';
import type { AlarmWrite, JournalEntry, KeyFacts, Push } from '../evaluator/alarmWrites.ts';
import type { WrittenAlarm } from '../evaluator/evaluator.store.ts';
import type { WatchedSubject, WatchList } from '../evaluator/watchList.ts';
import { differencesOf, type JudgedOccurrence } from './differences.ts';
import { judgeStretch } from './judgeStretch.ts';
import { correctAlarms, disproveAlarms, forgetLate, markLate, readLate } from './late.store.ts';
import { type LateWrites, lateWrites } from './lateWrites.ts';

export interface LateJudgeDeps {
  readonly db: Db;
  readonly log: Log;
  readonly memory: EngineMemory;
  readonly history: Pick<History, 'rawChunks' | 'knownBefore' | 'newest'>;
  readonly watchList: () => WatchList;
  /** When time was last looked at, and up to when it is known of a gateway that nothing else came; epoch ms. */
  readonly now: () => number;
  readonly watermarkOf: (gatewayId: number) => number | null;
  readonly factsOf: (key: string, subject: { type: 'point'; id: number }) => KeyFacts | undefined;
  /** A batch is wanted: something waits to be written. */
  readonly wanted: () => void;
}

/** What was found of one point, to be written while nothing moved on meanwhile. */
interface Verdict {
  readonly pointId: number;
  /** Up to where this point and those its rules look at were judged. */
  readonly judgedUntil: ReadonlyMap<number, number | null>;
  readonly rules: readonly {
    readonly key: string;
    readonly hash: string;
    /** As the evaluator had it when the record was read. */
    readonly seen: RuleState;
    readonly anew: JudgedAnew;
  }[];
  readonly writes: LateWrites;
}

/** What a batch writes of late samples. */
export interface LateStep {
  readonly verdicts: readonly Verdict[];
  readonly judgedAnew: readonly JudgedAnew[];
  readonly found: readonly AlarmWrite[];
  /** Of each point the earliest sample of the batch that was late; and those that are earlier than what is marked. */
  readonly late: ReadonlyMap<number, number>;
  readonly marks: ReadonlyMap<number, number>;
  /** Points of which nothing late is left to be judged. */
  readonly done: readonly number[];
  readonly hasWork: boolean;
  /** What it was taken from. */
  readonly work: Work | null;
}

/** Waits for the next batch. */
interface Work {
  readonly verdicts: readonly Verdict[];
  /** The marks that are done with it, by their generations. */
  readonly marked: ReadonlyMap<number, number>;
}

/** What a batch takes over before it is evaluated. */
type TakenWork = Pick<LateStep, 'work' | 'verdicts' | 'judgedAnew' | 'found'>;

interface Mark {
  from: number;
  /** Counts the batches that brought something late. */
  generation: number;
}

/** Judged and written together: few, so that live readings never wait long for a commit. */
const pointsAtOnce = 30;
/** Points that report every second move on while they are judged; after so many attempts they wait for the next round. */
const attempts = 5;

export type LateJudge = ReturnType<typeof createLateJudge>;

/**
 * Judges what came late once more, in the order of time, and hands the difference to the next batch: the evaluator stays the only one
 * who writes alarms. Marks of late samples are written with the samples, so that a stop forgets none.
 */
export function createLateJudge(deps: LateJudgeDeps) {
  const { db, log, memory, history, watchList, now, factsOf } = deps;
  const marks = new Map<number, Mark>();
  /** Marked once more while a batch took what was marked before for done, and its row away: to be written with the next. */
  const toRewrite = new Set<number>();
  let waiting: Work | null = null;
  let settle: ((written: ReadonlySet<number>) => void) | null = null;
  let giveUp: ((reason: unknown) => void) | null = null;
  const stopping = new AbortController();

  const subjectOf = (pointId: number): WatchedSubject | undefined => watchList().subjects.get(`point:${pointId}`);
  const companyOf = (pointId: number): number => subjectOf(pointId)?.place.companyId ?? 0;
  const turns = createCompanyTurns({
    work: judgeCompany,
    waiting: () => new Set([...marks.keys()].map(companyOf)),
    failed: (err, companyId) => log.error({ err, companyId }, 'Late samples could not be judged; trying on'),
    signal: stopping.signal,
  });

  /** The points whose rules are to be judged anew, by their earliest late sample. */
  function concerned(late: ReadonlyMap<number, Mark>): Map<number, number> {
    const points = new Map<number, number>();
    const add = (pointId: number, from: number) => {
      if (subjectOf(pointId)?.rules.length || watchList().changed.has(pointId))
        points.set(pointId, Math.min(points.get(pointId) ?? from, from));
    };
    for (const [pointId, { from }] of late) {
      add(pointId, from);
      for (const { subject } of memory.dependantsOf.get(pointId) ?? []) add(subject.id, from);
    }
    return points;
  }

  async function* judgeCompany(companyId: number): AsyncGenerator<void, void> {
    const late = new Map([...marks].filter(([pointId]) => companyOf(pointId) === companyId));
    const marked = new Map([...late].map(([pointId, { generation }]) => [pointId, generation]));
    const points = concerned(late);
    const missed = new Set<number>();
    const byProject = Map.groupBy(points.keys(), (pointId) => subjectOf(pointId)!.place.projectId);
    for (const [projectId, ids] of byProject) {
      ids.sort((a, b) => points.get(a)! - points.get(b)!);
      for (let first = 0; first < ids.length; first += pointsAtOnce) {
        let left = ids.slice(first, first + pointsAtOnce);
        for (let attempt = 0; left.length > 0 && attempt < attempts; attempt++) {
          const verdicts = yield* verdictsOf(projectId, left, points);
          const written = await handOver({ verdicts, marked: new Map() });
          left = left.filter((id) => !written.has(id) && subjectOf(id) !== undefined);
        }
        for (const id of left) missed.add(id);
      }
    }
    const done = [...marked].filter(([pointId]) => {
      const hanging = [pointId, ...[...(memory.dependantsOf.get(pointId) ?? [])].map(({ subject }) => subject.id)];
      return !hanging.some((id) => missed.has(id));
    });
    await handOver({ verdicts: [], marked: new Map(done) });
  }

  async function* verdictsOf(
    projectId: number,
    pointIds: readonly number[],
    fromOf: ReadonlyMap<number, number>,
  ): AsyncGenerator<void, Verdict[]> {
    const lookedAt = (id: number) => subjectOf(id)?.rules.flatMap(({ rule }) => pointIdsOf(rule)) ?? [];
    const all = [...new Set(pointIds.flatMap((id) => [id, ...lookedAt(id)]))];
    const judgedUntil = new Map(all.map((id) => [id, cursorOf(memory, id)?.lastSampleAt ?? null]));
    const knownUntil = new Map(all.map((id) => [id, deps.watermarkOf(subjectOf(id)?.gatewayId ?? -1)]));
    const seenAt = now();
    const from = Math.min(...pointIds.map((id) => fromOf.get(id)!));
    const until = Math.max(seenAt, ...[...judgedUntil.values()].map((at) => at ?? 0)) + 1;
    const seen = new Map(
      pointIds.flatMap((id) =>
        (subjectOf(id)?.rules ?? []).map(({ rule }) => {
          const subject = { type: 'point', id } as const;
          return [stateKey(rule.id, subject), stateOf(memory, rule.id, subject)] as const;
        }),
      ),
    );
    const timeZone = subjectOf(pointIds[0]!)?.calendar?.timeZone ?? 'UTC';
    const project = { id: projectId, time_zone: timeZone };
    const { rules, recorded } = yield* judgeStretch(
      { db, history },
      {
        ...{ project, pointIds, from, until },
        knownUntil: (pointId) => knownUntil.get(pointId) ?? judgedUntil.get(pointId) ?? Number.NEGATIVE_INFINITY,
      },
      stopping.signal,
    );
    const recordOf = Map.groupBy(recorded, (row) => stateKey(row.rule_id, { type: 'point', id: row.point_id }));
    return pointIds.flatMap((pointId): Verdict[] => {
      if (!subjectOf(pointId)) return [];
      const ofPoint = rules.filter((each) => each.pointId === pointId);
      const writes = ofPoint.map((each) => {
        const key = stateKey(each.ruleId, { type: 'point', id: pointId });
        const differences = differencesOf(recordOf.get(key) ?? [], each.occurrences, { from: each.changesFrom, until });
        return lateWrites(differences, { now: seenAt, timeZone, factsOf: factsOfOccurrence });
      });
      return [
        {
          pointId,
          judgedUntil: new Map([pointId, ...lookedAt(pointId)].map((id) => [id, judgedUntil.get(id) ?? null])),
          rules: ofPoint.flatMap(({ ruleId, occurrences, now: present }) => {
            const subject = { type: 'point', id: pointId } as const;
            const key = stateKey(ruleId, subject);
            const before = seen.get(key);
            if (present === null || before === undefined) return [];
            const { look, hash } = present;
            // What nobody was told of is told by the evaluator, once it is known to last.
            const isOnRecord = (recordOf.get(key) ?? []).some(
              ({ id, returned_at }) =>
                returned_at === null && !writes.some(({ disproved }) => disproved.some(({ alarm }) => alarm.id === id)),
            );
            const isNews = occurrences.at(-1)?.returnedAt === null && !isOnRecord;
            const announced = !isNews && (!isOpen(before) || before.announced);
            const state = isOpen(look.state) ? { ...look.state, announced } : look.state;
            const { trace, lastGoodAt, heldValue } = look;
            return [{ key, hash, seen: before, anew: { ruleId, subject, state, trace, lastGoodAt, heldValue } }];
          }),
          writes: {
            found: writes.flatMap(({ found }) => found),
            corrected: writes.flatMap(({ corrected }) => corrected),
            disproved: writes.flatMap(({ disproved }) => disproved),
          },
        },
      ];
    });
  }

  function factsOfOccurrence({ ruleId, pointId, strategyId, rule }: JudgedOccurrence): KeyFacts {
    const subject = { type: 'point', id: pointId } as const;
    const present = factsOf(stateKey(ruleId, subject), subject);
    const place = subjectOf(pointId)!.place;
    const watched = { repeatMinutes: null, notifyOnClear: false, ...present?.watched, rule, strategyId };
    return { watched, place, unit: place.unit, decimals: place.decimals };
  }

  function mark(late: ReadonlyMap<number, number>): void {
    for (const [pointId, from] of late) {
      const before = marks.get(pointId);
      marks.set(pointId, { from: Math.min(before?.from ?? from, from), generation: (before?.generation ?? 0) + 1 });
    }
  }

  const heardLate = (pointIds: Iterable<number>): void => turns.heard(new Set([...pointIds].map(companyOf)));

  /** @returns the points whose verdicts were written; others have moved on and are to be judged again */
  function handOver(work: Work): Promise<ReadonlySet<number>> {
    return new Promise((resolve, reject) => {
      // No batch comes any more.
      if (stopping.signal.aborted) return reject(stopping.signal.reason);
      waiting = work;
      settle = resolve;
      giveUp = reject;
      deps.wanted();
    });
  }

  const stands = ({ judgedUntil, rules }: Verdict): boolean =>
    [...judgedUntil].every(([id, at]) => (cursorOf(memory, id)?.lastSampleAt ?? null) === at) &&
    rules.every(
      ({ key, hash, seen, anew }) =>
        watchList().rules.get(key)?.hash === hash && stateOf(memory, anew.ruleId, anew.subject) === seen,
    );

  return {
    /** What was late at the last stop is judged. */
    async start(): Promise<void> {
      for (const { point_id, from_at } of await readLate(system, db))
        marks.set(point_id, { from: from_at.getTime(), generation: 0 });
      heardLate(marks.keys());
    },

    /** What waits to be written, as far as nothing has moved on since. Before the batch is evaluated. */
    take(): TakenWork {
      const verdicts = waiting?.verdicts.filter(stands) ?? [];
      return {
        work: waiting,
        verdicts,
        judgedAnew: verdicts.flatMap(({ rules }) => rules.map(({ anew }) => anew)),
        found: verdicts.flatMap(({ writes }) => writes.found),
      };
    },

    /** The same with what the batch itself brought too late. */
    step(taken: TakenWork, late: ReadonlyMap<number, number>): LateStep {
      const fresh = new Map(
        [...late].filter(([pointId, from]) => !(from >= (marks.get(pointId)?.from ?? Number.POSITIVE_INFINITY))),
      );
      const done = [...(taken.work?.marked ?? [])].flatMap(([pointId, generation]) =>
        marks.get(pointId)?.generation === generation && !late.has(pointId) ? [pointId] : [],
      );
      for (const pointId of toRewrite)
        if (!done.includes(pointId))
          fresh.set(pointId, Math.min(marks.get(pointId)!.from, late.get(pointId) ?? Number.POSITIVE_INFINITY));
      return { ...taken, late, marks: fresh, done, hasWork: fresh.size > 0 || taken.work !== null };
    },

    /** Everything but the alarms that were found, in the transaction of the batch. @returns which alarms changed, with their journal */
    async persist(
      client: pg.PoolClient,
      { verdicts, marks: fresh, done }: LateStep,
      at: Date,
    ): Promise<{ row: WrittenAlarm; journal: JournalEntry[]; push: Push | null }[]> {
      await forgetLate(system, client, done);
      await markLate(system, client, fresh);
      const disproved = verdicts.flatMap(({ writes }) => writes.disproved);
      const corrected = verdicts.flatMap(({ writes }) => writes.corrected);
      // Those that end go first: at most one of a rule and point is on.
      const ended = await disproveAlarms(
        system,
        client,
        disproved.map(({ alarm }, index) => ({ index, id: alarm.id })),
        at,
      );
      const [over, on] = [false, true].map((isOn) =>
        corrected.flatMap(({ correction }, index) =>
          (correction.returned_at === null) === isOn ? [{ ...correction, index }] : [],
        ),
      );
      const moved = [...(await correctAlarms(system, client, over!)), ...(await correctAlarms(system, client, on!))];
      return [
        ...ended.map((row) => {
          const { alarm, journal } = disproved[row.index]!;
          // Those who were told of it are told that it never was; of one that is over they have heard the end.
          const { severity } = row;
          const push = {
            type: pushTypes.ended,
            step: 'disproved',
            severity,
            text: journal.text,
            previouslyNotifiedOnly: true,
          };
          return { row, journal: [journal], push: alarm.returned_at === null ? push : null };
        }),
        ...moved.map((row) => {
          const { journal } = corrected[row.index]!;
          return { row, journal: journal === null ? [] : [journal], push: null };
        }),
      ];
    },

    committed({ verdicts, done, late, marks: fresh, work }: LateStep): void {
      for (const pointId of fresh.keys()) toRewrite.delete(pointId);
      for (const pointId of done) {
        if (marks.get(pointId)?.generation !== work?.marked.get(pointId)) toRewrite.add(pointId);
        else {
          marks.delete(pointId);
          toRewrite.delete(pointId);
        }
      }
      mark(late);
      heardLate(late.keys());
      if (work === null || work !== waiting) return;
      const answer = settle;
      waiting = null;
      settle = null;
      answer?.(new Set(verdicts.map(({ pointId }) => pointId)));
    },

    /**
     * Judges points once more from a moment on, epoch ms, though nothing of them was late: what they are judged by has another past.
     *
     * @param write keeps this over a stop
     */
    async judgeFrom(
      earliest: ReadonlyMap<number, number>,
      write: (earliest: ReadonlyMap<number, number>) => Promise<void>,
    ): Promise<void> {
      await write(earliest);
      mark(earliest);
      // Once more: what was under way meanwhile may have taken it for done.
      await write(earliest);
      heardLate(earliest.keys());
    },

    /** Judges what is late at once. Resolves when nothing is left. */
    async judgeNow(): Promise<void> {
      while (marks.size > 0 && !stopping.signal.aborted) await turns.now();
    },

    async stop(): Promise<void> {
      stopping.abort(new Error('stopped'));
      giveUp?.(stopping.signal.reason);
      await turns.stop();
    },
  };
}
