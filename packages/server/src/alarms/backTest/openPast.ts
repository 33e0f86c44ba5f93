import type { Tenant } from '../../access/index.ts';
import type { History } from '../../history/index.ts';
import { clientOf } from '../../platform/db/clientOf.ts';
import type { Db } from '../../platform/db/database.ts';
import { type ProjectFacts, readCalendars } from '../../projects/index.ts';
import { type AlarmRule, isBad, pointIdsOf, withCertainPoints } from '../engine/index.ts';
import { createPointFinder } from '../evaluator/pointFinder.ts';
import { maxGapSecondsOf } from '../evaluator/watchList.ts';
import { fitsSubject, parseRule, referencesIn } from '../ruleDefinition.ts';
import { cycleChanges, cyclesAt, findLosses, findTriedPoints, type TriedPointRow } from './backTest.store.ts';
import { newestBefore, newestGoodBefore } from './newestBefore.ts';
import type { ReplayedPoint } from './replay.ts';

export interface PastDeps {
  readonly db: Db;
  readonly history: Pick<History, 'knownBefore' | 'newest' | 'rawChunks'>;
}

/**
 * Points of a project with all that the engine has to know of them to go through their past once more.
 *
 * @param project one of the tenant's
 * @param definitions every rule that will be tried on them, for the points these look at
 */
export async function openPast(
  { db, history }: PastDeps,
  tenant: Tenant,
  project: Pick<ProjectFacts, 'id' | 'time_zone'>,
  { pointIds, definitions }: { pointIds: readonly number[]; definitions: readonly unknown[] },
) {
  const rows = await findTriedPoints(tenant, db, project.id, pointIds, referencesIn(definitions).pointIds);
  const dayKinds = (await readCalendars(tenant, clientOf(db), [project.id])).get(project.id) ?? new Map();
  const calendar = { timeZone: project.time_zone, dayKinds };
  const finder = createPointFinder(rows);
  return {
    /** The points asked for that the tenant sees, and those that rules may look at from them. */
    rows,
    finder,

    /** A rule as it runs on a point; null: it does not. */
    ruleOn(pointId: number, ruleId: number, definition: unknown): AlarmRule | null {
      const said = parseRule(ruleId, definition);
      if (said === null || !fitsSubject(said, { type: 'point', id: pointId })) return null;
      return withCertainPoints(said, (reference) => finder.find(pointId, reference));
    },

    /** When the cycle of one of them changed within a range; epoch ms. */
    cycleChanges: (start: number, end: number): Promise<number[]> =>
      cycleChanges(
        tenant,
        db,
        rows.map(({ id }) => id),
        { from: new Date(start), until: new Date(end) },
      ),

    /**
     * How these points stood at a moment.
     *
     * @param cyclesOf the moment by whose cycles they go; epoch ms
     */
    async from(moment: number, cyclesOf = moment) {
      const ids = rows.map(({ id }) => id);
      const cycles = await cyclesAt(tenant, db, ids, new Date(cyclesOf));
      const losses = await findLosses(tenant, db, ids, new Date(moment));
      const knownBefore = await history.knownBefore(ids, moment);
      const replayedOf = (row: TriedPointRow, rules: readonly AlarmRule[]): ReplayedPoint => ({
        pointId: row.id,
        maxGapSeconds: maxGapSecondsOf({
          ...row,
          sampling_interval_seconds: cycles.get(row.id) ?? row.sampling_interval_seconds,
        }),
        calendar,
        isKnownBefore: knownBefore.has(row.id),
        isExplained: row.is_explained,
        losses: losses.get(row.id) ?? [],
        rules,
      });
      return {
        knownBefore,

        /** What is gone through: the points with these rules, and whichever these look at. */
        async replayed(rules: ReadonlyMap<number, readonly AlarmRule[]>): Promise<ReplayedPoint[]> {
          const lookedAt = new Set([...rules.values()].flatMap((some) => some.flatMap(pointIdsOf)));
          const some = rows.filter(({ id }) => rules.has(id) || lookedAt.has(id));
          const known = some.flatMap(({ id }) => (knownBefore.has(id) ? id : []));
          const before = await newestBefore(history, known, moment);
          const unreadable = known.filter((id) => isBad(before.get(id)?.value ?? 0, before.get(id)?.quality ?? 0));
          const good = await newestGoodBefore(history, unreadable, moment);
          return some.map((row) => ({
            ...replayedOf(row, rules.get(row.id) ?? []),
            ...{ before: before.get(row.id), goodBefore: good.get(row.id) ?? before.get(row.id) },
          }));
        },
      };
    },
  };
}
