import { dayMs, harmlessProblems, type ProofProblem } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { serverItself } from '../../history/index.ts';
import type { SealDeps } from '../deps.ts';
import { daysToCheck, keepSealCheck, type ProjectToCheck, projectsToCheck, type SealCheck } from './sealCheck.store.ts';
import { type Verified, verifySeals } from './verifySeals.ts';

/** Days that are verified each night: what comes late comes to them. */
const newestDays = 3;
/** Nights after which every sealed day was verified anew; two are left for nights on which the server is away. */
const nights = 28;
/** Every sealed day is verified within this time, days. */
export const checkedWithinDays = 30;
const problemsKept = 100;

/** A point without a seal says nothing against the seals that are there; the light names it. */
const isContradiction = ({ problem }: { problem: ProofProblem }): boolean =>
  !harmlessProblems.has(problem) && problem !== 'notSealed';

/** Verifies a day, and once more when it seems broken: a reading that came in between is noted by then. */
async function verifyDay(
  deps: SealDeps,
  { project_id: projectId, time_zone: timeZone }: ProjectToCheck,
  day: string,
  stopping: AbortSignal,
): Promise<Verified> {
  const range = { projectId, timeZone, from: day, until: day, roots: 'ofRecords' } as const;
  const verified = await verifySeals(deps, system, range, serverItself, stopping);
  return verified.problems.some(isContradiction) ? verifySeals(deps, system, range, serverItself, stopping) : verified;
}

/**
 * Verifies sealed days anew, as nobody asks: the newest ones and a share of the others, so that each is verified every 30 days. The
 * last result of each day is kept; what a night finds for the first time becomes one event a project (`sealBroken`).
 */
export async function checkSeals(deps: SealDeps, stopping: AbortSignal): Promise<void> {
  const { db, clock, log, events } = deps;
  const at = new Date(clock.now());
  const dueBefore = new Date(at.getTime() - (checkedWithinDays - 1) * dayMs);
  for (const project of await projectsToCheck(system, db)) {
    const { project_id: projectId, company_id: companyId } = project;
    const checks: SealCheck[] = [];
    try {
      for (const day of await daysToCheck(system, db, projectId, { newest: newestDays, nights, dueBefore })) {
        stopping.throwIfAborted();
        const { points, matches, samples, problems } = await verifyDay(deps, project, day, stopping);
        const wrong = problems.filter(isContradiction);
        if (wrong.length > 0) log.error({ projectId, day, problems: wrong.length }, 'A sealed day does not match');
        checks.push({
          ...{ projectId, day, at, points, matches, samples },
          problems: wrong.slice(0, problemsKept).map(({ problem, pointId, number }) => ({ problem, pointId, number })),
          problemCount: wrong.length,
          isBroken: wrong.length > 0,
        });
      }
      // At once: what a night finds is one event, whenever somebody looks.
      await db.transaction().execute(async (transaction) => {
        for (const check of checks) await keepSealCheck(system, transaction, check);
      });
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, projectId }, 'Seals could not be verified; those of other projects are');
    }
    events.emit('listsChanged', { companyId, kinds: ['compliance'] });
  }
}
