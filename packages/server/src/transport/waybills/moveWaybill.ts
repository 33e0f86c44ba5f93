import {
  type Bilingual,
  boundBackHours,
  hourMs,
  movesFrom,
  transportErrors,
  type WaybillMove,
  type WaybillMoveName,
  waybillMoves,
  waybillStatusWords,
} from '@watchpost/contract';
import { type Tenant, zoneOf } from '../../access/index.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { epochOfLocal } from '../../platform/zonedTime.ts';
import { noteCertificateDue } from '../certificates/due.store.ts';
import type { TransportContext, TransportDeps } from '../deps.ts';
import { findTags } from '../tags/tag.store.ts';
import { tellTransport } from '../tellTransport.ts';
import { needReadyTags } from './readiness.ts';
import { lockWaybill, needOpen } from './saveWaybill.wire.ts';
import { bindTags, insertEvent, tagsOf, unbindTags, updateWaybill, type WaybillRow } from './waybill.store.ts';

const about = ({ company_id, project_id, id, number }: WaybillRow) => ({
  companyId: company_id,
  projectId: project_id,
  subject: { kind: 'waybill' as const, id, name: number },
});
/** A client's clock may run a little ahead of ours. */
const aheadMs = 60_000;

/** Takes a step of a waybill, as `waybillMoves` allows it. What ends it takes its tags off. */
export function moveWaybill(
  deps: TransportDeps,
  context: TransportContext,
  { id, move, reason, time }: { id: number; move: WaybillMoveName; reason: string; time?: string | undefined },
): Promise<void> {
  const { caller } = context;
  return inOneWrite(deps, context, async (write) => {
    const waybill = await lockWaybill(caller, write, id);
    const now = new Date(deps.clock.now());
    let at = now;
    if (move === 'arrive' && time !== undefined) {
      const zone = await zoneOf(caller.tenant, write.transaction, waybill.project_id);
      const asked = epochOfLocal(time, zone) ?? Number.NaN;
      // People say whole seconds.
      const departed = Math.floor((waybill.departed_at?.getTime() ?? 0) / 1000) * 1000;
      if (!(asked >= departed && asked <= now.getTime() + aheadMs)) throw new Refusal(transportErrors.arrivalTime);
      at = new Date(Math.min(asked, now.getTime()));
    }
    if (move === 'depart' && time !== undefined) {
      const zone = await zoneOf(caller.tenant, write.transaction, waybill.project_id);
      const asked = epochOfLocal(time, zone) ?? Number.NaN;
      const earliest = waybill.created_at.getTime() - boundBackHours * hourMs;
      if (!(asked >= earliest && asked <= now.getTime() + aheadMs))
        throw new Refusal(transportErrors.departureTime, { hours: boundBackHours });
      at = new Date(Math.min(asked, now.getTime()));
    }
    if (move === 'depart' && movesFrom(waybill.status).includes('depart'))
      await needReadyTags(deps, caller.tenant, write.transaction, waybill);
    await takeMove(caller.tenant, write, waybill, { move, reason, at, recordedAt: now });
    tellTransport(write, deps.events, caller.tenant.companyId);
  });
}

/**
 * Takes one step of a locked waybill. A step that ends it sets its end to `at`: the arrival is no later, and its tags count until then.
 *
 * @param at when the step took place; `recordedAt`: when it was entered; `how`: in words, where no person took it
 * @throws Refusal `moveNotNow`, `reasonMissing`, `notLoaded`
 */
