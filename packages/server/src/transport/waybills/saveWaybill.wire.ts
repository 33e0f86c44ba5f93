import {
  type AllCalls,
  commonErrors,
  openWaybillStatuses,
  type ParsedInput,
  transportErrors,
} from '@watchpost/contract';
import { type Caller, maySee, needInProject, type UserTenant, zoneOf } from '../../access/index.ts';
import { differing, inOneWrite, logged, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { epochOfLocal, localOfEpoch } from '../../platform/zonedTime.ts';
import { findCars } from '../cars/car.store.ts';
import type { TransportContext, TransportDeps } from '../deps.ts';
import { findFences } from '../fences/fence.store.ts';
import { tellTransport } from '../tellTransport.ts';
import { type PlannedStop, putStops, type StopValues } from './stop.store.ts';
import {
  findWaybill,
  insertEvent,
  insertWaybills,
  listRanges,
  lockWaybills,
  takenWaybillNumbers,
  updateWaybill,
  type WaybillRow,
  type WaybillValues,
} from './waybill.store.ts';

export type WaybillForm = ParsedInput<AllCalls['addWaybill']>['body'];
type Stop = StopValues & { readonly id?: number | undefined };
type Change = ParsedInput<AllCalls['editWaybill']>['body'];

/** Waybills are edited where the caller sees every device: their tags are all of the project's. */
export function needToEdit(caller: Caller, projectId: number): void {
  needInProject(caller, projectId, ['waybillEdit']);
  if (!maySee(caller.tenant, projectId, null)) throw new Refusal(commonErrors.wholeProjectNeeded);
}

/** Locked, open, and the caller may edit it. */
export async function lockWaybill(caller: Caller, { transaction }: OneWrite, id: number): Promise<WaybillRow> {
  const waybill = await findWaybill(caller.tenant, transaction, id, 'lock');
  if (!waybill) throw new Refusal(commonErrors.notFound);
  needToEdit(caller, waybill.project_id);
  return waybill;
}

export function needOpen({ status }: WaybillRow): void {
  if (!openWaybillStatuses.includes(status)) throw new Refusal(transportErrors.waybillClosed);
}

/** Columns of the fields that were sent. Refuses a vehicle or range of another company or project. */
export async function valuesOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  form: Partial<WaybillForm>,
  current: Pick<WaybillValues, 'origin' | 'destination' | 'origin_fence_id' | 'destination_fence_id'> = emptyWaybill,
): Promise<Partial<WaybillValues>> {
  const values: Partial<WaybillValues> = {};
  const texts = {
    number: form.WaybillNumber,
    shipper: form.Shipper,
    consignee: form.Consignee,
    origin: form.Origin,
    destination: form.Destination,
    goods: form.Goods,
    quantity: form.Quantity,
    remark: form.Remark,
  };
  Object.assign(values, Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)));
  if (form.CarId !== undefined) {
    const [car] = form.CarId === null ? [] : await findCars(tenant, db, [form.CarId]);
    if (form.CarId !== null && car?.project_id !== projectId) throw new Refusal(transportErrors.notVehicle);
    values.device_id = form.CarId;
    values.device_name = car?.name ?? null;
  }
  if (form.TempRangeId !== undefined) {
    const isKnown =
      form.TempRangeId === null || (await listRanges(tenant, db)).some(({ id }) => id === form.TempRangeId);
    if (!isKnown) throw new Refusal(commonErrors.notFound);
    values.temp_range_id = form.TempRangeId;
  }
  if (form.DestinationFenceId !== undefined) {
    const [fence] =
      form.DestinationFenceId === null ? [] : await findFences(tenant, db, [form.DestinationFenceId], 'keep');
    if (form.DestinationFenceId !== null && fence?.project_id !== projectId)
      throw new Refusal(transportErrors.fenceOfOtherProject);
    values.destination_fence_id = form.DestinationFenceId;
    if (fence && (form.Destination ?? current.destination) === '') values.destination = fence.name;
  }
  if (form.OriginFenceId !== undefined) {
    const [fence] = form.OriginFenceId === null ? [] : await findFences(tenant, db, [form.OriginFenceId], 'keep');
    if (form.OriginFenceId !== null && fence?.project_id !== projectId)
      throw new Refusal(transportErrors.originOfOtherProject);
    values.origin_fence_id = form.OriginFenceId;
    if (fence && (form.Origin ?? current.origin) === '') values.origin = fence.name;
  }
  const start = values.origin_fence_id ?? (form.OriginFenceId === undefined ? current.origin_fence_id : null);
  const end =
    values.destination_fence_id ?? (form.DestinationFenceId === undefined ? current.destination_fence_id : null);
  if (start !== null && start === end && (form.OriginFenceId !== undefined || form.DestinationFenceId !== undefined))
    throw new Refusal(transportErrors.sameFence);
  if (form.MovesByFence !== undefined) values.moves_by_fence = form.MovesByFence;
  if (form.GoodsLagMinutes !== undefined) values.goods_lag_minutes = form.GoodsLagMinutes;
  const zone = await zoneOf(tenant, db, projectId);
  const momentOf = (local: string | null): Date | null => {
    const epoch = local === null ? null : epochOfLocal(local, zone);
    return epoch === null ? null : new Date(epoch);
  };
  if (form.PlannedDepart !== undefined) values.planned_depart = momentOf(form.PlannedDepart);
  if (form.PlannedArrive !== undefined) values.planned_arrive = momentOf(form.PlannedArrive);
  return values;
}

