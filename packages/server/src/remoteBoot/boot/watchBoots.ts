import { type Bilingual, type BootWatchCheck, bootWatchStates, firstHourMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { serverItself } from '../../history/index.ts';
import type { WatchDeps } from '../deps.ts';
import { usePassword } from '../passwords/password.store.ts';
import { pipeOfUnit } from '../standards/standard.store.ts';
import { updateUnit } from '../units/unit.store.ts';
import { type AwaitedUnit, awaitedUnits, insertBootEvent, lockAwaited } from './boot.store.ts';
import { firstHourOf } from './firstHour.ts';
import { failedChecks, hasData, verdictOfHour } from './judgeFirstHour.wire.ts';
import { notifyApprovers } from './notifyApprovers.ts';
import { runStatesOf } from './runningPoints.ts';

/** The last readings of the hour have mostly come by then. */
const settleMs = 2 * 60_000;
/** How long reading a first hour may fail before it counts as not known. */
const giveUpMs = 24 * 3_600_000;

/**
 * Sees units start by their points, and judges their first hour once it is over. Run twice, or by two servers, it does each once.
 *
 * @throws what went wrong with the first unit that failed, when all others are done
 */
export async function watchBoots(deps: WatchDeps, stopping: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const unit of await awaitedUnits(system, deps.db)) {
    if (stopping.aborted) return;
    try {
      if (unit.state === 'booted') await judge(deps, unit, stopping);
      else if (unit.device_id !== null) await seeStart(deps, unit, unit.device_id);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** A run state that is on, measured after the release, and was off when the unit was released; or has been off since. */
async function seeStart(deps: WatchDeps, unit: AwaitedUnit, deviceId: number): Promise<void> {
  const { db, clock, events } = deps;
  const releasedAt = unit.released_at?.getTime() ?? Number.POSITIVE_INFINITY;
  const fresh = (await runStatesOf(deps, system, db, deviceId)).filter(({ measuredAt }) => measuredAt > releasedAt);
  const stillRunning = unit.running_before.filter((point) => !fresh.some(({ id, isOn }) => id === point && !isOn));
  if (stillRunning.length < unit.running_before.length) await noteStopped(deps, unit, stillRunning);
  const started = fresh.filter(({ id, isOn }) => isOn && !unit.running_before.includes(id));
  if (started.length === 0) return;
  const at = new Date(Math.min(clock.now(), ...started.map(({ measuredAt }) => measuredAt)));
  const isOurs = await db.transaction().execute(async (transaction) => {
    if (!(await lockAwaited(system, transaction, unit))) return false;
    await updateUnit(
      { companyId: unit.company_id },
      transaction,
      unit.id,
      { state: 'booted', booted_at: at, boot_way: 'seen', watch_state: 'watching', watch_checks: [] },
      at,
    );
    await usePassword(system, transaction, unit.id, { at, way: 'seen' });
    await insertBootEvent(system, transaction, {
      ...{ unitId: unit.id, kind: 'booted' as const, at, userName: null },
      ...{ zh: '数据显示已运行', en: 'Seen running' },
    });
    return true;
  });
  if (isOurs) events.emit('listsChanged', { companyId: unit.company_id, kinds: ['boot'] });
}

/** Which run states may have been on since before the release: those that are seen off count after that. */
const noteStopped = ({ db, clock }: WatchDeps, unit: AwaitedUnit, stillRunning: readonly number[]): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    if (!(await lockAwaited(system, transaction, unit))) return;
    await updateUnit(
      { companyId: unit.company_id },
      transaction,
      unit.id,
      { running_before: stillRunning },
      new Date(clock.now()),
    );
  });

/** Why a first hour is not known, where its checks do not say it. */
const reasons = {
  noDevice: { zh: '设备已删除或已移交', en: 'its device was deleted or handed over' },
  notReadable: { zh: '一天内无法读取历史数据', en: 'its history could not be read for a day' },
  noData: { zh: '没有有效数据', en: 'no good data came' },
  noRunState: { zh: '没有运行状态数据', en: 'no run state was recorded' },
} as const satisfies Record<string, Bilingual>;

interface Judged {
  checks: BootWatchCheck[];
  reason: keyof typeof reasons | null;
}

async function judgedHour(
  deps: WatchDeps,
  unit: AwaitedUnit,
  from: number,
  to: number,
  stopping: AbortSignal,
): Promise<Judged> {
  const { device_id: deviceId, company_id: companyId } = unit;
  if (deviceId === null) return { checks: [], reason: 'noDevice' };
  try {
    const asked = await pipeOfUnit({ companyId }, deps.db, unit);
    const checks = await firstHourOf(deps, system, { deviceId, asked }, from, to, serverItself, stopping);
    if (verdictOfHour(checks) !== 'unknown') return { checks, reason: null };
    return { checks, reason: hasData(checks) ? 'noRunState' : 'noData' };
  } catch (error) {
    if (stopping.aborted || deps.clock.now() < to + giveUpMs) throw error;
    return { checks: [], reason: 'notReadable' };
  }
}

function textOfHour(words: Bilingual, failed: Bilingual, reason: Bilingual | null): Bilingual {
  if (reason !== null) return { zh: `${words.zh}（${reason.zh}）`, en: `${words.en} (${reason.en})` };
  return failed.zh === '' ? words : { zh: `${words.zh}：${failed.zh}`, en: `${words.en}: ${failed.en}` };
}

/** A unit whose device is gone is judged at once: nothing more can be known of its first hour. */
async function judge(deps: WatchDeps, unit: AwaitedUnit, stopping: AbortSignal): Promise<void> {
  const { db, clock, events, outbox } = deps;
  const from = unit.booted_at!.getTime();
  const to = from + firstHourMs;
  if (unit.device_id !== null && clock.now() < to + settleMs) return;
  const { checks, reason } = await judgedHour(deps, unit, from, to, stopping);
  const verdict = verdictOfHour(checks);
  const list = failedChecks(checks);
  const words = bootWatchStates[verdict];
  const at = new Date(clock.now());
  const outcome = await db.transaction().execute(async (transaction) => {
    if (!(await lockAwaited(system, transaction, unit))) return null;
    await updateUnit(
      { companyId: unit.company_id },
      transaction,
      unit.id,
      { watch_state: verdict, watch_checks: checks },
      at,
    );
    await insertBootEvent(system, transaction, {
      ...{ unitId: unit.id, kind: 'watched' as const, at, userName: null },
      ...textOfHour(words, list, reason === null ? null : reasons[reason]),
    });
    if (verdict !== 'failed') return { hasApprovers: false };
    const hasApprovers = await notifyApprovers(deps, transaction, unit, {
      timeZone: unit.time_zone,
      subject: { zh: '机组首小时异常', en: 'First hour of a unit failed' },
      line: { zh: `${unit.name}：${list.zh}`, en: `${unit.name}: ${list.en}` },
    });
    return { hasApprovers };
  });
  if (outcome === null) return;
  if (outcome.hasApprovers) outbox.wake();
  events.emit('listsChanged', { companyId: unit.company_id, kinds: ['boot'] });
}