export async function takeMove(
  tenant: Tenant,
  { transaction, log }: Pick<OneWrite, 'transaction' | 'log'>,
  waybill: WaybillRow,
  {
    move,
    reason,
    at,
    recordedAt,
    how = null,
  }: { move: WaybillMoveName; reason: string; at: Date; recordedAt: Date; how?: Bilingual | null },
): Promise<void> {
  const { id } = waybill;
  const step: WaybillMove = waybillMoves[move];
  if (!movesFrom(waybill.status).includes(move))
    throw new Refusal(transportErrors.moveNotNow, { status: waybillStatusWords[waybill.status], move: step });
  if (step.reasonMin > 0 && reason === '') throw new Refusal(transportErrors.reasonMissing);
  if ([...reason].length < step.reasonMin) throw new Refusal(transportErrors.reasonShort, { min: step.reasonMin });
  if (step.needsLoad && (waybill.device_id === null || waybill.tag_count === 0))
    throw new Refusal(transportErrors.notLoaded);
  const isEnd = step.to >= 3;
  await updateWaybill(tenant, transaction, id, {
    status: step.to,
    ...(move === 'depart' ? { departed_at: at, departed_by_fence: how !== null } : {}),
    ...(move === 'arrive' ? { arrived_at: at, arrived_by_fence: how !== null } : {}),
    ...(isEnd ? { ended_at: at } : {}),
    ...(isEnd && waybill.arrived_at !== null && waybill.arrived_at > at ? { arrived_at: at } : {}),
  });
  if (isEnd) await unbindTags(tenant, transaction, id, null, at);
  if (move === 'sign' || move === 'reject') await noteCertificateDue(tenant, transaction, id, 'first', recordedAt);
  const said = (colon: string) => (reason === '' ? '' : `${colon}${reason}`);
  await insertEvent(tenant, transaction, id, recordedAt, {
    zh: step.zh + (how === null ? '' : `（${how.zh}）`) + said('：'),
    en: step.en + (how === null ? '' : ` (${how.en})`) + said(': '),
  });
  log({
    ...about(waybill),
    before: { waybillStatus: waybill.status },
    after: { waybillMove: move, waybillStatus: step.to, ...(reason === '' ? {} : { reason }) },
  });
}

/** Binds tags to an open waybill, from now or from up to a day ago. */
export function bindToWaybill(
  deps: TransportDeps,
  context: TransportContext,
  {
    id,
    tagIds,
    place,
    boundTime,
  }: { id: number; tagIds: readonly number[]; place: string; boundTime?: string | undefined },
): Promise<void> {
  const { caller } = context;
  const { tenant } = caller;
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    const waybill = await lockWaybill(caller, write, id);
    needOpen(waybill);
    const now = deps.clock.now();
    const zone = await zoneOf(tenant, transaction, waybill.project_id);
    const asked = boundTime === undefined ? now : epochOfLocal(boundTime, zone);
    if (asked === null || asked > now + aheadMs || asked < now - boundBackHours * hourMs)
      throw new Refusal(transportErrors.boundTooEarly, { hours: boundBackHours });
    const wanted = [...new Set(tagIds)];
    const tags = await findTags(tenant, transaction, wanted, 'lock');
    if (tags.length < wanted.length) throw new Refusal(transportErrors.tagsGone);
    const foreign = tags.find(({ project_id }) => project_id !== waybill.project_id);
    if (foreign) throw new Refusal(transportErrors.tagOfOtherProject, { name: foreign.serial_number });
    const elsewhere = tags.find(({ waybill_id }) => waybill_id !== null && waybill_id !== id);
    if (elsewhere) throw new Refusal(transportErrors.tagElsewhere, { name: elsewhere.serial_number });
    const fresh = tags.filter(({ waybill_id }) => waybill_id === null);
    if (fresh.length === 0) return unchanged();
    await bindTags(
      tenant,
      transaction,
      fresh.map((tag) => ({
        waybill_id: id,
        tag_id: tag.id,
        serial_number: tag.serial_number,
        name: tag.name,
        place,
        bound_at: new Date(Math.min(asked, now)),
      })),
    );
    const names = fresh.map(({ serial_number }) => serial_number).join(', ');
    await insertEvent(tenant, transaction, id, new Date(now), { zh: `绑定标签：${names}`, en: `Tags bound: ${names}` });
    log({ ...about(waybill), after: { boundTags: names } });
    tellTransport(write, deps.events, tenant.companyId);
  });
}

/** Takes tags off a waybill. */
export function unbindFromWaybill(
  deps: TransportDeps,
  context: TransportContext,
  { id, tagIds }: { id: number; tagIds: readonly number[] },
): Promise<void> {
  const { caller } = context;
  const { tenant } = caller;
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    const waybill = await lockWaybill(caller, write, id);
    needOpen(waybill);
    const bound = await tagsOf(tenant, transaction, id);
    const known = new Set(bound.flatMap(({ tag_id }) => tag_id ?? []));
    if (tagIds.some((tagId) => !known.has(tagId))) throw new Refusal(transportErrors.tagsGone);
    const at = new Date(deps.clock.now());
    const names = (await unbindTags(tenant, transaction, id, tagIds, at)).join(', ');
    if (names === '') return unchanged();
    await insertEvent(tenant, transaction, id, at, { zh: `解绑标签：${names}`, en: `Tags taken off: ${names}` });
    log({ ...about(waybill), before: { boundTags: names } });
    tellTransport(write, deps.events, tenant.companyId);
  });
}
