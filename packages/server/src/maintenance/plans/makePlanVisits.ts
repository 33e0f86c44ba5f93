import { conditionDueDays, conditionRestDays, dayMs, runtimeAheadDays } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { type History, type HistoryShare, serverItself } from '../../history/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { LiveValues } from '../../points/index.ts';
import { insertWorkMessages } from '../../work/index.ts';
import { leadersOf } from '../messages/people.store.ts';
import { type DuePlan, duePlans, insertPlanVisit, keepCounted, lockVisits, type VisitsOfPlan } from './plan.store.ts';
import { nextStep, registerStep, runTime } from './runTime.ts';

export interface PlanDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Pick<LiveValues, 'get'>;
  readonly history: Pick<History, 'totals'>;
  readonly historyShare: HistoryShare;
}

/** What gateways kept for themselves has mostly come by then; what comes later counts as unknown, which is on the safe side. */
const settleMs = 2 * 3_600_000;
/** Of one read of history, and of what is counted in one transaction. */
const sliceMs = 7 * dayMs;
/** A machine's ordinary day is that of these weeks. */
const usualMs = 28 * dayMs;

/**
 * Makes the visits that are due by run time or by confirmed warnings. Run twice, by two servers, or cut off in the middle, it
 * counts each hour once and makes each visit once.
 *
 * @throws what went wrong with the first plan that failed, when all others are done
 */
export async function makePlanVisits(deps: PlanDeps, stopping: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const plan of await duePlans(system, deps.db)) {
    if (stopping.aborted) return;
    try {
      if (plan.kind === 'condition') await byCondition(deps, plan);
      else await byRunTime(deps, plan, stopping);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const dayIn = (now: number, days: number, timeZone: string): string =>
  localOfEpoch(now + days * dayMs, timeZone).slice(0, 10);

/** Makes a visit where none is open. Two that look at once wait for each other, or the later one would take the next step. */
const makeVisit = (
  { db, clock }: Pick<PlanDeps, 'db' | 'clock'>,
  plan: DuePlan,
  /** The key and the day of the visit; null: none is due. */
  decide: (visits: VisitsOfPlan) => { key: string; day: string } | null,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const visits = await lockVisits(system, transaction, plan);
    if (visits === null || visits.has_open) return;
    const due = decide(visits);
    const id = due && (await insertPlanVisit(system, transaction, plan, due.key, due.day));
    if (id === null) return;
    await insertWorkMessages(system, transaction, {
      ...{ companyId: plan.company_id, projectId: plan.project_id, at: new Date(clock.now()) },
      userIds: await leadersOf(system, transaction, plan.contract_id),
      about: { kind: 'visit', id },
      text: {
        zh: `计划“${plan.name}”新增维保工单，计划于 ${due!.day}，请指派`,
        en: `Plan “${plan.name}” has a new visit on ${due!.day}. Assign it.`,
      },
    });
  });

async function byCondition(deps: PlanDeps, plan: DuePlan): Promise<void> {
  const now = deps.clock.now();
  if (plan.warning_id === null) return;
  await makeVisit(deps, plan, ({ last_done_at }) =>
    last_done_at !== null && now - last_done_at.getTime() < conditionRestDays * dayMs
      ? null
      : { key: `w:${plan.warning_id}`, day: dayIn(now, conditionDueDays, plan.time_zone) },
  );
}

async function byRunTime(deps: PlanDeps, plan: DuePlan, stopping: AbortSignal): Promise<void> {
  const { point_id, step_hours, value_type } = plan;
  if (point_id === null || step_hours === null || value_type === null) return;
  const counted = value_type === 'status' ? await countStates(deps, plan, stopping) : await countRegister(deps, plan);
  // Somebody else counts it.
  if (counted === null) return;
  const sum = runTime(counted.run_seconds, counted.unknown_seconds);
  await makeVisit(deps, plan, ({ reached }) => {
    const next = nextStep(sum, step_hours, reached, counted.daily_seconds);
    return next.inDays === null || next.inDays > runtimeAheadDays
      ? null
      : { key: `c${plan.epoch}:${next.k}`, day: dayIn(deps.clock.now(), next.inDays, plan.time_zone) };
  });
}

type Sum = Pick<DuePlan, 'counted_until' | 'run_seconds' | 'unknown_seconds' | 'last_register' | 'daily_seconds'>;

/** How long a state was on since the last count. Any state but off is on; what nobody knows may have been. */
async function countStates(
  { db, clock, history, historyShare }: PlanDeps,
  plan: DuePlan,
  stopping: AbortSignal,
): Promise<Sum | null> {
  const until = clock.now() - settleMs;
  const point = {
    pointId: plan.point_id!,
    kind: 'state' as const,
    samplingIntervalMs: (plan.sampling_interval_seconds ?? 60) * 1000,
  };
  const onWithin = async (from: number, to: number) => {
    const [found] = await historyShare.long.run(serverItself, stopping, () =>
      history.totals([point], from, to, stopping),
    );
    const states = found?.kind === 'state' ? found.states : [];
    const sum = (of: typeof states) => of.reduce((total, { durationMs }) => total + durationMs, 0);
    const known = states.filter(({ value }) => Number.isFinite(value));
    return { on: sum(known.filter(({ value }) => value !== 0)), known: sum(known) };
  };
  let state: Sum = plan;
  for (let from = plan.counted_until?.getTime() ?? until; from < until; ) {
    const to = Math.min(from + sliceMs, until);
    const { on, known } = await onWithin(from, to);
    const next: Sum = {
      ...state,
      counted_until: new Date(to),
      run_seconds: state.run_seconds + on / 1000,
      unknown_seconds: state.unknown_seconds + Math.max(0, to - from - known) / 1000,
    };
    if (!(await keepCounted(system, db, { ...plan, counted_until: state.counted_until }, next))) return null;
    state = next;
    from = to;
  }
  const { on, known } = await onWithin(until - usualMs, until);
  const usual: Sum = { ...state, daily_seconds: known < dayMs ? null : (on / known) * 86_400 };
  return (await keepCounted(system, db, { ...plan, counted_until: state.counted_until }, usual)) ? usual : null;
}

/** What a register of hours has gone on since the last count. Its newest good value counts, however old it is. */
async function countRegister({ db, clock, live, history, historyShare }: PlanDeps, plan: DuePlan): Promise<Sum | null> {
  const reading = live.get(plan.point_id!);
  if (reading?.value == null || reading.quality >= 64) return plan;
  const step = registerStep(plan.last_register, reading.value, plan.range_high);
  const now = clock.now();
  const counted: Sum = {
    counted_until: new Date(now),
    run_seconds: plan.run_seconds + step,
    unknown_seconds: plan.unknown_seconds,
    last_register: reading.value,
    daily_seconds: plan.daily_seconds,
  };
  const point = {
    pointId: plan.point_id!,
    kind: 'analog' as const,
    samplingIntervalMs: (plan.sampling_interval_seconds ?? 60) * 1000,
  };
  const [usual] = await historyShare.long.run(serverItself, new AbortController().signal, () =>
    history.totals([point], now - usualMs, now),
  );
  if (usual?.kind === 'analog' && Number.isFinite(usual.totals.max) && usual.totals.knownMs >= dayMs) {
    const days = usual.totals.knownMs / dayMs;
    counted.daily_seconds = Math.min(86_400, ((usual.totals.max - usual.totals.min) * 3600) / days);
  }
  return (await keepCounted(system, db, plan, counted)) ? counted : null;
}
