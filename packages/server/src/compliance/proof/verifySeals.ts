import { dayMs, type ProofProblem, qualityCode } from '@watchpost/contract';
import type { Tenant } from '../../access/index.ts';
import { system } from '../../access/index.ts';
import { dutyOf } from '../../history/index.ts';
import { dayAfter, startOfDay } from '../../platform/zonedTime.ts';
import type { SealDeps } from '../deps.ts';
import { chainAfter, hashOfRoot, hashOfSamples, isSigned, rootOf, zeros } from '../seal/canonical.ts';
import { publicKeys } from '../seal/seal.store.ts';
import {
  assignedOf,
  keptDaysOf,
  type RecordRow,
  recordsOfDays,
  rootsBetween,
  rootsNumbered,
  waitingDays,
} from './proof.store.ts';

export interface FoundProblem {
  problem: ProofProblem;
  pointId: number | null;
  day: string | null;
  /** Of a root. */
  number: number | null;
}

export interface Verified {
  points: number;
  days: number;
  matches: number;
  samples: number;
  roots: number;
  problems: FoundProblem[];
}

/** Days of a point whose samples are in memory at a time. */
const daysAtOnce = 7;
/** Wait after the end of a day before its seal counts as missing, ms. */
const sealedWithinMs = 3 * 3_600_000;

const recordOf = (row: RecordRow) => ({
  pointId: row.point_id,
  number: row.number,
  day: row.day,
  from: row.from_at.getTime(),
  to: row.to_at.getTime(),
  revision: row.revision,
  reason: row.reason,
  samples: row.samples,
  bad: row.bad,
  sha: row.sha,
});

/**
 * Recomputes everything that was sealed of a project's days: samples, chains, roots and signatures, and names each that does not
 * match.
 *
 * @param userId whose turn at history it takes
 */
export async function verifySeals(
  deps: Pick<SealDeps, 'db' | 'history' | 'historyShare' | 'clock'>,
  tenant: Tenant,
  {
    projectId,
    timeZone,
    from,
    until,
    roots: which = 'between',
  }: {
    projectId: number;
    timeZone: string;
    from: string;
    until: string;
    /** Every root from the first to the last of the days' seals, or those of their seals alone. */
    roots?: 'between' | 'ofRecords';
  },
  userId: number,
  signal: AbortSignal,
): Promise<Verified> {
  const { db, history, historyShare, clock } = deps;
  const problems: FoundProblem[] = [];
  const records = await recordsOfDays(tenant, db, projectId, { from, until });
  const byPoint = Map.groupBy(records, ({ point_id }) => point_id);
  const waiting = new Set(
    (await waitingDays(tenant, db, [...byPoint.keys()])).map(({ point_id, day }) => `${point_id} ${day}`),
  );
  const keeping = await keptDaysOf(tenant, db, projectId);
  const goneBefore =
    keeping?.kept_days == null
      ? Number.NEGATIVE_INFINITY
      : (Math.floor(clock.now() / dayMs) - Math.max(keeping.kept_days, dutyOf(keeping.industry))) * dayMs;
  let [days, matches, samples] = [0, 0, 0];
  for (const [pointId, ofPoint] of byPoint) {
    const bad = (problem: ProofProblem, day: string): void => {
      problems.push({ problem, pointId, day, number: null });
    };
    const newest = new Map<string, RecordRow>();
    const broken = new Set<string>();
    for (const row of ofPoint) {
      newest.set(row.day, row);
      const previous = row.previous ?? (row.number === 1 ? zeros : null);
      if (previous === null || !chainAfter(previous, recordOf(row)).equals(row.chain)) broken.add(row.day);
    }
    for (const day of broken) bad('chain', day);
    const rows = [...newest.values()].sort((a, b) => a.from_at.getTime() - b.from_at.getTime());
    for (let first = 0; first < rows.length; first += daysAtOnce) {
      signal.throwIfAborted();
      const some = rows.slice(first, first + daysAtOnce);
      const [start, end] = [some[0]!.from_at.getTime(), some.at(-1)!.to_at.getTime()];
      const [raw] = await historyShare.long.run(userId, signal, () => history.raw([pointId], start, end, signal));
      for (const row of some) {
        days += 1;
        samples += row.samples;
        const found = hashOfSamples(raw!, row.from_at.getTime(), row.to_at.getTime());
        if (found.sha.equals(row.sha)) {
          if (!broken.has(row.day)) matches += 1;
          continue;
        }
        const isUnreadable = raw!.quality
          .subarray(0, raw!.length)
          .some(
            (quality, i) =>
              quality === qualityCode.unreadable &&
              raw!.measuredAt[i]! >= row.from_at.getTime() &&
              raw!.measuredAt[i]! < row.to_at.getTime(),
          );
        if (broken.has(row.day)) continue;
        if (row.from_at.getTime() < goneBefore && found.samples < row.samples) bad('gone', row.day);
        else if (isUnreadable) bad('unreadable', row.day);
        else bad(waiting.has(`${pointId} ${row.day}`) ? 'late' : 'samples', row.day);
      }
    }
  }
  const known = new Set(records.map(({ point_id, day }) => `${point_id} ${day}`));
  for (const { point_id, since, until: ended } of await assignedOf(tenant, db, projectId)) {
    for (let day = from; day <= until; day = dayAfter(day, 1)) {
      const start = startOfDay(day, timeZone);
      const end = startOfDay(day, timeZone, 1);
      if (end.getTime() + sealedWithinMs > clock.now()) break;
      if (since > start || (ended !== null && ended < end) || known.has(`${point_id} ${day}`)) continue;
      problems.push({ problem: 'notSealed', pointId: point_id, day, number: null });
    }
  }
  const numbers = records.map(({ seal_number }) => seal_number);
  const first = numbers.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY);
  const last = numbers.reduce((most, number) => Math.max(most, number), 0);
  const roots =
    which === 'ofRecords'
      ? await rootsNumbered(tenant, db, projectId, [...new Set(numbers)])
      : numbers.length === 0
        ? []
        : await rootsBetween(tenant, db, projectId, first, last);
  const keys = new Map((await publicKeys(system, db)).map(({ id, public_key }) => [id, public_key]));
  let expected = first;
  for (const row of roots) {
    const { number, day } = row;
    const bad = (problem: ProofProblem): void => {
      problems.push({ problem, pointId: null, day, number });
    };
    const root = {
      ...{ projectId, number, day, leaves: row.leaves, keyId: row.key_id, root: row.root },
      from: row.from_at?.getTime() ?? null,
      to: row.to_at?.getTime() ?? null,
      madeAt: row.made_at.getTime(),
    };
    const before = row.before ?? (number === 1 ? zeros : null);
    if ((which === 'between' && number !== expected) || before === null || !before.equals(row.previous)) bad('order');
    expected = number + 1;
    if (row.chains.length !== row.leaves || !rootOf(row.chains).equals(row.root)) bad('root');
    if (!hashOfRoot(row.previous, root).equals(row.hash) || !isSigned(row.hash, keys.get(row.key_id), row.signature))
      bad('signature');
  }
  return { points: byPoint.size, days, matches, samples, roots: roots.length, problems };
}
