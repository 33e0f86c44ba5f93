import { type Bilingual, minuteMs, movesFrom, type WaybillMoveName } from '@watchpost/contract';
import { system, zoneOf } from '../../access/index.ts';
import { logDeed, type Operation } from '../../logs/index.ts';
import type { Log } from '../../platform/log/log.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import type { TransportDeps } from '../deps.ts';
import { takeMove } from '../waybills/moveWaybill.ts';
import { noteStop } from '../waybills/stop.store.ts';
import {
  findWaybill,
  insertEvent,
  updateWaybill,
  type WaybillRow,
  waybillsByFence,
  waybillsWithStops,
} from '../waybills/waybill.store.ts';
import { arrivalVisit, departureAgain, departureFrom, stopVisits } from './fenceMoves.ts';

export interface FollowDeps extends Pick<TransportDeps, 'db' | 'history' | 'clock' | 'events'> {
  readonly log: Log;
}

/** How often automatic times are compared with positions again; late positions are rare. */
const againMinutes = 10;
/** A time is moved by late positions where they say another minute. */
const movedMs = 60_000;

const byFence: Bilingual = { zh: '由围栏自动', en: 'by its geofence' };

/** Does what was decided of a waybill, unless somebody changed it since it was read. */
async function inTransaction(
  { db, clock, events }: FollowDeps,
  read: WaybillRow,
  work: (
    transaction: Parameters<typeof logDeed>[0],
    waybill: WaybillRow,
    log: (operation: Operation) => void,
  ) => Promise<void>,
): Promise<void> {
  const isDone = await db.transaction().execute(async (transaction) => {
    const waybill = await findWaybill(system, transaction, read.id, 'lock');
    const same =
      waybill?.moves_by_fence &&
      (['status', 'device_id', 'origin_fence_id', 'destination_fence_id'] as const).every(
        (key) => waybill[key] === read[key],
      );
    if (!waybill || !same) return false;
    const operations: Operation[] = [];
    await work(transaction, waybill, (operation) => void operations.push(operation));
    for (const operation of operations) await logDeed(transaction, 'moveWaybillByFence', operation, clock.now());
    return true;
  });
  if (isDone) events.emit('listsChanged', { companyId: read.company_id, kinds: ['transport'] });
}

const take = (deps: FollowDeps, read: WaybillRow, move: WaybillMoveName, at: number): Promise<void> =>
  inTransaction(deps, read, async (transaction, waybill, log) => {
    // A waybill without tags is not loaded: a person departs it, or binds them.
    if (!movesFrom(waybill.status).includes(move) || waybill.device_id === null || waybill.tag_count === 0) return;
    await takeMove(system, { transaction, log }, waybill, {
      ...{ move, reason: '', at: new Date(at), recordedAt: new Date(deps.clock.now()) },
      how: byFence,
    });
  });

/** Moves a time that was taken by itself to where the positions that came since say it was. */
const correct = (deps: FollowDeps, read: WaybillRow, column: 'departed_at' | 'arrived_at', at: number): Promise<void> =>
  inTransaction(deps, read, async (transaction, waybill, log) => {
    const was = waybill[column];
    if (was === null || Math.abs(was.getTime() - at) < movedMs) return;
    const { departed_at, arrived_at }: WaybillRow = { ...waybill, [column]: new Date(at) };
    // Somebody may have entered an arrival since the waybill was read.
    if (departed_at !== null && arrived_at !== null && departed_at > arrived_at) return;
    await updateWaybill(system, transaction, waybill.id, { [column]: new Date(at) });
    const zone = await zoneOf({ companyId: waybill.company_id }, transaction, waybill.project_id);
    const shown = (epoch: number) => localOfEpoch(epoch, zone).slice(0, 19);
    const times = `${shown(was.getTime())} → ${shown(at)}`;
    const words = column === 'departed_at' ? { zh: '发车时间', en: 'Departure' } : { zh: '到达时间', en: 'Arrival' };
    await insertEvent(system, transaction, waybill.id, new Date(deps.clock.now()), {
      zh: `迟到的定位更正${words.zh}：${times}`,
      en: `${words.en} corrected by late positions: ${times}`,
    });
    const key = column === 'departed_at' ? 'departTime' : 'arriveTime';
    log({
      companyId: waybill.company_id,
      projectId: waybill.project_id,
      subject: { kind: 'waybill', id: waybill.id, name: waybill.number },
      before: { [key]: shown(was.getTime()) },
      after: { [key]: shown(at) },
    });
  });

/**
 * Departs and arrives the waybills that follow their geofences, by the stays of their vehicles. What was taken by itself is looked at again
 * while the waybill is open: where positions came late, its time moves, and the waybill says so. Run twice, it does nothing twice: each
 * step is one transaction on a locked waybill. Then notes when vehicles were at the planned stops of every waybill.
 */
export async function followFences(deps: FollowDeps, stopping: AbortSignal): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now();
  const looksAgain = Math.floor(now / minuteMs) % againMinutes === 0;
  for (const waybill of await waybillsByFence(system, db)) {
    stopping.throwIfAborted();
    try {
      if (waybill.status === 0) {
        const at = await departureFrom(deps, system, waybill, now, stopping);
        if (at !== null) await take(deps, waybill, 'depart', at);
        continue;
      }
      const { departed_at, departed_by_fence, arrived_by_fence } = waybill;
      if (looksAgain && departed_at !== null && departed_by_fence) {
        const at = await departureAgain(deps, system, { ...waybill, departed_at }, stopping);
        if (at !== null) await correct(deps, waybill, 'departed_at', at);
      }
      if (waybill.status === 2 && !(looksAgain && arrived_by_fence)) continue;
      const visit = await arrivalVisit(deps, system, waybill, now, stopping);
      if (visit === null) continue;
      if (waybill.status === 1) await take(deps, waybill, 'arrive', visit.from);
      else await correct(deps, waybill, 'arrived_at', visit.from);
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, waybillId: waybill.id }, 'A waybill could not follow its geofences; others do');
    }
  }
  for (const waybill of await waybillsWithStops(system, db, new Date(now))) {
    stopping.throwIfAborted();
    if (waybill.status !== 1 && !looksAgain) continue;
    try {
      let isNews = false;
      for (const { stop, visit } of await stopVisits(deps, system, waybill, now, stopping)) {
        const arrived = visit && new Date(visit.from);
        const left = visit?.isDepartureKnown ? new Date(visit.to) : null;
        isNews = (await noteStop(system, db, stop, { arrived, left })) || isNews;
      }
      if (isNews) deps.events.emit('listsChanged', { companyId: waybill.company_id, kinds: ['transport'] });
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, waybillId: waybill.id }, 'The stops of a waybill could not be noted; others are');
    }
  }
}
