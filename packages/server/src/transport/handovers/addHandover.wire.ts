import {
  type AllCalls,
  commonErrors,
  handoverBackHours,
  handoverConditions,
  handoverKinds,
  hourMs,
  type ParsedInput,
  qualityOf,
  staleAfterMs,
  transportErrors,
} from '@watchpost/contract';
import { zoneOf } from '../../access/index.ts';
import { needOwnFile } from '../../files/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { epochOfLocal, localOfEpoch } from '../../platform/zonedTime.ts';
import { noteCertificateDue } from '../certificates/due.store.ts';
import type { TransportContext, TransportDeps } from '../deps.ts';
import { tellTransport } from '../tellTransport.ts';
import { takeMove } from '../waybills/moveWaybill.ts';
import { lockWaybill } from '../waybills/saveWaybill.wire.ts';
import { findWaybill, insertEvent, tagsOf, type WaybillRow } from '../waybills/waybill.store.ts';
import { handoversOf, insertHandover, type TagReading, waybillOfKey } from './handover.store.ts';

type Form = ParsedInput<AllCalls['addHandover']>['body'];

/** A phone's clock may run a little ahead of ours. */
const aheadMs = 60_000;

/** Readings at a moment of the tags that were bound then; null: none was fresh. */
async function readingsAt(
  { db, history }: Pick<TransportDeps, 'db' | 'history'>,
  { caller, signal }: TransportContext,
  waybill: WaybillRow,
  at: number,
): Promise<TagReading[]> {
  const readings: TagReading[] = [];
  for (const tag of await tagsOf(caller.tenant, db, waybill.id)) {
    if (tag.bound_at.getTime() > at || (tag.unbound_at !== null && tag.unbound_at.getTime() < at)) continue;
    let celsius: number | null = null;
    if (tag.point_id !== null && tag.cycle_seconds !== null) {
      const since = at - staleAfterMs(tag.cycle_seconds * 1000);
      const [found] = await history.raw([tag.point_id], since, at + 1, signal);
      for (let i = 0; i < (found?.length ?? 0); i++)
        if (!Number.isNaN(found!.values[i]!) && qualityOf(found!.quality[i]!) !== 'bad') celsius = found!.values[i]!;
    }
    readings.push({ serial: tag.serial_number, celsius });
  }
  return readings;
}

/** Records a handover once, however often a phone sends it; a delivery that is signed for or rejected ends the waybill. */
export async function addHandover(deps: TransportDeps, context: TransportContext, form: Form): Promise<void> {
  const { caller } = context;
  const { tenant } = caller;
  const { db } = deps;
  const seen = await findWaybill(tenant, db, form.WaybillId);
  if (!seen) throw new Refusal(commonErrors.notFound);
  const now = deps.clock.now();
  const zone = await zoneOf(tenant, db, seen.project_id);
  const asked = form.Time === undefined ? now : epochOfLocal(form.Time, zone);
  const at = asked === null ? Number.NaN : Math.min(asked, now);
  // Before the transaction: reading history may take long, and locks would wait for it.
  const readings = Number.isNaN(at) ? [] : await readingsAt(deps, context, seen, at);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    const waybill = await lockWaybill(caller, write, form.WaybillId);
    const usedFor = await waybillOfKey(tenant, transaction, form.ClientKey);
    if (usedFor !== null && usedFor !== waybill.id) throw new Refusal(transportErrors.keyOfAnother);
    if (usedFor !== null) return unchanged();
    if (asked === null || asked > now + aheadMs || asked < now - handoverBackHours * hourMs)
      throw new Refusal(transportErrors.handoverTime, { hours: handoverBackHours });
    const isClosed = waybill.ended_at !== null;
    if (isClosed && (form.Outcome !== 'none' || at > waybill.ended_at!.getTime() || waybill.status === 5))
      throw new Refusal(transportErrors.handoverTooLate);
    const departedAt = waybill.departed_at?.getTime() ?? at;
    // People say whole seconds.
    if (form.Kind === 'delivery' && at < Math.floor(departedAt / 1000) * 1000)
      throw new Refusal(transportErrors.deliveryBeforeDeparture);
    const latest =
      form.Kind === 'delivery' ? (await handoversOf(tenant, transaction, waybill.id)).at(-1)?.at : undefined;
    if (latest !== undefined && at < Math.floor(latest.getTime() / 1000) * 1000)
      throw new Refusal(transportErrors.handoverAfterDelivery, {
        when: localOfEpoch(latest.getTime(), zone).slice(0, 19),
      });
    if (form.StopId != null && !waybill.stops.some(({ id }) => id === form.StopId))
      throw new Refusal(transportErrors.stopGone);
    const fileIds: string[] = [];
    for (const { Url } of form.PhotoList) fileIds.push(await needOwnFile(tenant, transaction, Url));
    const id = await insertHandover(
      tenant,
      transaction,
      {
        waybill_id: waybill.id,
        client_key: form.ClientKey,
        kind: form.Kind,
        outcome: form.Outcome,
        stop_id: form.StopId ?? null,
        at: new Date(at),
        recorded_at: new Date(now),
        from_name: form.FromName,
        to_name: form.ToName,
        to_phone: form.ToPhone ?? null,
        place: form.Place,
        latitude: form.Latitude ?? null,
        longitude: form.Longitude ?? null,
        quantity: form.Quantity,
        condition: form.Condition,
        note: form.Note,
        signature: form.Signature ?? null,
      },
      readings,
      fileIds,
    );
    if (id === null) throw new Refusal(transportErrors.keyOfAnother);
    const kind = handoverKinds[form.Kind];
    await insertEvent(tenant, transaction, waybill.id, new Date(now), {
      zh: `${kind.zh}：${form.FromName} → ${form.ToName}（${handoverConditions[form.Condition].zh}）`,
      en: `${kind.en}: ${form.FromName} → ${form.ToName} (${handoverConditions[form.Condition].en.toLowerCase()})`,
    });
    log({
      companyId: waybill.company_id,
      projectId: waybill.project_id,
      subject: { kind: 'waybill', id: waybill.id, name: waybill.number },
      after: {
        handoverKind: form.Kind,
        handoverFrom: form.FromName,
        handoverTo: form.ToName,
        handoverCondition: form.Condition,
        ...(form.Outcome === 'none' ? {} : { handoverOutcome: form.Outcome }),
      },
    });
    if (form.Outcome !== 'none') {
      const when = { at: new Date(Math.max(at, departedAt)), recordedAt: new Date(now) };
      let open = waybill;
      // A signature says that the goods have arrived.
      if (open.status === 1) {
        await takeMove(tenant, write, open, { move: 'arrive', reason: '', ...when });
        open = { ...open, status: 2 };
      }
      const reason = form.Outcome === 'reject' ? form.Note : '';
      await takeMove(tenant, write, open, { move: form.Outcome, reason, ...when });
    } else if (isClosed) await noteCertificateDue(tenant, transaction, waybill.id, 'handover', new Date(now));
    tellTransport(write, deps.events, tenant.companyId);
  });
}
