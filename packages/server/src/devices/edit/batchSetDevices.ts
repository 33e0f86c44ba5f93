import { deviceErrors, maxLabels } from '@watchpost/contract';
import { needInProject } from '../../access/index.ts';
import { differing, inOneWrite, logged } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DeviceContext, DeviceDeps } from '../deviceDeps.ts';
import { fitToClass, loggedLoss } from '../roles/fitToClass.ts';
import { needAreaOf, needClass, needDevices, settingUp } from './needDevices.ts';
import { type DeviceValues, lockDevices, type ManagedDevice, updateDevice } from './store.ts';
import { tellDevices } from './tellDevices.ts';

/** What several devices get; what is not mentioned stays as it is. */
export interface DeviceSettings {
  readonly values: Pick<DeviceValues, 'class_id' | 'area_id' | 'brand' | 'model'>;
  readonly labels?: { readonly chosen: readonly string[]; readonly mode: 'replace' | 'add' | 'remove' };
}

/** Gives several devices of a project the same settings, all of them or none. @returns how many were different before */
export function batchSetDevices(
  deps: Pick<DeviceDeps, 'db' | 'clock' | 'events'>,
  context: DeviceContext,
  { projectId, ids }: { projectId: number; ids: readonly number[] },
  { values: wanted, labels }: DeviceSettings,
): Promise<number> {
  const { caller } = context;
  const { tenant } = caller;
  needInProject(caller, projectId, settingUp);
  if (labels === undefined && Object.values(wanted).every((value) => value === undefined))
    throw new Refusal(deviceErrors.nothingToSet);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    await lockDevices(tenant, transaction, projectId);
    if (wanted.class_id !== undefined) await needClass(tenant, transaction, wanted.class_id);
    await needAreaOf(tenant, transaction, { areaId: wanted.area_id, projectId });
    const told: { device: ManagedDevice; changed: DeviceValues }[] = [];
    for (const device of await needDevices(tenant, transaction, ids, projectId)) {
      const values = { ...wanted, ...(labels && { labels: labelsAfter(device, labels) }) };
      const changed = differing<ManagedDevice>(device, values);
      if (Object.keys(changed).length === 0) continue;
      await updateDevice(tenant, transaction, device.id, changed);
      told.push({ device, changed });
    }
    const ofNewClass = told.flatMap(({ device, changed }) => (changed.class_id === undefined ? [] : [device.id]));
    const losses = ofNewClass.length > 0 ? await fitToClass(tenant, transaction, projectId, ofNewClass) : null;
    for (const { device, changed } of told) {
      const { before, after } = logged(device, changed);
      const loss = losses?.get(device.id);
      const lost = loss && loggedLoss(loss);
      log({
        companyId: tenant.companyId,
        projectId,
        subject: { kind: 'device', id: device.id, name: device.name },
        before: { ...before, ...lost?.before },
        after: { ...after, ...lost?.after },
      });
    }
    const changedIds = told.map(({ device }) => device.id);
    if (changedIds.length === 0) unchanged();
    else tellDevices(write, deps.events, tenant.companyId, changedIds);
    return changedIds.length;
  });
}

function labelsAfter(
  { labels, name }: ManagedDevice,
  { chosen, mode }: NonNullable<DeviceSettings['labels']>,
): string[] {
  if (mode === 'replace') return [...chosen];
  if (mode === 'remove') return labels.filter((label) => !chosen.includes(label));
  const all = [...new Set([...labels, ...chosen])];
  if (all.length > maxLabels) throw new Refusal(deviceErrors.tooManyLabels, { name, max: maxLabels });
  return all;
}