const emptyWaybill: Omit<WaybillValues, 'number'> = {
  device_id: null,
  device_name: null,
  shipper: '',
  consignee: '',
  origin: '',
  destination: '',
  goods: '',
  quantity: '',
  temp_range_id: null,
  origin_fence_id: null,
  moves_by_fence: false,
  destination_fence_id: null,
  goods_lag_minutes: null,
  planned_depart: null,
  planned_arrive: null,
  remark: '',
};

/** What the log tells of values: the range by its name, the vehicle by its number. */
async function inLog(tenant: UserTenant, db: DbOrTransaction, values: Partial<WaybillValues>): Promise<object> {
  const {
    number: _number,
    device_id,
    device_name: _name,
    temp_range_id,
    origin_fence_id,
    moves_by_fence,
    destination_fence_id,
    quantity,
    remark,
    ...rest
  } = values;
  const range = temp_range_id == null ? null : (await listRanges(tenant, db)).find(({ id }) => id === temp_range_id);
  const [fence] = destination_fence_id == null ? [] : await findFences(tenant, db, [destination_fence_id]);
  const [start] = origin_fence_id == null ? [] : await findFences(tenant, db, [origin_fence_id]);
  const told = {
    ...(logged({}, rest).after as Record<string, unknown>),
    ...(device_id === undefined ? {} : { carId: device_id }),
    ...(temp_range_id === undefined ? {} : { tempRangeName: range?.name ?? null }),
    ...(origin_fence_id === undefined ? {} : { originFence: start?.name ?? null }),
    ...(moves_by_fence ? { movesByFence: true } : {}),
    ...(destination_fence_id === undefined ? {} : { destinationFence: fence?.name ?? null }),
    ...(quantity === undefined ? {} : { goodsQuantity: quantity }),
    ...(remark === undefined ? {} : { note: remark }),
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== '' && value !== null));
}

/** Stops as they were sent, with times of the project's zone. Refuses one of another waybill, and a geofence of another project. */
async function stopsOf(
  tenant: UserTenant,
  db: DbOrTransaction,
  projectId: number,
  list: WaybillForm['StopList'],
  present: readonly PlannedStop[] = [],
): Promise<Stop[]> {
  const fenceIds = list.flatMap(({ GeofenceId }) => GeofenceId ?? []);
  const fences = new Map(
    (await findFences(tenant, db, fenceIds, 'keep'))
      .filter(({ project_id }) => project_id === projectId)
      .map(({ id, name }) => [id, name]),
  );
  const zone = await zoneOf(tenant, db, projectId);
  const ids = list.flatMap(({ StopId }) => StopId ?? []);
  if (ids.some((id, i) => ids.indexOf(id) !== i || !present.some((stop) => stop.id === id)))
    throw new Refusal(transportErrors.stopGone);
  let latest = Number.NEGATIVE_INFINITY;
  return list.map(({ StopId: id, StopName, GeofenceId: geofence_id = null, PlannedTime }) => {
    const fence = geofence_id === null ? undefined : fences.get(geofence_id);
    if (geofence_id !== null && fence === undefined) throw new Refusal(transportErrors.stopOfOtherProject);
    const name = StopName === '' ? fence! : StopName;
    const planned = PlannedTime == null ? null : epochOfLocal(PlannedTime, zone);
    if (planned !== null && planned < latest) throw new Refusal(transportErrors.stopsOutOfOrder, { name });
    latest = planned ?? latest;
    return { id, name, geofence_id, planned_at: planned === null ? null : new Date(planned) };
  });
}

