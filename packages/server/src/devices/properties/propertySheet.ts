import type { Bilingual } from '@watchpost/contract';
import { z } from 'zod';
import type { ImportColumn } from '../../platform/excel/importRows.ts';
import type { SheetColumn } from '../../platform/excel/writeWorkbook.ts';
import type { ManagedDevice } from '../edit/store.ts';
import type { Property } from './store.ts';
import { wrongValue } from './wrongValue.ts';

/** What of a device itself stands in the sheet before the properties of its class. */
const facts = {
  serial_number: { header: { zh: '序列号', en: 'Serial number' }, type: 'text' },
  brand: { header: { zh: '品牌', en: 'Brand' }, type: 'text' },
  model: { header: { zh: '型号', en: 'Model' }, type: 'text' },
  specification: { header: { zh: '规格', en: 'Specification' }, type: 'text' },
  production_date: { header: { zh: '生产日期', en: 'Produced' }, type: 'date' },
} as const satisfies Partial<Record<keyof ManagedDevice, { header: Bilingual; type: 'text' | 'date' }>>;
export type FactName = keyof typeof facts;
export const factNames = Object.keys(facts) as FactName[];

const device: Bilingual = { zh: '设备名称', en: 'Device' };

/** Its header carries the unit, so that nobody has to guess what 12 means. */
const headerOf = ({ name, name_en, unit }: Property): Bilingual => {
  const withUnit = (text: string) => (unit === '' ? text : `${text} (${unit})`);
  return { zh: withUnit(name), en: withUnit(name_en ?? name) };
};

export const propertyKey = ({ id }: Pick<Property, 'id'>): string => `property${id}`;

/** A device with what is said of it. */
export interface SheetDevice extends ManagedDevice {
  readonly values: ReadonlyMap<number, string>;
}

/** What the template shows: filled with what is known. */
export const templateColumns = (
  properties: readonly Property[],
  nameOf: (device: SheetDevice) => string,
): SheetColumn<SheetDevice>[] => [
  { header: device, type: 'text', width: 30, value: nameOf },
  ...factNames.map(
    (key): SheetColumn<SheetDevice> => ({ header: facts[key].header, type: 'text', value: (row) => row[key] || null }),
  ),
  ...properties.map(
    (property): SheetColumn<SheetDevice> => ({
      header: headerOf(property),
      type: 'text',
      value: ({ values }) => values.get(property.id) ?? null,
    }),
  ),
];

/** What is recognised when it comes back; whole columns may be left out and then say nothing. */
export const importColumns = (properties: readonly Property[]): ImportColumn[] => [
  { key: 'name', header: device, type: 'text', width: 30 },
  ...factNames.map((key): ImportColumn => ({ key, header: facts[key].header, type: facts[key].type, optional: true })),
  ...properties.map(
    (property): ImportColumn => ({
      key: propertyKey(property),
      header: headerOf(property),
      type: property.kind === 'date' ? 'date' : 'text',
      optional: true,
    }),
  ),
];

const text = (max: number) => z.string().trim().max(max).optional();

/** One row: an empty cell says nothing and changes nothing. */
export const rowSchema = (properties: readonly Property[]) =>
  z.object({
    name: z.string().trim().min(1),
    serial_number: text(50),
    brand: text(50),
    model: text(50),
    specification: text(100),
    production_date: text(10),
    ...Object.fromEntries(properties.map((property) => [propertyKey(property), text(100)])),
  }) as z.ZodType<SheetRow>;

export type SheetRow = { name: string } & Partial<Record<string, string>>;

const aDay = { kind: 'date', options: [] as string[] } as const;

/** What is wrong with the values of a row, by column. */
export function wrongCells(row: SheetRow, properties: readonly Property[]): { column: string; message: Bilingual }[] {
  const checked = [
    ...properties.map((property) => [propertyKey(property), property] as const),
    ['production_date', aDay] as const,
  ];
  return checked.flatMap(([column, kind]) => {
    const message = wrongValue(kind, row[column] ?? '');
    return message ? [{ column, message }] : [];
  });
}

/** Of what a device is, how much of it there is, and what it takes: less than nothing is a slip of the hand. */
const extents: ReadonlySet<string> = new Set([
  ...['m', 'cm', 'mm', 'm²', 'm³', 'L', 'g', 'kg', 't'],
  ...['W', 'kW', 'kVA', 'A', 'V', 'Hz', 'm³/h', 'L/h', 'kWh'],
]);
const isExtent = ({ kind, unit, company_id }: Property): boolean =>
  // Every number of the catalogue is one, such as animals or floors.
  kind === 'number' && (company_id === null || extents.has(unit));

/** Somewhere on earth it is so much later than in Greenwich. */
const latestZoneMs = 14 * 3_600_000;

const inFuture: Bilingual = { zh: '生产日期在将来', en: 'this day is still to come' };
const negative: Bilingual = { zh: '不能小于 0', en: 'cannot be below 0' };
const serialTaken = ({ name, name_en }: ManagedDevice): Bilingual => ({
  zh: `设备「${name}」也是此序列号`,
  en: `“${name_en ?? name}” has the same serial number`,
});

/**
 * What is written as it should be and yet cannot be so, by column; only what the file changes, or a file that is sent again would be
 * refused for what was there before.
 *
 * @param bySerial devices by the serial number that they would have
 */
export function doubtfulCells(
  row: SheetRow,
  device: SheetDevice,
  {
    properties,
    bySerial,
    now,
  }: { properties: readonly Property[]; bySerial: ReadonlyMap<string, readonly ManagedDevice[]>; now: number },
): { column: string; message: Bilingual }[] {
  const found: { column: string; message: Bilingual }[] = [];
  const { serial_number: serial, production_date: produced } = row;
  const other = serial && serial !== device.serial_number && bySerial.get(serial)?.find(({ id }) => id !== device.id);
  if (other) found.push({ column: 'serial_number', message: serialTaken(other) });
  const today = new Date(now + latestZoneMs).toISOString().slice(0, 10);
  if (produced && produced !== device.production_date && produced > today && wrongValue(aDay, produced) === null)
    found.push({ column: 'production_date', message: inFuture });
  for (const property of properties) {
    const value = row[propertyKey(property)];
    if (value && isExtent(property) && value !== device.values.get(property.id) && Number(value) < 0)
      found.push({ column: propertyKey(property), message: negative });
  }
  return found;
}
