import type { DemoCompany, DemoDevice } from '@watchpost/demo';
import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/** What the demo's companies say of classes beyond the catalogue. */
const ownProperties = [
  { classCode: 'displayCase', name: '租赁方', nameEn: 'Leased from', kind: 'text', options: [] as string[] },
  {
    classCode: 'compressorRack',
    name: '维保等级',
    nameEn: 'Service level',
    kind: 'option',
    options: ['金', '银', '铜'],
  },
] as const;

/** In words that both languages read. */
const labelsOf = ({ classCode, productionDate }: DemoDevice): string[] => [
  ...(classCode === 'freezerRoom' || classCode === 'chillRoom' ? ['HACCP'] : []),
  productionDate.slice(0, 4),
];

/** Which sub-item of energy a device's consumption counts in; null: none. A meter says by its name what it counts. */
function subItemOf({ classCode, nameEn }: DemoDevice): string | null {
  if (classCode === 'compressorRack') return 'refrigeration';
  if (classCode === 'airHandlingUnit') return 'hvac';
  if (classCode === 'barnVentilation') return 'power';
  if (classCode !== 'energyMeter') return null;
  if (/light/i.test(nameEn)) return 'lighting';
  return /rack|refrigerat|freez/i.test(nameEn) ? 'refrigeration' : 'total';
}

/** Gives the devices of a demo company their plates, labels, properties and places among the sub-items. */
export async function describeDevices(
  _system: SystemTenant,
  db: DbOrTransaction,
  company: DemoCompany,
  { companyId, deviceIds }: { companyId: number; deviceIds: ReadonlyMap<string, number> },
): Promise<void> {
  for (const { classCode, name, nameEn, kind, options } of ownProperties) {
    await sql`
      INSERT INTO device_property (company_id, device_class_id, name, name_en, kind, options, position)
      SELECT ${companyId}, id, ${name}, ${nameEn}, ${kind}, ${[...options]}::text[], 10 FROM device_class WHERE code = ${classCode}
      ON CONFLICT DO NOTHING`.execute(db);
  }
  for (const device of company.projects.flatMap(({ devices }) => devices)) {
    const id = deviceIds.get(device.code)!;
    await db
      .updateTable('device')
      .set({
        serial_number: device.serialNumber,
        production_date: device.productionDate,
        labels: labelsOf(device),
      })
      .where('id', '=', id)
      .execute();
    const said = Object.entries(device.properties);
    await sql`
      INSERT INTO device_property_value (device_id, property_id, value)
      SELECT ${id}::int, p.id, s.value
      FROM unnest(${said.map(([code]) => code)}::text[], ${said.map(([, value]) => value)}::text[]) AS s(code, value)
      JOIN device d ON d.id = ${id} JOIN device_property p ON p.device_class_id = d.device_class_id AND p.code = s.code
      WHERE p.kind <> 'number' OR s.value ~ '^-?[0-9]+([.][0-9]+)?$'
      ON CONFLICT DO NOTHING`.execute(db);
    const subItem = subItemOf(device);
    if (subItem !== null) {
      await sql`
        INSERT INTO sub_item_device (sub_item_id, project_id, device_id)
        SELECT i.id, d.project_id, d.id FROM sub_item i, device d WHERE i.code = ${subItem} AND d.id = ${id}
        ON CONFLICT DO NOTHING`.execute(db);
    }
  }
}
