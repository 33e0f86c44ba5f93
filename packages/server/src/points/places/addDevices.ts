import { pointErrors } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { EventBus } from '../../events.ts';
import type { OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { tellChanged } from '../tellPoints.ts';
import type { DeviceWriter } from './DeviceWriter.ts';
import { devicesByName } from './places.store.ts';

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

/** The first of `name 2`, `name 3` … that nobody has. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const free = `${name.slice(0, 45)} ${number}`;
    if (!taken.has(free)) return free;
  }
}

/**
 * Makes devices of points. What was checked before: class, area and points exist and are the caller's.
 *
 * @throws Refusal `deviceNamesTaken`, `mergeOtherClass`
 */
export async function addDevices(
  tenant: UserTenant,
  write: Pick<OneWrite, 'transaction' | 'log' | 'afterCommit'>,
  { events, deviceWriter }: { events: EventBus; deviceWriter: DeviceWriter },
  { projectId, devices, onSameName }: { projectId: number; devices: readonly WantedDevice[]; onSameName: OnSameName },
): Promise<MadeDevice[]> {
  const { transaction, log } = write;
  const { companyId } = tenant;
  const known = new Map(
    (
      await devicesByName(
        tenant,
        transaction,
        projectId,
        devices.map(({ name }) => name),
      )
    ).map((device) => [device.name, device]),
  );
  const names = devices.map(({ name }) => name);
  const twice = names.filter((name, place) => names.indexOf(name) < place);
  if (onSameName === 'refuse' && known.size + twice.length > 0)
    throw new Refusal(pointErrors.deviceNamesTaken, { names: [...new Set([...known.keys(), ...twice])].join(', ') });

  const taken = new Set(known.keys());
  const made: MadeDevice[] = [];
  const pointIds = new Set<number>();
  for (const device of devices) {
    const same = onSameName === 'merge' ? known.get(device.name) : undefined;
    if (same && same.device_class_id !== device.classId)
      throw new Refusal(pointErrors.mergeOtherClass, { name: device.name });
    const name = same || !taken.has(device.name) ? device.name : freeName(device.name, taken);
    taken.add(name);
    const [id] = same
      ? [same.id]
      : await deviceWriter.insertDevices(tenant, transaction, projectId, [{ ...device, name }]);
    // The next of the same name is merged with this one.
    if (!same) known.set(name, { id: id!, name, name_en: null, device_class_id: device.classId });
    if (device.pointIds.length > 0)
      await deviceWriter.linkDevices(tenant, transaction, projectId, device.pointIds, [id!]);
    for (const pointId of device.pointIds) pointIds.add(pointId);
    const { classId, areaId } = device;
    const after = { ...(same ? {} : { name, classId, areaId }), points: device.pointIds.length };
    log({ companyId, projectId, subject: { kind: 'device', id: id!, name }, after });
    made.push({ id: id!, name, isNew: !same });
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
