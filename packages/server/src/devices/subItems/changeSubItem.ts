import { commonErrors, deviceErrors, pointErrors } from '@watchpost/contract';
import { needInProject, type UserTenant } from '../../access/index.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { findProjectFacts } from '../../projects/index.ts';
import type { DeviceContext, DeviceDeps } from '../deviceDeps.ts';
import { needDevices, settingUp } from '../edit/needDevices.ts';
import { findDevices, lockDevices } from '../edit/store.ts';
import {
  devicesOfSubItems,
  insertSubItem,
  listSubItems,
  deleteSubItem as removeSubItem,
  renameSubItem,
  type SubItem,
  setDevices,
  setInSummary,
} from './store.ts';

type Deps = Pick<DeviceDeps, 'db' | 'clock'>;

/** The one project that all of these are in. @throws Refusal */
export async function projectOfDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  deviceIds: readonly number[],
): Promise<number> {
  const projectIds = new Set((await findDevices(tenant, db, deviceIds)).map((device) => device.project_id));
  const [projectId, ...others] = projectIds;
  if (projectId === undefined) throw new Refusal(commonErrors.notFound);
  if (others.length > 0) throw new Refusal(pointErrors.chooseProject);
  return projectId;
}

/** Changes something of a project's sub-items, one call after the other. */
function change<Result>(
  deps: Deps,
  context: DeviceContext,
  projectId: number,
  work: (write: OneWrite, items: readonly SubItem[], tenant: UserTenant) => Promise<Result>,
): Promise<Result> {
  const { caller } = context;
  needInProject(caller, projectId, settingUp);
  return inOneWrite(deps, context, async (write) => {
    await lockDevices(caller.tenant, write.transaction, projectId);
    return work(write, await listSubItems(caller.tenant, write.transaction, projectId), caller.tenant);
  });
}

const need = (items: readonly SubItem[], id: number): SubItem => {
  const item = items.find((one) => one.id === id);
  if (!item) throw new Refusal(commonErrors.notFound);
  return item;
};

const needOwn = (items: readonly SubItem[], id: number): SubItem => {
  const item = need(items, id);
  if (item.project_id === null) throw new Refusal(deviceErrors.subItemOfCatalogue);
  return item;
};

/** Adds or renames a sub-item of a project's own; a name that is not given stays, a new one has its first. @returns its id */
export const saveSubItem = (
  deps: Deps,
  context: DeviceContext,
  {
    projectId,
    id,
    parentId,
    ...names
  }: {
    projectId: number;
    id: number | undefined;
    name: string | undefined;
    nameEn: string | null | undefined;
    parentId: number | null;
  },
): Promise<number> =>
  change(deps, context, projectId, async ({ transaction, log, unchanged }, items, tenant) => {
    const present = id === undefined ? null : needOwn(items, id);
    const name = names.name ?? present?.name;
    if (name === undefined) throw new Error('a new sub-item comes with a name');
    const nameEn = names.nameEn === undefined ? (present?.name_en ?? null) : names.nameEn;
    if (items.some((item) => item.name === name && item.id !== id))
      throw new Refusal(deviceErrors.subItemNameTaken, { name });
    if (present && present.name === name && present.name_en === nameEn) {
      unchanged();
      return present.id;
    }
    if (parentId !== null && !present) need(items, parentId);
    if (present) await renameSubItem(tenant, transaction, present.id, { name, name_en: nameEn });
    const savedId =
      present?.id ??
      (await insertSubItem(tenant, transaction, {
        project_id: projectId,
        parent_id: parentId ?? items.find((item) => item.parent_id === null)?.id ?? null,
        name,
        name_en: nameEn,
      }));
    log({
      companyId: tenant.companyId,
      projectId,
      subject: { kind: 'subItem', id: savedId, name },
      before: present && { name: present.name, nameEn: present.name_en },
      after: { name, nameEn },
    });
    return savedId;
  });

/** Deletes a sub-item of a project's own with those below it; their devices stay. */
export const deleteSubItem = (
  deps: Deps,
  context: DeviceContext,
  { projectId, id }: { projectId: number; id: number },
): Promise<void> =>
  change(deps, context, projectId, async ({ transaction, log }, items, tenant) => {
    const { name } = needOwn(items, id);
    await removeSubItem(tenant, transaction, id);
    log({ companyId: tenant.companyId, projectId, subject: { kind: 'subItem', id, name }, before: { name } });
  });

/** All devices of a sub-item, or which come in and which go out: two people may then choose at a time. */
type Choice =
  | { readonly all: readonly number[] }
  | { readonly added: readonly number[]; readonly removed: readonly number[] };

/** Chooses the devices of a sub-item. */
export const chooseDevices = (
  deps: Deps,
  context: DeviceContext,
  { projectId, id, choice }: { projectId: number; id: number; choice: Choice },
): Promise<void> =>
  change(deps, context, projectId, async ({ transaction, log, unchanged }, items, tenant) => {
    const { name } = need(items, id);
    const devicesNow = async () =>
      (await devicesOfSubItems(tenant, transaction, projectId)).filter(({ sub_item_id }) => sub_item_id === id);
    const namesOf = (devices: readonly { name: string }[]) => devices.map((device) => device.name);
    const present = await devicesNow();
    const asked = 'all' in choice ? choice.all : choice.added;
    await needDevices(tenant, transaction, [...new Set(asked)], projectId);
    const stay = 'all' in choice ? [] : present.filter((device) => !choice.removed.includes(device.id));
    const chosen = [...new Set([...stay.map((device) => device.id), ...asked])];
    const zone = (await findProjectFacts(tenant, transaction, projectId))!.time_zone;
    const today = localOfEpoch(deps.clock.now(), zone).slice(0, 10);
    await setDevices(tenant, transaction, { projectId, subItemId: id, today }, chosen);
    const before = namesOf(present);
    const after = namesOf(await devicesNow());
    if (JSON.stringify(before) === JSON.stringify(after)) return unchanged();
    log({
      companyId: tenant.companyId,
      projectId,
      subject: { kind: 'subItem', id, name },
      before: { deviceNames: before },
      after: { deviceNames: after },
    });
  });

/** Says whether devices count in the sum of a sub-item, or of every one that they stand in. */
export const countInSummary = (
  deps: Deps,
  context: DeviceContext,
  {
    projectId,
    id,
    deviceIds,
    inSummary,
  }: { projectId: number; id: number | undefined; deviceIds: readonly number[]; inSummary: boolean },
): Promise<void> =>
  change(deps, context, projectId, async ({ transaction, log }, items, tenant) => {
    const chosen = new Set(deviceIds);
    if (id !== undefined) need(items, id);
    await needDevices(tenant, transaction, [...chosen], projectId);
    const standing = (await devicesOfSubItems(tenant, transaction, projectId)).filter(
      (device) => chosen.has(device.id) && (id === undefined || device.sub_item_id === id),
    );
    if (new Set(standing.map((device) => device.id)).size < chosen.size) throw new Refusal(commonErrors.notFound);
    for (const [subItemId, devices] of Map.groupBy(standing, (device) => device.sub_item_id)) {
      const ids = devices.map((device) => device.id);
      await setInSummary(tenant, transaction, { projectId, subItemId }, ids, inSummary);
      log({
        companyId: tenant.companyId,
        projectId,
        subject: { kind: 'subItem', id: subItemId, name: need(items, subItemId).name },
        after: { deviceNames: devices.map((device) => device.name), inSummary },
      });
    }
  });
