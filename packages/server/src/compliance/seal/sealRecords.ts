import type { SealReason } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { serverItself } from '../../history/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { dayAfter, localOfEpoch, startOfDay } from '../../platform/zonedTime.ts';
import type { SealDeps } from '../deps.ts';
import { figuresOf } from '../ownProfiles/figuresOf.ts';
import {
  chainAfter,
  type DayHash,
  hashOfRoot,
  hashOfSamples,
  rootOf,
  type SealedRecord,
  signHash,
  zeros,
} from './canonical.ts';
import { type Finding, findFindings, marginMs } from './findFindings.ts';
import {
  chainsOf,
  type DirtyDay,
  dirtyDays,
  forgetDirty,
  forgetUnsealed,
  insertSeals,
  isDaySealed,
  keepFindings,
  lastRoot,
  lockSealing,
  nextBeginning,
  type PointToSeal,
  type ProjectToSeal,
  pointsToSeal,
  projectsToSeal,
} from './seal.store.ts';
import { currentKey } from './sealKey.ts';

/** Wait after the end of a day for buffered readings, as long as history waits. */
const graceMs = 2 * 3_600_000;
/** Points whose day is in memory at a time; a day of one at a sample a second takes 1.5 MB. */
const pointsAtOnce = 10;
/** Changed days that one transaction seals again. */
const changedAtOnce = 200;

interface Judged {
  readonly hash: DayHash;
  readonly findings: readonly Finding[];
}

/** What is to be sealed of a day of some points, out of the readings alone. */
async function judge(
  { history, historyShare }: Pick<SealDeps, 'history' | 'historyShare'>,
  points: readonly Pick<PointToSeal, 'point_id' | 'profile' | 'own' | 'low_limit' | 'high_limit'>[],
  { from, to }: { from: number; to: number },
  stopping: AbortSignal,
): Promise<Judged[]> {
  const margin = Math.max(...points.map((point) => marginMs(figuresOf(point))));
  const ids = points.map(({ point_id }) => point_id);
  const raw = await historyShare.long.run(serverItself, stopping, () =>
    history.raw(ids, from - margin, to + margin, stopping),
  );
  return points.map((point, i) => ({
    hash: hashOfSamples(raw[i]!, from, to),
    findings: findFindings(raw[i]!, { from, to }, figuresOf(point), { low: point.low_limit, high: point.high_limit }),
  }));
}

/** A seal before it has its place in the chain of its point. */
type NewSeal = Omit<SealedRecord, 'number'>;

/** Continues the chains and signs the root over them. Call it with the sealing turn. */
async function sealIn(
  transaction: DbOrTransaction,
  { clock, secretKey }: Pick<SealDeps, 'clock' | 'secretKey'>,
  projectId: number,
  day: { day: string; from: number; to: number } | null,
  seals: readonly NewSeal[],
): Promise<void> {
  const now = clock.now();
  const key = await currentKey(transaction, secretKey, new Date(now));
  const before = await lastRoot(system, transaction, projectId);
  const chains = await chainsOf(system, transaction, [...new Set(seals.map(({ pointId }) => pointId))]);
  const records: (SealedRecord & { chain: Buffer })[] = [];
  for (const seal of seals) {
    const last = chains.get(seal.pointId) ?? { number: 0, chain: zeros };
    const record: SealedRecord = { ...seal, number: last.number + 1 };
    const chain = chainAfter(last.chain, record);
    chains.set(seal.pointId, { number: record.number, chain });
    records.push({ ...record, chain });
  }
  records.sort((a, b) => a.pointId - b.pointId || a.number - b.number);
  const root = {
    projectId,
    number: (before?.number ?? 0) + 1,
    day: day?.day ?? null,
    from: day?.from ?? null,
    to: day?.to ?? null,
    madeAt: now,
    leaves: records.length,
    keyId: key.id,
    root: rootOf(records.map(({ chain }) => chain)),
  };
  const previous = before?.hash ?? zeros;
  const hash = hashOfRoot(previous, root);
  await insertSeals(
    system,
    transaction,
    { ...root, previous, hash, signature: signHash(hash, key.privateKey) },
    records,
  );
}

