import { commonErrors, deviceErrors, type PropertyKind } from '@watchpost/contract';
import { needInCompany } from '../../access/index.ts';
import { differing, inOneWrite, logged } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DeviceContext, DeviceDeps } from '../deviceDeps.ts';
import {
  countValues,
  findProperty,
  insertProperty,
  isPropertyNameTaken,
  lockClass,
  nextPosition,
  type Property,
  type PropertyForm,
  deleteProperty as removeProperty,
  updateProperty,
} from './store.ts';

type Deps = Pick<DeviceDeps, 'db' | 'clock'>;

export interface PropertyEntry {
  readonly classId: number;
  readonly name: string;
  readonly nameEn: string | null;
  readonly kind: PropertyKind;
  readonly unit: string;
  readonly options: readonly string[];
  /** Undefined: where it stands, a new one last. */
  readonly position: number | undefined;
}

/**
 * Adds or changes a property of the company's own.
 *
 * @param id undefined: a new one
 * @param entryOf what it is to be, by what it is; null: nothing yet
 * @returns its id
 */
export function saveProperty(
  deps: Deps,
  context: DeviceContext,
  id: number | undefined,
  entryOf: (present: Property | null) => PropertyEntry,
): Promise<number> {
  const { caller } = context;
  needInCompany(caller, ['projectsEdit']);
  const tenant = caller.grants;
  return inOneWrite(deps, context, async ({ transaction, log, unchanged }) => {
    const found = id === undefined ? null : await needOwn(tenant, transaction, id);
    const classId = found?.class_id ?? entryOf(null).classId;
    if (!(await lockClass(tenant, transaction, classId))) throw new Refusal(deviceErrors.unknownClass);
    const present = id === undefined ? null : await needOwn(tenant, transaction, id);
    const entry = entryOf(present);
    if (await isPropertyNameTaken(tenant, transaction, { classId, name: entry.name, exceptId: id ?? null }))
      throw new Refusal(deviceErrors.propertyNameTaken, { name: entry.name });
    const form: PropertyForm = {
      class_id: classId,
      name: entry.name,
      name_en: entry.nameEn,
      kind: entry.kind,
      unit: entry.kind === 'number' ? entry.unit : '',
      options: entry.kind === 'option' ? [...entry.options] : [],
      position: entry.position ?? present?.position ?? (await nextPosition(tenant, transaction, classId)),
    };
    if (present && present.kind !== form.kind) await needEmpty(tenant, transaction, present);
    const changed = present ? differing<Property>(present, form) : form;
    if (Object.keys(changed).length === 0) {
      unchanged();
      return present!.id;
    }
    const savedId = present ? present.id : await insertProperty(tenant, transaction, form);
    if (present) await updateProperty(tenant, transaction, savedId, form);
    const told = logged(present ?? {}, changed);
    log({
      companyId: tenant.companyId,
      subject: { kind: 'deviceProperty', id: savedId, name: form.name },
      before: present ? told.before : null,
      after: told.after,
    });
    return savedId;
  });
}

/** Deletes one of the company's own with what was said there. @returns how many devices said something */
export function deleteProperty(deps: Deps, context: DeviceContext, id: number): Promise<number> {
  const { caller } = context;
  needInCompany(caller, ['projectsEdit']);
  const tenant = caller.grants;
  return inOneWrite(deps, context, async ({ transaction, log }) => {
    const { name } = await needOwn(tenant, transaction, id);
    const values = await countValues(tenant, transaction, id);
    await removeProperty(tenant, transaction, id);
    log({
      companyId: tenant.companyId,
      subject: { kind: 'deviceProperty', id, name },
      before: { name, devices: values },
    });
    return values;
  });
}

async function needOwn(tenant: { companyId: number }, db: DbOrTransaction, id: number): Promise<Property> {
  const property = await findProperty(tenant, db, id);
  if (!property) throw new Refusal(commonErrors.notFound);
  if (property.company_id === null) throw new Refusal(deviceErrors.propertyOfCatalogue);
  return property;
}

/** What was said as one kind means nothing as another. */
async function needEmpty(tenant: { companyId: number }, db: DbOrTransaction, { id, name }: Property): Promise<void> {
  const count = await countValues(tenant, db, id);
  if (count > 0) throw new Refusal(deviceErrors.propertyKindInUse, { name, count });
}
