import { deviceErrors, pointErrors } from '@watchpost/contract';
import { maySee, type UserTenant } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import type { OneWrite } from '../../logs/index.ts';
import { freeName } from '../../platform/freeName.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { tellChanged } from '../tellPoints.ts';
import type { DeviceWriter } from './DeviceWriter.ts';
import { devicesCalled, type NamedDevice } from './places.store.ts';

export interface WantedDevice {
  readonly name: string;
  readonly classId: number;
  readonly areaId: number | null;
  readonly pointIds: readonly number[];
}

export interface MadeDevice {
  readonly id: number;
  readonly name: string;
  readonly isNew: boolean;
}

/** What is done where a device of the project has the name already. */
export type OnSameName = 'refuse' | 'rename' | 'merge';

/**
 * Makes devices of points. What was checked before: class, area and points exist and are the caller's.
 *
 * @throws Refusal `onlySomeDevices`, `deviceNamesTaken`, `mergeOtherClass`, `mergeOtherArea`
 */
export async function addDevices(
  tenant: UserTenant,
  write: Pick<OneWrite, 'transaction' | 'log' | 'afterCommit'>,
  { events, deviceWriter }: { events: EventBus; deviceWriter: DeviceWriter },
  { projectId, devices, onSameName }: { projectId: number; devices: readonly WantedDevice[]; onSameName: OnSameName },
): Promise<MadeDevice[]> {
  const { transaction, log } = write;
  const { companyId } = tenant;
  // Who sees only listed devices would not see the new ones, and would find hidden ones by their names.
  if (!maySee(tenant, projectId, null)) throw new Refusal(deviceErrors.onlySomeDevices);
  await deviceWriter.lockDevices(tenant, transaction, projectId);
  const names = devices.map(({ name }) => name);
  const called = await devicesCalled(tenant, transaction, projectId, names);
  // In English first: a device of old may be called in English what another is called by itself.
  const known = new Map<string, NamedDevice>([
    ...called.flatMap((device) => (device.name_en === null ? [] : [[device.name_en, device] as const])),
    ...called.map((device) => [device.name, device] as const),
  ]);
  for (const name of known.keys()) if (!names.includes(name)) known.delete(name);
  const twice = names.filter((name, place) => names.indexOf(name) < place);
  if (onSameName === 'refuse' && known.size + twice.length > 0)
    throw new Refusal(pointErrors.deviceNamesTaken, { names: [...new Set([...known.keys(), ...twice])].join(', ') });

  const taken = new Set(known.keys());
  const made: MadeDevice[] = [];
  const pointIds = new Set<number>();
  /** A free name beside one that a device has already, or has got just now. */
  const besideTaken = async (name: string): Promise<string> => {
    // The end makes room for the number.
    const start = [...name].slice(0, 40).join('');
    return freeName(name, [
      ...taken,
      ...(await deviceWriter.namesBeginning(tenant, transaction, { projectId, start })),
    ]);
  };
  for (const device of devices) {
    const same = onSameName === 'merge' ? known.get(device.name) : undefined;
    if (same && same.device_class_id !== device.classId)
      throw new Refusal(pointErrors.mergeOtherClass, { name: device.name });
    if (same && device.areaId !== null && same.area_id !== device.areaId)
      throw new Refusal(pointErrors.mergeOtherArea, { name: device.name });
    const isFree = same !== undefined || !taken.has(device.name);
    const name = isFree ? device.name : await besideTaken(device.name);
    taken.add(name);
    const [id] = same
      ? [same.id]
      : await deviceWriter.insertDevices(tenant, transaction, projectId, [{ ...device, name }]);
    // The next of the same name is merged with this one.
    if (!same)
      known.set(name, { id: id!, name, name_en: null, device_class_id: device.classId, area_id: device.areaId });
    if (device.pointIds.length > 0)
      await deviceWriter.linkDevices(tenant, transaction, projectId, device.pointIds, [id!]);
    for (const pointId of device.pointIds) pointIds.add(pointId);
    const { classId, areaId } = device;
    const after = { ...(same ? {} : { name, classId, areaId }), points: device.pointIds.length };
    const subject = { kind: 'device', id: id!, name: same?.name ?? name } as const;
    log({ companyId, projectId, subject, after });
    made.push({ id: id!, name: subject.name, isNew: !same });
  }
  tellChanged(
    write,
    events,
    companyId,
    'device',
    made.map(({ id }) => id),
  );
  tellChanged(write, events, companyId, 'point', [...pointIds]);
  return made;
}
