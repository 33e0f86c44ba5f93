import { type Bilingual, type Language, NewWaybill, transportErrors } from '@watchpost/contract';
import { z } from 'zod';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { type ImportColumn, type ImportedRow, importRows } from '../../platform/excel/importRows.ts';
import type { Sheet } from '../../platform/excel/readSheet.ts';
import { inBothLanguages, Refusal } from '../../platform/http/refusal.ts';
import { listCars } from '../cars/car.store.ts';
import { fenceNames } from '../fences/fence.store.ts';
import type { WaybillForm } from './saveWaybill.wire.ts';
import { listRanges, takenWaybillNumbers } from './waybill.store.ts';

/** Columns of the spreadsheet of waybills; vehicle and temperature range by name. */
// biome-ignore format: a table is read by columns
export const waybillColumns: readonly ImportColumn[] = [
  { key: 'WaybillNumber', header: { zh: '运单号', en: 'Waybill number' }, type: 'text', width: 20 },
  { key: 'CarName', header: { zh: '车辆', en: 'Vehicle' }, type: 'text', optional: true, width: 18 },
  { key: 'Shipper', header: { zh: '发货方', en: 'Shipper' }, type: 'text', optional: true, width: 22 },
  { key: 'Consignee', header: { zh: '收货方', en: 'Consignee' }, type: 'text', optional: true, width: 22 },
  { key: 'Origin', header: { zh: '发货地', en: 'Origin' }, type: 'text', optional: true, width: 24 },
  { key: 'Destination', header: { zh: '目的地', en: 'Destination' }, type: 'text', optional: true, width: 24 },
  { key: 'Goods', header: { zh: '货物', en: 'Goods' }, type: 'text', optional: true, width: 20 },
  { key: 'Quantity', header: { zh: '数量', en: 'Quantity' }, type: 'text', optional: true, width: 12 },
  { key: 'TempRangeName', header: { zh: '温区', en: 'Temperature range' }, type: 'text', optional: true, width: 26 },
  { key: 'PlannedDepart', header: { zh: '计划发车', en: 'Planned departure' }, type: 'time', optional: true, width: 20 },
  { key: 'PlannedArrive', header: { zh: '计划到达', en: 'Planned arrival' }, type: 'time', optional: true, width: 20 },
  { key: 'Stops', header: { zh: '经停点', en: 'Stops' }, type: 'text', optional: true, width: 30 },
  { key: 'Remark', header: { zh: '备注', en: 'Note' }, type: 'text', optional: true, width: 24 },
];

const name = z.string().trim().max(60).optional();
const WaybillOfSheet = NewWaybill.omit({
  ProjectId: true,
  CarId: true,
  TempRangeId: true,
  OriginFenceId: true,
  MovesByFence: true,
  DestinationFenceId: true,
  GoodsLagMinutes: true,
  StopList: true,
}).extend({
  CarName: name,
  TempRangeName: name,
  Stops: z.string().max(3000).optional(),
});
type SheetRow = z.output<typeof WaybillOfSheet>;

const unknown = { zh: '项目中没有此名称', en: 'The project has none of this name' };
const unreadableStops = {
  zh: '每行一个经停点，名称后可填写时间，如：人民医院 2026-12-01 08:00',
  en: 'One stop a line, with a time behind its name if there is one: City Hospital 2026-12-01 08:00',
};
const normal = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Stops as a cell says them: one a line, each with the time that is planned for it, if any. A name of a geofence is that geofence. */
function stopsIn(
  cell: string,
  fences: ReadonlyMap<string, number>,
): WaybillForm['StopList'] | { readonly wrong: Bilingual } {
  const stops = cell.split(/\r?\n/).flatMap((line) => {
    const [, StopName = '', PlannedTime = null] = /^(.*?)\s*(\d{4}-\d\d-\d\d.*)?$/.exec(line.trim()) ?? [];
    return StopName === '' ? [] : [{ StopName, PlannedTime, GeofenceId: fences.get(normal(StopName)) ?? null }];
  });
  const read = NewWaybill.shape.StopList.safeParse(stops);
  if (!read.success) return { wrong: unreadableStops };
  const timed = read.data.filter(({ PlannedTime }) => PlannedTime != null);
  const early = timed.find(({ PlannedTime }, i) => i > 0 && PlannedTime! < timed[i - 1]!.PlannedTime!);
  return early
    ? { wrong: inBothLanguages(new Refusal(transportErrors.stopsOutOfOrder, { name: early.StopName })) }
    : read.data;
}