/** Seals a day of a project unless somebody else has. @returns whether there was anything to seal */
async function sealDay(
  deps: SealDeps,
  { project_id, company_id }: ProjectToSeal,
  day: { day: string; from: number; to: number },
  stopping: AbortSignal,
): Promise<boolean> {
  const { db, events, log } = deps;
  const bounds = { day: day.day, from: new Date(day.from), to: new Date(day.to) };
  const points = await pointsToSeal(system, db, project_id, bounds);
  if (points.length === 0) return false;
  const judged: Judged[] = [];
  for (let first = 0; first < points.length; first += pointsAtOnce) {
    stopping.throwIfAborted();
    judged.push(...(await judge(deps, points.slice(first, first + pointsAtOnce), day, stopping)));
  }
  await db.transaction().execute(async (transaction) => {
    await lockSealing(system, transaction);
    if (await isDaySealed(system, transaction, project_id, day.day)) return;
    const still = new Set(
      (await pointsToSeal(system, transaction, project_id, bounds)).map(({ point_id }) => point_id),
    );
    const seals = points.flatMap(({ point_id: pointId }, i): NewSeal[] =>
      still.has(pointId) ? [{ ...judged[i]!.hash, ...day, pointId, revision: 1, reason: 'first' }] : [],
    );
    if (seals.length === 0) return;
    await sealIn(transaction, deps, project_id, day, seals);
    await keepFindings(
      system,
      transaction,
      { projectId: project_id, day: day.day },
      points.flatMap(({ point_id: pointId, low_limit: low, high_limit: high }, i) =>
        still.has(pointId) ? [{ pointId, low, high, findings: judged[i]!.findings }] : [],
      ),
    );
  });
  log.info({ projectId: project_id, day: day.day, points: points.length }, 'Sealed the records of a day');
  events.emit('listsChanged', { companyId: company_id, kinds: ['compliance'] });
  return true;
}

/** Seals every day of a project that is over. */
async function sealProject(deps: SealDeps, project: ProjectToSeal, stopping: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  const { project_id, time_zone, since, last_day, last_to } = project;
  let from = last_to ?? since;
  let day = last_day === null ? localOfEpoch(since.getTime(), time_zone).slice(0, 10) : dayAfter(last_day, 1);
  for (;;) {
    stopping.throwIfAborted();
    // A project that changes its zone has one day that is longer or shorter; no hour is lost or sealed twice.
    const to = startOfDay(day, time_zone, 1);
    if (to.getTime() + graceMs > clock.now()) return;
    const sealed =
      from < to && (await sealDay(deps, project, { day, from: from.getTime(), to: to.getTime() }, stopping));
    from = to;
    if (sealed) {
      day = dayAfter(day, 1);
      continue;
    }
    // Days on which nothing was under a profile are passed over at once.
    const next = await nextBeginning(system, db, project_id, to);
    if (next === null) return;
    const nextDay = localOfEpoch(next.getTime(), time_zone).slice(0, 10);
    day = nextDay > day ? nextDay : dayAfter(day, 1);
    from = startOfDay(day, time_zone);
  }
}

/** Checks sealed days again that got late readings. A day that differs gets a revision; the earlier seal stays. */
async function sealChanged(deps: SealDeps, stopping: AbortSignal): Promise<void> {
  const { db, events, log, clock } = deps;
  await forgetUnsealed(system, db, new Date(clock.now() - graceMs));
  for (;;) {
    const dirty = await dirtyDays(system, db, changedAtOnce);
    if (dirty.length === 0) return;
    for (const [projectId, days] of Map.groupBy(dirty, ({ project_id }) => project_id)) {
      const looked: { day: DirtyDay; judged: Judged }[] = [];
      for (const day of days) {
        stopping.throwIfAborted();
        const { point_id, profile, own, low_limit, high_limit } = day;
        // Of an assignment that is gone the limits are gone, too; the samples are sealed all the same.
        const point = { point_id, profile: profile ?? ('gsp' as const), own, low_limit, high_limit };
        const bounds = { from: day.from_at.getTime(), to: day.to_at.getTime() };
        const [judged] = await judge(deps, [point], bounds, stopping);
        looked.push({ day, judged: judged! });
      }
      const changed = looked.filter(({ day, judged }) => !judged.hash.sha.equals(day.sha));
      await db.transaction().execute(async (transaction) => {
        await lockSealing(system, transaction);
        if (changed.length > 0)
          await sealIn(
            transaction,
            deps,
            projectId,
            null,
            changed.map(({ day, judged }) => ({
              ...judged.hash,
              pointId: day.point_id,
              day: day.day,
              from: day.from_at.getTime(),
              to: day.to_at.getTime(),
              revision: day.revision + 1,
              reason: day.reason satisfies SealReason,
            })),
          );
        for (const { day, judged } of looked) {
          if (day.profile !== null)
            await keepFindings(system, transaction, { projectId, day: day.day }, [
              { pointId: day.point_id, low: day.low_limit, high: day.high_limit, findings: judged.findings },
            ]);
          await forgetDirty(system, transaction, day);
        }
      });
      if (changed.length === 0) continue;
      log.info({ projectId, days: changed.length }, 'Sealed changed days again');
      events.emit('listsChanged', { companyId: days[0]!.company_id, kinds: ['compliance'] });
    }
  }
}

/**
 * Seals what is due: each day of each project that is over and settled, in order, and once more what changed since. Run twice, by two
 * processes, or again after one that was killed, it seals each day once: a day is one transaction.
 */
export async function sealRecords(deps: SealDeps, stopping: AbortSignal): Promise<void> {
  for (const project of await projectsToSeal(system, deps.db)) {
    try {
      await sealProject(deps, project, stopping);
    } catch (error) {
      if (stopping.aborted) throw error;
      deps.log.error({ err: error, projectId: project.project_id }, 'Records could not be sealed; other projects are');
    }
  }
  await sealChanged(deps, stopping);
}
