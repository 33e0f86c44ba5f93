import { type Bilingual, DeviceSheetRow, inputText, type Language, pointErrors } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { type ImportedRow, importRows } from '../../platform/excel/importRows.ts';
import type { Sheet } from '../../platform/excel/readSheet.ts';
import { fillText } from '../../platform/http/refusal.ts';
import type { WantedDevice } from '../places/addDevices.ts';
import {
  devicesByName,
  existingLinks,
  listAreas,
  listClasses,
  type Named,
  type NamedArea,
  pointsToChoose,
} from '../places/places.store.ts';
import { deviceColumns } from './pointSheet.ts';

/** One row that is right: a device and perhaps one of its points. */
export interface PlannedDevice {
  readonly name: string;
  readonly classId: number;
  readonly areaId: number | null;
  readonly pointId: number | null;
}

const normal = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

const byName = (rows: readonly Named[]): Map<string, number> => {
  const ids = new Map<string, number>();
  for (const { id, name, name_en } of rows)
    for (const each of [name_en, name]) if (each !== null) ids.set(normal(each), id);
  return ids;
};

/** By the whole way, and by its name alone where no other area has it. */
function areasByName(areas: readonly NamedArea[]): ReadonlyMap<string, number> {
  const owners = new Map<string, Set<number>>();
  for (const { id, own_name, own_name_en } of areas)
    for (const name of [own_name, own_name_en ?? own_name].map(normal))
      owners.set(name, (owners.get(name) ?? new Set()).add(id));
  const once = [...owners].filter(([, ids]) => ids.size === 1).map(([name, [id]]) => [name, id!] as const);
  return new Map([...once, ...byName(areas)]);
}

/**
 * Reads a spreadsheet of devices and their points: a row for each point, rows of the same device belong together. A device that
 * the project has already gets the points. Writes nothing.
 */
export async function rowsOfDevices(
  tenant: UserTenant,
  db: DbOrTransaction,
  sheet: Sheet,
  projectId: number,
  language: Language,
): Promise<{ sheet: Sheet; rows: readonly ImportedRow<DeviceSheetRow>[]; right: readonly PlannedDevice[] }> {
  const rows = importRows(sheet, { columns: deviceColumns, schema: DeviceSheetRow, language });
  const classes = byName(await listClasses(tenant, db));
  const areas = areasByName(await listAreas(tenant, db, projectId));
  const points = await pointsToChoose(tenant, db, projectId);
  const names = rows.flatMap(({ value }) => (value ? [value.ModelTreeName] : []));
  const known = new Map((await devicesByName(tenant, db, projectId, names)).map((device) => [device.name, device]));
  const links = new Set(
    (
      await existingLinks(
        tenant,
        db,
        points.map(({ id }) => id),
        [...known.values()].map(({ id }) => id),
      )
    ).map(({ point_id, device_id }) => `${point_id} ${device_id}`),
  );
  const classOf = new Map<string, number>();
  const seen = new Set<string>();
  const right: PlannedDevice[] = [];
  for (const row of rows) {
    const { value, problems } = row;
    if (!value) continue;
    const wrong = (column: string, message: Bilingual): void => void problems.push({ column, message });
    const classId = classes.get(normal(value.SmallTypeName));
    if (classId === undefined) wrong('SmallTypeName', unknown(value.SmallTypeName, '设备类型', 'device class'));
    const areaId = value.LocationName === undefined ? null : areas.get(normal(value.LocationName));
    if (areaId === undefined) wrong('LocationName', unknown(value.LocationName ?? '', '区域', 'area'));

    const device = known.get(value.ModelTreeName);
    const asBefore = device?.device_class_id ?? classOf.get(value.ModelTreeName);
    if (classId !== undefined && asBefore !== undefined && asBefore !== classId) {
      const parameters = { name: value.ModelTreeName };
      wrong('SmallTypeName', {
        zh: fillText(pointErrors.mergeOtherClass, 'zh', parameters),
        en: fillText(pointErrors.mergeOtherClass, 'en', parameters),
      });
    }
    if (classId !== undefined) classOf.set(value.ModelTreeName, classId);

    let pointId: number | null = null;
    if (value.PointName !== undefined) {
      const found = points.filter(
        ({ name, name_en, line, slave }) =>
          [name, name_en].some((each) => each !== null && normal(each) === normal(value.PointName!)) &&
          (value.GatewayName === undefined || (line !== null && normal(line) === normal(value.GatewayName))) &&
          (value.SlaveName === undefined || (slave !== null && normal(slave) === normal(value.SlaveName))),
      );
      if (found.length === 0) wrong('PointName', unknown(value.PointName, '点位', 'point'));
      else if (found.length > 1) wrong('PointName', severalPoints(found.length));
      else pointId = found[0]!.id;
      const link = `${pointId} ${value.ModelTreeName}`;
      if (pointId !== null && (seen.has(link) || (device && links.has(`${pointId} ${device.id}`))))
        wrong('PointName', alreadyThere);
      seen.add(link);
    } else if (device) wrong('PointName', inputText.missing);
    if (problems.length === 0)
      right.push({ name: value.ModelTreeName, classId: classId!, areaId: areaId ?? null, pointId });
  }
  return { sheet, rows, right };
}

/** Rows of the same device together. */
export const planDevices = (rows: readonly PlannedDevice[]): WantedDevice[] =>
  [...Map.groupBy(rows, ({ name }) => name).values()].map((ofDevice) => ({
    name: ofDevice[0]!.name,
    classId: ofDevice[0]!.classId,
    areaId: ofDevice.find(({ areaId }) => areaId !== null)?.areaId ?? null,
    pointIds: ofDevice.flatMap(({ pointId }) => (pointId === null ? [] : [pointId])),
  }));

const unknown = (name: string, zh: string, en: string): Bilingual => ({
  zh: `没有${zh}“${name}”`,
  en: `There is no ${en} “${name}”`,
});
const severalPoints = (count: number): Bilingual => ({
  zh: `有 ${count} 个同名点位，请填写网关和从站`,
  en: `${count} points have this name: fill in gateway and slave`,
});
const alreadyThere: Bilingual = { zh: '该点位已关联此设备', en: 'The point is linked to this device already' };
