import { type Bilingual, propertyImportMaxRows } from '@watchpost/contract';
import { needInProject } from '../../access/index.ts';
import { differing, inOneWrite, logged } from '../../logs/index.ts';
import { type ImportedRow, importRows } from '../../platform/excel/importRows.ts';
import { readSheet } from '../../platform/excel/readSheet.ts';
import type { DeviceContext, DeviceDeps } from '../deviceDeps.ts';
import { settingUp } from '../edit/needDevices.ts';
import { lockDevices, type ManagedDevice, updateDevice } from '../edit/store.ts';
import { tellDevices } from '../edit/tellDevices.ts';
import { devicesOfClass } from './devicesOfClass.ts';
import {
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
  const { caller, language } = context;
  const { tenant } = caller;
  needInProject(caller, projectId, settingUp);
  const properties = await listProperties(tenant, deps.db, [classId]);
  const columns = importColumns(properties);
  const sheet = await readSheet(content, { maxRows: propertyImportMaxRows });
  const rows = importRows(sheet, { columns, schema: rowSchema(properties), language });
  return inOneWrite(deps, context, async (write) => {
    const { transaction, log, unchanged } = write;
    await lockDevices(tenant, transaction, projectId);
    const byName = new Map<string, SheetDevice>();
    for (const device of await devicesOfClass(tenant, transaction, { projectId, classId })) {
      for (const name of [device.name, device.name_en]) if (name !== null) byName.set(name, byName.get(name) ?? device);
    }
    const right = matched(rows, byName, properties);
    const isWrong = right.length < rows.length;
    if (isDryRun || right.length === 0 || (isWrong && !skipWrong)) {
      unchanged();
      return { rows, columns, imported: isDryRun ? right.length : 0 };
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
    return { rows, columns, imported: right.length };
  });
}

/** The rows that are right, each with its device; the others get what is wrong with them. */
function matched(
  rows: readonly ImportedRow<SheetRow>[],
  byName: ReadonlyMap<string, SheetDevice>,
  properties: readonly Property[],
): { row: SheetRow; device: SheetDevice }[] {
  const seen = new Set<number>();
  return rows.flatMap(({ value: row, problems }) => {
    if (row === null) return [];
    const device = byName.get(row.name);
    if (!device) problems.push({ column: 'name', message: notThere });
    else if (seen.has(device.id)) problems.push({ column: 'name', message: twice });
    else seen.add(device.id);
    problems.push(...wrongCells(row, properties));
    return device && problems.length === 0 ? [{ row, device }] : [];
  });
}

const factsIn = (row: SheetRow): Partial<ManagedDevice> =>
  Object.fromEntries(factNames.flatMap((key) => (row[key] ? [[key, row[key]]] : [])));
