import { type Bilingual, DeviceSheetRow, inputText, type Language, pointErrors } from '@watchpost/contract';
import type { GatewayTenant } from '../../gateways/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { type ImportedRow, importRows } from '../../platform/excel/importRows.ts';
import type { Sheet } from '../../platform/excel/readSheet.ts';
import type { RowPlan } from '../../platform/excel/sheetImport.wire.ts';
import { fillText } from '../../platform/http/refusal.ts';
import { inBoth } from '../../platform/inLanguage.ts';
import type { WantedDevice } from '../places/addDevices.ts';
import {
  devicesCalled,
  existingLinks,
  listAreas,
  listClasses,
  type Named,
  type NamedArea,
  type NamedDevice,
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

/** The gateways that the rows name, each once, in small letters. */
export function gatewaysNamed(sheet: Sheet, language: Language): string[] {
  const rows = importRows(sheet, { columns: deviceColumns, schema: DeviceSheetRow, language });
  return [...new Set(rows.flatMap(({ readable }) => (readable.GatewayName ? [normal(readable.GatewayName)] : [])))];
}

/** By the whole way, and by its name alone where no other area has it. */
function areasByName(areas: readonly NamedArea[]): ReadonlyMap<string, number> {
  const owners = new Map<string, Set<number>>();
  for (const { id, own_name, own_name_en } of areas)
    for (const name of [own_name, own_name_en ?? own_name].map(normal))
      owners.set(name, (owners.get(name) ?? new Set()).add(id));
  const once = [...owners].filter(([, ids]) => ids.size === 1).map(([name, [id]]) => [name, id!] as const);
  return new Map([...once, ...byName(areas)]);
}

/** A device's own name before the English one of another; an English name that several have from old means none of them. */
function byEitherName(devices: readonly NamedDevice[]): ReadonlyMap<string, NamedDevice | 'several'> {
  const english = Map.groupBy(devices, ({ name_en }) => name_en ?? '');
  return new Map<string, NamedDevice | 'several'>([
    ...[...english].map(([name, called]) => [name, called.length === 1 ? called[0]! : 'several'] as const),
    ...devices.map((device) => [device.name, device] as const),
  ]);
}

/**
 * Reads a spreadsheet of devices and their points: a row for each point, rows of the same device belong together. A device that
 * the project has already gets the points, and stays where it stands. Writes nothing.
 *
 * @returns also what each right row comes to, by its place
 */
export async function rowsOfDevices(
  tenant: GatewayTenant,
  db: DbOrTransaction,
  sheet: Sheet,
  projectId: number,
  language: Language,
): Promise<{
  sheet: Sheet;
  rows: readonly ImportedRow<DeviceSheetRow>[];
  right: readonly PlannedDevice[];
  comesTo: readonly RowPlan[];
}> {
  const rows = importRows(sheet, { columns: deviceColumns, schema: DeviceSheetRow, language });
  const choices = await listClasses(tenant, db);
  const classes = byName(choices);
  const listed = await listAreas(tenant, db, projectId);
  const areas = areasByName(listed);
  const areaOf = new Map(listed.map((area) => [area.id, area]));
  const points = await pointsToChoose(tenant, db, projectId);
  const names = rows.flatMap(({ value }) => (value ? [value.ModelTreeName] : []));
  const known = byEitherName(await devicesCalled(tenant, db, projectId, names));
  const links = new Set(
    (
      await existingLinks(
        tenant,
        db,
        points.map(({ id }) => id),
        [...known.values()].flatMap((device) => (device === 'several' ? [] : [device.id])),
      )
    ).map(({ point_id, device_id }) => `${point_id} ${device_id}`),
  );
  const classOf = new Map<string, number>();
  const areaChosen = new Map<string, number>();
  const comesTo: RowPlan[] = [];
  const seen = new Set<string>();
  const right: PlannedDevice[] = [];
  for (const row of rows) {
    const { value, readable, problems } = row;
    const wrong = (column: string, message: Bilingual): void => void problems.push({ column, message });
    // Unknown names are reported together with the other problems of the row.
    const { SmallTypeName: className, LocationName: areaName, PointName: pointName } = readable;
    const classId = className === undefined ? undefined : classes.get(normal(className));
    if (className !== undefined && classId === undefined) wrong('SmallTypeName', unknownClass(className, choices));
    const areaId = areaName === undefined ? null : areas.get(normal(areaName));
    if (areaId === undefined) wrong('LocationName', unknown(areaName ?? '', '区域', 'area'));
    const found = pointName === undefined ? [] : points.filter((point) => isMeant(point, pointName, readable));
    if (pointName !== undefined && found.length === 0) wrong('PointName', unknown(pointName, '点位', 'point'));
    else if (found.length > 1) wrong('PointName', severalPoints(found.length));
    if (!value) continue;

    const meant = known.get(value.ModelTreeName);
    if (meant === 'several') wrong('ModelTreeName', severalDevices);
    const device = meant === 'several' ? undefined : meant;
    const name = device?.name ?? value.ModelTreeName;
    const asBefore = device?.device_class_id ?? classOf.get(name);
    if (classId !== undefined && asBefore !== undefined && asBefore !== classId) {
      const parameters = { name };
      wrong('SmallTypeName', {
        zh: fillText(pointErrors.mergeOtherClass, 'zh', parameters),
        en: fillText(pointErrors.mergeOtherClass, 'en', parameters),
      });
    }
    if (classId !== undefined) classOf.set(name, classId);
    const called = inBoth(name, device?.name_en ?? null);
    if (typeof areaId === 'number') {
      const standsIn = device ? device.area_id : (areaChosen.get(name) ?? areaId);
      if (standsIn !== areaId)
        wrong('LocationName', elsewhere(called, areaOf.get(standsIn ?? 0), device !== undefined));
      areaChosen.set(name, standsIn ?? areaId);
    }

    let pointId: number | null = null;
    if (value.PointName !== undefined) {
      pointId = found.length === 1 ? found[0]!.id : null;
      const link = `${pointId} ${name}`;
      if (pointId !== null && (seen.has(link) || (device && links.has(`${pointId} ${device.id}`))))
        wrong('PointName', alreadyThere);
      seen.add(link);
    } else if (device) wrong('PointName', inputText.missing);
    if (problems.length > 0) continue;
    const message = device ? joins(device) : right.some((other) => other.name === name) ? belongsTo(name) : makes(name);
    comesTo.push({ rowNumber: row.rowNumber, name: value.PointName ?? name, message });
    right.push({ name, classId: classId!, areaId: areaId ?? null, pointId });
  }
  return { sheet, rows, right, comesTo };
}

/** Rows of the same device together. */
export const planDevices = (rows: readonly PlannedDevice[]): WantedDevice[] =>
  [...Map.groupBy(rows, ({ name }) => name).values()].map((ofDevice) => ({
    name: ofDevice[0]!.name,
    classId: ofDevice[0]!.classId,
    areaId: ofDevice.find(({ areaId }) => areaId !== null)?.areaId ?? null,
    pointIds: ofDevice.flatMap(({ pointId }) => (pointId === null ? [] : [pointId])),
  }));

/** Whether a point of the project is the one a row names; gateway and slave tell those of one name apart. */
function isMeant(
  point: Awaited<ReturnType<typeof pointsToChoose>>[number],
  wanted: string,
  { GatewayName, SlaveName }: Partial<DeviceSheetRow>,
): boolean {
  const isCalled = (names: readonly (string | null)[], text: string) =>
    names.some((name) => name !== null && normal(name) === normal(text));
  return (
    isCalled([point.name, point.name_en], wanted) &&
    (GatewayName === undefined || isCalled([point.line, point.line_en], GatewayName)) &&
    (SlaveName === undefined || isCalled([point.slave], SlaveName))
  );
}

const pairsOf = (text: string): Set<string> => {
  const letters = [...normal(text)];
  return new Set(letters.map((letter, i) => letter + (letters[i + 1] ?? '')));
};

/** The names of classes that look most like what was written: nobody knows the catalogue by heart. */
function alike(text: string, names: readonly string[]): string[] {
  const wanted = pairsOf(text);
  return names
    .map((name) => ({ name, shared: [...pairsOf(name)].filter((pair) => wanted.has(pair)).length / name.length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, 3)
    .map(({ name }) => name);
}

function unknownClass(text: string, classes: readonly Named[]): Bilingual {
  const { zh, en } = unknown(text, '设备类型', 'device class');
  const near = {
    zh: alike(
      text,
      classes.map(({ name }) => name),
    ),
    en: alike(
      text,
      classes.map(({ name, name_en }) => name_en ?? name),
    ),
  };
  return {
    zh: near.zh.length === 0 ? zh : `${zh}，相近的有：${near.zh.join('、')}`,
    en: near.en.length === 0 ? en : `${en}. Near to it: ${near.en.join(', ')}`,
  };
}

const unknown = (name: string, zh: string, en: string): Bilingual => ({
  zh: `没有${zh}“${name}”`,
  en: `There is no ${en} “${name}”`,
});
const joins = ({ name, name_en }: Named): Bilingual => {
  const called = inBoth(name, name_en);
  return { zh: `加入已有设备“${called.zh}”`, en: `Joins the existing device “${called.en}”` };
};
const makes = (name: string): Bilingual => ({ zh: `新建设备“${name}”`, en: `Makes the device “${name}”` });
const belongsTo = (name: string): Bilingual => ({
  zh: `属于新设备“${name}”`,
  en: `Belongs to the new device “${name}”`,
});
const severalDevices: Bilingual = {
  zh: '有多台设备的英文名称相同，请填写中文名称',
  en: 'Several devices have this English name: fill in the Chinese one',
};

/** The problem of a row with another area than its device has: a sheet does not move devices. */
function elsewhere(device: Bilingual, area: Named | undefined, isThere: boolean): Bilingual {
  const { zh, en } = area ? inBoth(area.name, area.name_en) : { zh: '', en: '' };
  if (!isThere) return { zh: `前面的行中“${device.zh}”在“${zh}”`, en: `A row above puts “${device.en}” in “${en}”` };
  return {
    zh: area
      ? `已有设备“${device.zh}”在“${zh}”，请留空或在设备中修改`
      : `已有设备“${device.zh}”没有区域，请留空或在设备中设置`,
    en: area
      ? `The existing device “${device.en}” is in “${en}”. Leave this empty, or move the device itself.`
      : `The existing device “${device.en}” has no area. Leave this empty, or give the device one itself.`,
  };
}

const severalPoints = (count: number): Bilingual => ({
  zh: `有 ${count} 个同名点位，请填写网关和从站`,
  en: `${count} points have this name: fill in gateway and slave`,
});
const alreadyThere: Bilingual = { zh: '该点位已关联此设备', en: 'The point is linked to this device already' };
