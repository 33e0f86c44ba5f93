import type { Readable } from 'node:stream';
import { type Bilingual, propertyImportMaxRows } from '@watchpost/contract';
import { needInProject, type UserTenant } from '../../access/index.ts';
import { differing, inOneWrite, logged } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { type ImportedRow, importRows, writeCorrections } from '../../platform/excel/importRows.ts';
import { readSheet, type Sheet } from '../../platform/excel/readSheet.ts';
import type { DeviceContext, DeviceDeps } from '../deviceDeps.ts';
import { settingUp } from '../edit/needDevices.ts';
import { findDevices, lockDevices, type ManagedDevice, updateDevice } from '../edit/store.ts';
import { tellDevices } from '../edit/tellDevices.ts';
import { deviceIds } from '../list/store.ts';
import { devicesOfClass } from './devicesOfClass.ts';
import {
  doubtfulCells,
  factNames,
  importColumns,
  propertyKey,
  rowSchema,
  type SheetDevice,
  type SheetRow,
  wrongCells,
} from './propertySheet.ts';
import { listProperties, type Property, writeValues } from './store.ts';

export interface ImportOutcome {
  readonly sheet: Sheet;
  readonly rows: readonly ImportedRow<SheetRow>[];
  readonly columns: ReturnType<typeof importColumns>;
  readonly imported: number;
}

const notThere: Bilingual = { zh: '项目中没有该类型的此设备', en: 'The project has no such device of this class' };
const twice: Bilingual = { zh: '该设备在文件中出现多次', en: 'This device is in the file more than once' };

/**
 * Takes what a filled-in template says of the devices of a class. Nothing is imported while a row is wrong, unless the wrong
 * ones are to be left out; a dry run only says what would happen.
 *
 * @throws Refusal when the file as a whole is not this template
 */
export async function importProperties(
  deps: Pick<DeviceDeps, 'db' | 'clock' | 'events'>,
  context: DeviceContext,
  { projectId, classId, content }: { projectId: number; classId: number; content: Uint8Array },
  { isDryRun, skipWrong }: { isDryRun: boolean; skipWrong: boolean },
): Promise<ImportOutcome> {
  const { tenant } = context.caller;
  const { properties, columns, sheet, rows } = await readProperties(deps, context, { projectId, classId, content });
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    await lockDevices(tenant, transaction, projectId);
    const right = await matched(tenant, transaction, { projectId, classId, rows, properties, now: deps.clock.now() });
    const isWrong = right.length < rows.length;
    if (isDryRun || right.length === 0 || (isWrong && !skipWrong)) {
      unchanged();
      return { sheet, rows, columns, imported: isDryRun ? right.length : 0 };
    }
    const changedIds: number[] = [];
    for (const { row, device } of right) {
      const values = differing<ManagedDevice>(device, factsIn(row));
      const said = properties.flatMap((property) => {
        const value = row[propertyKey(property)] ?? '';
        return value === '' || value === device.values.get(property.id) ? [] : [{ property, value }];
      });
      if (Object.keys(values).length === 0 && said.length === 0) continue;
      await updateDevice(tenant, transaction, device.id, values);
      await writeValues(
        tenant,
        transaction,
        said.map(({ property, value }) => ({ deviceId: device.id, propertyId: property.id, value })),
      );
      changedIds.push(device.id);
      const told = logged(device, values);
      const ofProperties = (textOf: (entry: (typeof said)[number]) => string) =>
        said.length === 0
          ? {}
          : { properties: Object.fromEntries(said.map((one) => [one.property.name, textOf(one)])) };
      log({
        companyId: tenant.companyId,
        projectId,
        subject: { kind: 'device', id: device.id, name: device.name },
        before: { ...told.before, ...ofProperties(({ property }) => device.values.get(property.id) ?? '') },
        after: { ...told.after, ...ofProperties(({ value }) => value) },
      });
    }
    if (changedIds.length === 0) unchanged();
    else tellDevices(write, deps.events, tenant.companyId, changedIds);
    return { sheet, rows, columns, imported: right.length };
  });
}

/** The same file with only its wrong rows, each with what is wrong. */
export async function correctProperties(
  deps: Pick<DeviceDeps, 'db' | 'clock'>,
  context: DeviceContext,
  what: { projectId: number; classId: number; content: Uint8Array },
): Promise<Readable> {
  const { properties, columns, sheet, rows } = await readProperties(deps, context, what);
  await matched(context.caller.tenant, deps.db, { ...what, rows, properties, now: deps.clock.now() });
  const wrong = new Set(rows.filter(({ problems }) => problems.length > 0).map(({ rowNumber }) => rowNumber));
  const toCorrect = { ...sheet, rows: sheet.rows.filter(({ rowNumber }) => wrong.has(rowNumber)) };
  return writeCorrections(toCorrect, rows, { columns, language: context.language });
}

async function readProperties(
  { db }: Pick<DeviceDeps, 'db'>,
  { caller, language }: DeviceContext,
  { projectId, classId, content }: { projectId: number; classId: number; content: Uint8Array },
) {
  needInProject(caller, projectId, settingUp);
  const properties = await listProperties(caller.tenant, db, [classId]);
  const columns = importColumns(properties);
  const sheet = await readSheet(content, { maxRows: propertyImportMaxRows });
  const rows = importRows(sheet, { columns, schema: rowSchema(properties), language });
  return { properties, columns, sheet, rows };
}

/** The rows that are right, each with its device; the others get what is wrong with them. */
async function matched(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, classId, rows, properties, now }: MatchedWith,
): Promise<{ row: SheetRow; device: SheetDevice }[]> {
  const byName = new Map<string, SheetDevice>();
  for (const device of await devicesOfClass(tenant, db, { projectId, classId })) {
    for (const name of [device.name, device.name_en]) if (name !== null) byName.set(name, byName.get(name) ?? device);
  }
  const seen = new Set<number>();
  const bySerial = await serialsAfter(tenant, db, { projectId, rows, byName });
  return rows.flatMap(({ value: row, problems }) => {
    if (row === null) return [];
    const device = byName.get(row.name);
    if (!device) problems.push({ column: 'name', message: notThere });
    else if (seen.has(device.id)) problems.push({ column: 'name', message: twice });
    else seen.add(device.id);
    problems.push(...wrongCells(row, properties));
    if (device) problems.push(...doubtfulCells(row, device, { properties, bySerial, now }));
    return device && problems.length === 0 ? [{ row, device }] : [];
  });
}

interface MatchedWith {
  readonly projectId: number;
  readonly classId: number;
  readonly rows: readonly ImportedRow<SheetRow>[];
  readonly properties: readonly Property[];
  /** Epoch ms. */
  readonly now: number;
}

/** The devices of a project by the serial number that they have once the file is in. */
async function serialsAfter(
  tenant: UserTenant,
  db: DbOrTransaction,
  { projectId, rows, byName }: Pick<MatchedWith, 'projectId' | 'rows'> & { byName: ReadonlyMap<string, SheetDevice> },
): Promise<ReadonlyMap<string, readonly ManagedDevice[]>> {
  const said = new Map<number, string>();
  for (const { value } of rows) {
    const device = value && byName.get(value.name);
    if (device && value.serial_number) said.set(device.id, value.serial_number);
  }
  const all = await findDevices(tenant, db, await deviceIds(tenant, db, { projectIds: [projectId] }));
  return Map.groupBy(all, (device) => said.get(device.id) ?? device.serial_number);
}

const factsIn = (row: SheetRow): Partial<ManagedDevice> =>
  Object.fromEntries(factNames.flatMap((key) => (row[key] ? [[key, row[key]]] : [])));
