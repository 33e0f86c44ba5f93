import { randomBytes } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';
import { aGateway, aPoint, aSlave } from './factories.ts';
import { sheetOf } from './peopleOf.ts';

/** What calls about points, their types and templates can name; most are good once. */
export interface Points {
  pointTypeId: number;
  sparePointTypeId: number;
  /** Of a slave, linked to nothing. */
  sparePointId: number;
  anotherPointId: number;
  /** With points that have registers. */
  filledSlaveId: number;
  emptySlaveId: number;
  virtualPointId: number;
  templateId: number;
  spareTemplateId: number;
  pointSheet: File;
  deviceSheet: File;
  freePointName: string;
}

const unique = (): string => randomBytes(4).toString('hex');

export async function pointsOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<Points> {
  const name = (what: string) => `${marker} ${what} ${unique()}`;
  const aType = async () => {
    const type = name('Type');
    const row = await db
      .insertInto('point_type')
      .values({ company_id: companyId, code: type, name_zh: type, name_en: type, value_type: 'analog', units: ['°C'] })
      .returning(['id', 'name_zh'])
      .executeTakeFirstOrThrow();
    return row;
  };
  const type = await aType();
  const gatewayId = await aGateway(db, projectId, { name: name('Line') });
  const slaveId = await aSlave(db, gatewayId, { name: name('Case') });
  const point = { slaveId, pointTypeId: type.id };
  const [sparePointId, anotherPointId] = [
    await aPoint(db, gatewayId, { ...point, name: name('Spare') }),
    await aPoint(db, gatewayId, { ...point, name: name('Other') }),
  ];
  await db
    .updateTable('point')
    .set({
      modbus: JSON.stringify({
        functionCode: 3,
        address: 1,
        format: 's16',
        byteOrder: 'AB',
        bit: null,
        scaling: null,
        errorValues: [],
        statusRegister: null,
      }),
    })
    .where('id', 'in', [sparePointId, anotherPointId])
    .execute();
  const { id: virtualPointId } = await db
    .insertInto('point')
    .values({
      company_id: companyId,
      project_id: projectId,
      point_type_id: type.id,
      name: name('Virtual'),
      unit: '°C',
      writable: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const aTemplate = async () => {
    const { id } = await db
      .insertInto('device_template')
      .values({
        company_id: companyId,
        kind: 'register',
        name: name('Template'),
        created_by: userId,
        points: JSON.stringify([
          {
            name: 'Air',
            nameEn: null,
            typeName: type.name_zh,
            valueType: 'analog',
            unit: '°C',
            decimals: 1,
            level: 1,
            writable: false,
            samplingIntervalSeconds: 60,
            rangeLow: null,
            rangeHigh: null,
            errorValues: [],
            frozenAfterSeconds: null,
            modbus: {
              functionCode: 3,
              address: 1,
              format: 's16',
              byteOrder: 'AB',
              bit: null,
              scaling: null,
              errorValues: [],
              statusRegister: null,
            },
            mqttKey: null,
            note: '',
          },
        ]),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  return {
    pointTypeId: type.id,
    sparePointTypeId: (await aType()).id,
    sparePointId,
    anotherPointId,
    filledSlaveId: slaveId,
    emptySlaveId: await aSlave(db, gatewayId, { name: name('Empty case') }),
    virtualPointId,
    templateId: await aTemplate(),
    spareTemplateId: await aTemplate(),
    pointSheet: await sheetOf(
      ['Point name', 'Point type', 'Function code', 'Register address', 'Data format', 'Byte order'],
      [[`Row ${unique()}`, type.name_zh, '03', '7', '16-bit signed', 'AB']],
    ),
    deviceSheet: await sheetOf(['Device name', 'Device class'], [[`Freezer ${unique()}`, 'Freezer room']]),
    freePointName: `Point ${unique()}`,
  };
}
