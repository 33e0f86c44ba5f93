import { dayMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { History, RawChunk } from '../../history/index.ts';
import type { Db } from '../../platform/db/database.ts';
import { startOfDay } from '../../platform/zonedTime.ts';
import { cyclesAt, findLosses } from '../backTest/backTest.store.ts';
import { firstBadQuality } from '../engine/index.ts';
import { maxGapSecondsOf } from '../evaluator/watchList.ts';
import { differencesOf } from '../late/differences.ts';
import { judgeStretch } from '../late/judgeStretch.ts';
import type { RecordedAlarm } from '../late/late.store.ts';
import { ruleVersionsOf } from '../ruleVersions/ruleVersions.store.ts';
import { createCoverage, type Explained } from './coverage.ts';
import {
  connectionTimes,
  type DayToProve,
  type FoundDifference,
  type ProvedPoint,
  pointsWatched,
  refusedTimes,
  type WatchedPoint,
} from './proof.store.ts';
import { type MissedSilence, missedSilences, type SilenceRule, slotMs } from './provenSilences.ts';

export interface ProveDeps {
  readonly db: Db;
  readonly history: Pick<History, 'rawChunks' | 'knownBefore' | 'newest'>;
}

/** Read and replayed together. */
const pointsAtOnce = 100;
/** Judging by the clock may come some seconds after what it judges: nobody is told anything else by that. */
const sameWithinMs = 60_000;

/**
 * Replays the rules of a project over a day that ended, by what they said then, and compares what they find with the alarms on
 * record; with it, how long each point could not be judged. Rules about silence, bad quality and lost lines are not replayed: they are judged
 * when they are heard of. An alarm about missing data that nothing explains away is found all the same.
 *
 * @throws the reason of the signal when it is aborted
 */
export async function proveDay(
  { db, history }: ProveDeps,
  { project_id, time_zone, day }: Pick<DayToProve, 'project_id' | 'time_zone' | 'day'>,
  signal: AbortSignal,
): Promise<{ points: ProvedPoint[]; differences: FoundDifference[] }> {
  const from = startOfDay(day, time_zone).getTime();
  const until = startOfDay(day, time_zone, 1).getTime();
  const watched = await pointsWatched(system, db, project_id, { from: new Date(from), until: new Date(until) });
  const points: ProvedPoint[] = [];
  const differences: FoundDifference[] = [];
  for (let first = 0; first < watched.length; first += pointsAtOnce) {
    const some = watched.slice(first, first + pointsAtOnce);
    const pointIds = some.map(({ id }) => id);
    const coverage = await coverageOf(db, some, { from, until });
    const losses = await findLosses(system, db, pointIds, new Date(from));
    const refused = await refusedTimes(system, db, pointIds, { from: new Date(from), until: new Date(until) });

    const heard = heardByLine(some);

    async function* watching(...asked: Parameters<History['rawChunks']>): AsyncGenerator<RawChunk> {
      for await (const chunk of history.rawChunks(...asked)) {
        for (const raw of chunk.points) {
          coverage.get(raw.pointId)?.take(raw);
          noteHeard(heard.get(raw.pointId), raw);
        }
        yield chunk;
      }
    }
    const stretch = judgeStretch(
      { db, history: { ...history, rawChunks: watching } },
      { project: { id: project_id, time_zone }, pointIds, from, until, knownUntil: () => until },
      signal,
    );
    let step = await stretch.next();
    while (!step.done) {
      signal.throwIfAborted();
      step = await stretch.next();
    }
    const { rules, recorded } = step.value;
    const thatDay = recorded.flatMap((alarm) => asOfEnd(alarm, until));
    const recordOf = Map.groupBy(thatDay, (alarm) => `${alarm.rule_id} ${alarm.point_id}`);
    for (const [pointId, ofPoint] of Map.groupBy(rules, (each) => each.pointId)) {
      const inForce = ofPoint.filter(({ wasInForce }) => wasInForce);
      const explained: Explained = {
        lost: (losses.get(pointId) ?? []).map(({ from: lostAt, to }) => [lostAt, to ?? until] as const),
        refused: refused.get(pointId) ?? [],
        suppressed: inForce.flatMap(({ suppressed }) => suppressed),
      };
      if (inForce.length > 0)
        points.push({
          pointId,
          rules: inForce.length,
          alarms: ofPoint.flatMap(({ occurrences }) => occurrences).length,
          ...coverage.get(pointId)!.end(explained),
        });
      for (const { ruleId, from: known, occurrences } of ofPoint) {
        const found = differencesOf(recordOf.get(`${ruleId} ${pointId}`) ?? [], occurrences, { from: known, until });
        differences.push(...inWords(found).map((each) => ({ pointId, ruleId, ...each })));
      }
    }

    const connected = await connectionTimes(
      system,
      db,
      some.flatMap(({ gateway_id }) => gateway_id ?? []),
      { from: new Date(from - dayMs), until: new Date(until) },
    );
    const silenceRules = await silenceRulesOf(db, pointIds, { from, until });
    for (const { id, gateway_id } of some) {
      const missed = missedSilences(
        {
          silences: coverage.get(id)!.silences(),
          rules: silenceRules.get(id) ?? [],
          lost: (losses.get(id) ?? []).map(({ from: lostAt, to }) => [lostAt, to ?? until] as const),
          connectedAt: connected.get(gateway_id ?? -1) ?? [],
          heardBeside: heard.get(id) ?? new Set(),
          recorded: recorded
            .filter(({ point_id }) => point_id === id)
            .map((alarm) => ({
              ruleId: alarm.rule_id,
              raisedAt: alarm.raised_at.getTime(),
              returnedAt: alarm.returned_at?.getTime() ?? null,
            })),
        },
        { from, until },
      );
      differences.push(...missed.map((each) => missingSilence(id, each, silenceRules.get(id)!)));
    }
  }
  const proved = new Set(points.map(({ pointId }) => pointId));
  return { points, differences: differences.filter(({ pointId }) => proved.has(pointId)) };
}

/** By point, the five minutes in which one of its line, the same gateway and slave, had a good value. Points without a line have none. */
function heardByLine(points: readonly WatchedPoint[]): Map<number, Set<number>> {
  const lines = Map.groupBy(points, ({ gateway_id, slave_id }) => `${gateway_id} ${slave_id}`);
  return new Map(
    [...lines.values()].flatMap((of) => {
      const slots = new Set<number>();
      return of.flatMap(({ id, gateway_id }) => (gateway_id === null ? [] : [[id, slots] as const]));
    }),
  );
}

function noteHeard(slots: Set<number> | undefined, { measuredAt, quality, length }: RawChunk['points'][number]): void {
  if (!slots) return;
  for (let i = 0; i < length; i++) if (quality[i]! < firstBadQuality) slots.add(Math.floor(measuredAt[i]! / slotMs));
}

/** By point, its rules about missing data, each as long as it stayed the same. */
async function silenceRulesOf(
  db: Db,
  pointIds: readonly number[],
  { from, until }: { from: number; until: number },
): Promise<Map<number, (SilenceRule & { severity: number })[]>> {
  const versions = await ruleVersionsOf(system, db, pointIds, { from: new Date(from - dayMs), until: new Date(until) });
  const rules = new Map<number, (SilenceRule & { severity: number })[]>();
  for (const { rule_id, point_id, valid_from, valid_until, definition, enabled, is_judged } of versions) {
    if (definition?.kind !== 'noData' || !enabled || !is_judged) continue;
    const { afterSeconds, severity } = definition;
    const ofPoint = rules.get(point_id) ?? [];
    rules.set(point_id, ofPoint);
    const last = ofPoint.at(-1);
    const piece = {
      ...{ ruleId: rule_id, from: valid_from.getTime(), until: valid_until?.getTime() ?? until },
      ...{ afterMs: afterSeconds * 1000, severity },
    };
    const goesOn =
      last?.ruleId === rule_id &&
      last.until === piece.from &&
      last.afterMs === piece.afterMs &&
      last.severity === severity;
    if (goesOn) ofPoint[ofPoint.length - 1] = { ...piece, from: last.from };
    else ofPoint.push(piece);
  }
  return rules;
}

const missingSilence = (
  pointId: number,
  { ruleId, raisedAt, returnedAt }: MissedSilence,
  rules: readonly (SilenceRule & { severity: number })[],
): FoundDifference => ({
  ...{ pointId, ruleId, kind: 'missing', alarmId: null, recordedRaised: null, recordedEnd: null },
  severity: rules.find((rule) => rule.ruleId === ruleId)!.severity,
  raisedAt: new Date(raisedAt),
  returnedAt: returnedAt === null ? null : new Date(returnedAt),
});

async function coverageOf(db: Db, points: readonly WatchedPoint[], { from, until }: { from: number; until: number }) {
  const cycles = await cyclesAt(
    system,
    db,
    points.map(({ id }) => id),
    new Date(until - 1),
  );
  return new Map(
    points.map((point) => {
      const sampling_interval_seconds = cycles.get(point.id) ?? point.sampling_interval_seconds;
      const maxGapMs = maxGapSecondsOf({ ...point, sampling_interval_seconds }) * 1000;
      return [point.id, createCoverage({ from, until, maxGapMs })];
    }),
  );
}

/** An alarm on record as it stood when the day ended. */
function asOfEnd(alarm: RecordedAlarm, until: number): RecordedAlarm[] {
  if (alarm.raised_at.getTime() >= until) return [];
  const isOver = alarm.returned_at !== null && alarm.returned_at.getTime() < until;
  return [isOver ? alarm : { ...alarm, returned_at: null, end_reason: null }];
}

type Found = Omit<FoundDifference, 'pointId' | 'ruleId'>;

function inWords({ found, disproved, moved }: ReturnType<typeof differencesOf>): Found[] {
  const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));
  const isFar = (a: number | null, b: Date | null): boolean =>
    (a === null) !== (b === null) || (a !== null && b !== null && Math.abs(a - b.getTime()) > sameWithinMs);
  return [
    ...found.map(
      ({ raisedAt, returnedAt, standing }): Found => ({
        kind: 'missing',
        severity: standing.severity ?? 4,
        alarmId: null,
        raisedAt: dateOf(raisedAt),
        returnedAt: dateOf(returnedAt),
        recordedRaised: null,
        recordedEnd: null,
      }),
    ),
    ...disproved.map(
      ({ id, severity, raised_at, returned_at }): Found => ({
        kind: 'extra',
        severity,
        alarmId: id,
        raisedAt: null,
        returnedAt: null,
        recordedRaised: raised_at,
        recordedEnd: returned_at,
      }),
    ),
    ...moved
      .filter(
        ({ alarm, occurrence, raisedAt, returnedAt }) =>
          isFar(raisedAt, alarm.raised_at) ||
          isFar(returnedAt, alarm.returned_at) ||
          // Of one that goes on, the record says how bad it is now, not how bad it was when the day ended.
          (returnedAt !== null && occurrence.standing.severity !== alarm.severity),
      )
      .map(
        ({ alarm, raisedAt, returnedAt }): Found => ({
          kind: 'other',
          severity: alarm.severity,
          alarmId: alarm.id,
          raisedAt: dateOf(raisedAt),
          returnedAt: dateOf(returnedAt),
          recordedRaised: alarm.raised_at,
          recordedEnd: alarm.returned_at,
        }),
      ),
  ];
}