/** What the log tells of stops: `Depot 2026-12-01 08:00; Pier`. */
const stopsInLog = (
  stops: readonly { readonly name: string; readonly planned_at: Date | null }[],
  zone: string,
): object => {
  const plannedStops = stops
    .map(({ name, planned_at: at }) =>
      at === null ? name : `${name} ${localOfEpoch(at.getTime(), zone).slice(0, 16)}`,
    )
    .join('; ');
  return plannedStops === '' ? {} : { plannedStops };
};

/**
 * Adds waybills that were checked against each other and against those that exist.
 *
 * @param stops of each of them, in their order
 * @throws Refusal `numberTaken`, or what is wrong with a stop
 */
export async function addWaybills(
  deps: Pick<TransportDeps, 'clock' | 'events'>,
  tenant: UserTenant,
  write: OneWrite,
  projectId: number,
  waybills: readonly (Partial<WaybillValues> & { number: string })[],
  stops: readonly WaybillForm['StopList'][],
): Promise<number[]> {
  const { transaction, log } = write;
  const at = new Date(deps.clock.now());
  await lockWaybills(tenant, transaction, projectId);
  const [taken] = await takenWaybillNumbers(
    tenant,
    transaction,
    projectId,
    waybills.map(({ number }) => number),
  );
  if (taken !== undefined) throw new Refusal(transportErrors.numberTaken, { name: taken });
  const whole = waybills.map((values): WaybillValues => ({ ...emptyWaybill, ...values }));
  const ids = await insertWaybills(tenant, transaction, projectId, whole, at);
  const zone = await zoneOf(tenant, transaction, projectId);
  for (const [place, values] of whole.entries()) {
    const planned = await stopsOf(tenant, transaction, projectId, stops[place]!);
    await putStops(tenant, transaction, ids[place]!, planned);
    await insertEvent(tenant, transaction, ids[place]!, at, { zh: '新增运单', en: 'Added' });
    log({
      companyId: tenant.companyId,
      projectId,
      subject: { kind: 'waybill', id: ids[place]!, name: values.number },
      after: { ...(await inLog(tenant, transaction, values)), ...stopsInLog(planned, zone) },
    });
  }
  tellTransport(write, deps.events, tenant.companyId);
  return ids;
}

export function changeWaybill(deps: TransportDeps, context: TransportContext, change: Change): Promise<void> {
  const { caller } = context;
  const { tenant } = caller;
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    const { WaybillId, ...form } = change;
    const before = await lockWaybill(caller, write, WaybillId);
    needOpen(before);
    const wanted = await valuesOf(tenant, transaction, before.project_id, form as Partial<WaybillForm>, before);
    const changed = differing<WaybillValues>(before, wanted);
    const zone = await zoneOf(tenant, transaction, before.project_id);
    const had = before.stops.map(({ planned, ...stop }) => ({
      ...stop,
      planned_at: planned === null ? null : new Date(planned),
    }));
    const stops = form.StopList && (await stopsOf(tenant, transaction, before.project_id, form.StopList, before.stops));
    const same = (list: readonly Stop[]) =>
      JSON.stringify(list.map(({ id, name, geofence_id, planned_at }) => [id, name, geofence_id, planned_at]));
    const isRerouted = stops !== undefined && same(stops) !== same(had);
    if (Object.keys(changed).length === 0 && !isRerouted) return unchanged();
    if (isRerouted) await putStops(tenant, transaction, before.id, stops);
    if (changed.number !== undefined) {
      await lockWaybills(tenant, transaction, before.project_id);
      const [taken] = await takenWaybillNumbers(tenant, transaction, before.project_id, [changed.number]);
      if (taken !== undefined) throw new Refusal(transportErrors.numberTaken, { name: taken });
    }
    await updateWaybill(tenant, transaction, before.id, changed);
    await insertEvent(tenant, transaction, before.id, new Date(deps.clock.now()), { zh: '修改运单', en: 'Changed' });
    const were = Object.fromEntries(Object.keys(changed).map((key) => [key, before[key as keyof WaybillValues]]));
    log({
      companyId: tenant.companyId,
      projectId: before.project_id,
      subject: { kind: 'waybill', id: before.id, name: changed.number ?? before.number },
      before: { ...(await inLog(tenant, transaction, were)), ...(isRerouted ? stopsInLog(had, zone) : {}) },
      after: { ...(await inLog(tenant, transaction, changed)), ...(isRerouted ? stopsInLog(stops, zone) : {}) },
    });
    tellTransport(write, deps.events, tenant.companyId);
  });
}
