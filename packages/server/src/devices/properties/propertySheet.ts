import type { Bilingual } from '@watchpost/contract';
import { z } from 'zod';
import type { ImportColumn } from '../../platform/excel/importRows.ts';
import type { SheetColumn } from '../../platform/excel/writeWorkbook.ts';
import type { ManagedDevice } from '../edit/store.ts';
import { wrongValue } from './checkValue.ts';
import type { Property } from './store.ts';

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

/** What is wrong with the values of a row, by column. */
export function wrongCells(row: SheetRow, properties: readonly Property[]): { column: string; message: Bilingual }[] {
  const checked = [
    ...properties.map((property) => [propertyKey(property), property] as const),
    ['production_date', { kind: 'date', options: [] as string[] }] as const,
  ];
  return checked.flatMap(([column, kind]) => {
    const message = wrongValue(kind, row[column] ?? '');
    return message ? [{ column, message }] : [];
  });
}