interface Named {
  readonly id: number;
  readonly name: string;
  readonly name_en: string | null;
}
const byName = (list: readonly Named[]): ReadonlyMap<string, number> =>
  new Map(
    list.flatMap(({ id, name, name_en }) =>
      [name_en, name].flatMap((each) => (each === null ? [] : [[normal(each), id]])),
    ),
  );

/** Projects that have all vehicles of a sheet; without any in it, those that have vehicles at all. */
export async function projectsOfSheet(
  tenant: UserTenant,
  db: DbOrTransaction,
  sheet: Sheet,
  language: Language,
): Promise<number[]> {
  const rows = importRows(sheet, { columns: waybillColumns, schema: WaybillOfSheet, language });
  const names = [...new Set(rows.flatMap(({ readable }) => (readable.CarName ? [normal(readable.CarName)] : [])))];
  const ofProjects = Map.groupBy(await listCars(tenant, db, null), ({ project_id }) => project_id);
  return [...ofProjects].flatMap(([projectId, cars]) => {
    const here = byName(cars);
    return names.every((each) => here.has(each)) ? [projectId] : [];
  });
}

/** The rows of a spreadsheet of waybills, each with its form or with what is wrong with it. */
export async function rowsOfWaybills(
  tenant: UserTenant,
  db: DbOrTransaction,
  sheet: Sheet,
  projectId: number,
  language: Language,
): Promise<{ rows: ImportedRow<SheetRow>[]; right: WaybillForm[] }> {
  const rows = importRows(sheet, { columns: waybillColumns, schema: WaybillOfSheet, language });
  const cars = byName(await listCars(tenant, db, projectId));
  const ranges = byName(await listRanges(tenant, db));
  const fences = new Map((await fenceNames(tenant, db, projectId)).map((fence) => [normal(fence.name), fence.id]));
  const numbers = rows.flatMap(({ readable }) => readable.WaybillNumber ?? []);
  const taken = new Set(await takenWaybillNumbers(tenant, db, projectId, numbers));
  const seen = new Set<string>();
  const right: WaybillForm[] = [];
  for (const { value, readable, problems } of rows) {
    const { WaybillNumber: number, CarName, TempRangeName } = readable;
    const refuse = (entry: typeof transportErrors.numberTaken | typeof transportErrors.numberTwice) =>
      problems.push({ column: 'WaybillNumber', message: inBothLanguages(new Refusal(entry, { name: number! })) });
    if (number !== undefined && taken.has(number)) refuse(transportErrors.numberTaken);
    else if (number !== undefined && seen.has(number)) refuse(transportErrors.numberTwice);
    if (number !== undefined) seen.add(number);
    const carId = CarName === undefined ? null : (cars.get(normal(CarName)) ?? 0);
    if (carId === 0) problems.push({ column: 'CarName', message: unknown });
    const rangeId = TempRangeName === undefined ? null : (ranges.get(normal(TempRangeName)) ?? 0);
    if (rangeId === 0) problems.push({ column: 'TempRangeName', message: unknown });
    const StopList = stopsIn(readable.Stops ?? '', fences);
    if ('wrong' in StopList) problems.push({ column: 'Stops', message: StopList.wrong });
    if (value === null || 'wrong' in StopList || problems.length > 0) continue;
    const { CarName: _car, TempRangeName: _range, Stops: _stops, ...form } = value;
    right.push({
      ...form,
      ProjectId: projectId,
      CarId: carId,
      TempRangeId: rangeId,
      MovesByFence: false,
      StopList,
    });
  }
  return { rows, right };
}
