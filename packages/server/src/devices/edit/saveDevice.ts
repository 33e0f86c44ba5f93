import { deviceErrors } from '@watchpost/contract';
import { maySee, needInProject, type UserTenant } from '../../access/index.ts';
import { fileIdOfUrl, needOwnFile } from '../../files/index.ts';
import { differing, inOneWrite, logged } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DeviceContext, DeviceDeps } from '../deviceDeps.ts';
import { listProperties, propertiesOfDevices, writeValues } from '../properties/store.ts';
import { wrongValue } from '../properties/wrongValue.ts';
import { fitToClass, loggedLoss } from '../roles/fitToClass.ts';
import { needAreaOf, needClass, needDevice, needFreeName, settingUp } from './needDevices.ts';
import { type DeviceValues, insertDevice, lockDevices, type ManagedDevice, updateDevice } from './store.ts';
import { tellDevices } from './tellDevices.ts';

/** What a form says about a device; what it does not mention stays as it is. */
export interface DeviceForm {
  readonly projectId: number;
  /** Undefined: a new one. */
  readonly id: number | undefined;
  /** A new one has a name and a class. */
  readonly values: Omit<DeviceValues, 'cover_file_id'>;
  /** The address or id of an uploaded picture; null: none. */
  readonly cover: string | null | undefined;
  readonly properties: readonly { propertyId: number; value: string }[] | undefined;
}

type Deps = Pick<DeviceDeps, 'db' | 'clock' | 'events'>;

/** Adds or changes a device, whole or not at all. @returns its id */
export async function saveDevice(deps: Deps, context: DeviceContext, form: DeviceForm): Promise<number> {
  const { caller, language } = context;
  const { tenant } = caller;
  needInProject(caller, form.projectId, settingUp);
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    await lockDevices(tenant, transaction, form.projectId);
    const present = form.id === undefined ? null : await needDevice(tenant, transaction, form.id, form.projectId);
    // Who sees only listed devices would not see the new one.
    if (present === null && !maySee(tenant, form.projectId, null)) throw new Refusal(deviceErrors.onlySomeDevices);
    const { projectId } = form;
    const name = form.values.name ?? present?.name;
    const class_id = form.values.class_id ?? present?.class_id;
    if (name === undefined || class_id === undefined) throw new Error('a new device comes with a name and a class');
    // Only what is new: a device whose name another has from old still takes a new brand.
    const names = [form.values.name, form.values.name_en].filter(
      (each) => typeof each === 'string' && each !== present?.name && each !== present?.name_en,
    ) as string[];
    await needFreeName(tenant, transaction, { projectId, names, exceptId: present?.id ?? null });
    if (class_id !== present?.class_id) await needClass(tenant, transaction, class_id);
    await needAreaOf(tenant, transaction, { areaId: form.values.area_id, projectId });
    const values = { ...form.values, ...(await coverValue(tenant, transaction, form.cover, present)) };

    const changed: DeviceValues = present ? differing<ManagedDevice>(present, values) : values;
    let id: number;
    if (present) {
      id = present.id;
      await updateDevice(tenant, transaction, id, changed);
    } else {
      const created_at = new Date(deps.clock.now());
      id = await insertDevice(tenant, transaction, { ...values, name, class_id, project_id: projectId, created_at });
    }
    const said = await saveProperties(tenant, transaction, { id, classId: class_id }, form.properties, language);
    if (present && Object.keys(changed).length === 0 && said === null) {
      unchanged();
      return id;
    }
    const hasNewClass = present !== null && changed.class_id !== undefined;
    const loss = hasNewClass ? (await fitToClass(tenant, transaction, projectId, [id])).get(id) : undefined;
    const lost = loss && loggedLoss(loss);
    const subject = { kind: 'device', id, name } as const;
    const told = present ? logged(present, changed) : { before: null, after: logged({}, changed).after };
    log({
      companyId: tenant.companyId,
      projectId,
      subject,
      before: told.before && { ...told.before, ...(said && { properties: said.before }), ...lost?.before },
      after: { ...told.after, ...(said && { properties: said.after }), ...lost?.after },
    });
    tellDevices(write, deps.events, tenant.companyId, [id]);
    return id;
  });
}

/** A picture the device shows already needs no second look. */
async function coverValue(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  sent: string | null | undefined,
  present: ManagedDevice | null,
): Promise<DeviceValues> {
  if (sent === undefined) return {};
  if (sent === null) return { cover_file_id: null };
  const current = present?.cover_file_id ?? null;
  if (current !== null && fileIdOfUrl(sent) === current) return {};
  return { cover_file_id: await needOwnFile(tenant, transaction, sent) };
}

/** @returns what was said before and after by the properties' names; null: nothing changed */
async function saveProperties(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  { id, classId }: { id: number; classId: number },
  sent: DeviceForm['properties'],
  language: DeviceContext['language'],
): Promise<{ before: object; after: object } | null> {
  if (sent === undefined || sent.length === 0) return null;
  const known = new Map((await listProperties(tenant, transaction, [classId])).map((own) => [own.id, own]));
  for (const { propertyId, value } of sent) {
    const property = known.get(propertyId);
    if (!property) throw new Refusal(deviceErrors.propertyOfAnotherClass);
    const reason = wrongValue(property, value);
    if (reason) throw new Refusal(deviceErrors.wrongPropertyValue, { name: property.name, reason: reason[language] });
  }
  const present = new Map(
    ((await propertiesOfDevices(tenant, transaction, [id])).get(id) ?? []).map((row) => [row.id, row.value ?? '']),
  );
  const changed = sent.filter(({ propertyId, value }) => (present.get(propertyId) ?? '') !== value);
  if (changed.length === 0) return null;
  await writeValues(
    tenant,
    transaction,
    changed.map((entry) => ({ deviceId: id, ...entry })),
  );
  const told = (textOf: (entry: { propertyId: number; value: string }) => string) =>
    Object.fromEntries(changed.map((entry) => [known.get(entry.propertyId)!.name, textOf(entry)]));
  return { before: told(({ propertyId }) => present.get(propertyId) ?? ''), after: told(({ value }) => value) };
}
