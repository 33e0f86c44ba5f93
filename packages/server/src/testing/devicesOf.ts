import { randomBytes } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';
import { aDevice, aGateway, aMember, anArea, aPoint, aPointType, aProject } from './factories.ts';
import { sheetOf } from './peopleOf.ts';

/** A second project of the member, with equipment to be set up, most of which is good once. */
export interface Workshop {
  workshopId: number;
  workshopAreaId: number;
  /** Stays; what is merged goes into it. */
  keptDeviceId: number;
  workshopClassId: number;
  mergedDeviceId: number;
  spareDeviceId: number;
  /** Properties that the company added to `workshopClassId`; the spare one is to be deleted. */
  ownPropertyId: number;
  spareOwnPropertyId: number;
  /** Of the project's own; the spare one is to be deleted. */
  subItemId: number;
  spareSubItemId: number;
  freeDeviceName: string;
  /** Its class has roles; its point, a temperature, has none. */
  rackId: number;
  rackPointId: number;
  /** Cases that the rack may cool. */
  cooledIds: readonly [number, number];
  propertySheet: File;
}

const unique = (): string => randomBytes(4).toString('hex');

export async function devicesOf(
  db: Db,
  { companyId, userId }: { companyId: number; userId: number },
  marker: string,
): Promise<Workshop> {
  const workshopId = await aProject(db, companyId, { name: `${marker} Workshop ${unique()}` });
  await aMember(db, companyId, workshopId, { userId, permissions: ['monitorView', 'projectConfig'] });
  const workshopAreaId = await anArea(db, workshopId, `${marker} Bench`);
  const keptDeviceName = `${marker} Kept ${unique()}`;
  const keptDeviceId = await aDevice(db, workshopId, { name: keptDeviceName, areaId: workshopAreaId });
  const device = () => aDevice(db, workshopId, { name: `${marker} Old ${unique()}` });
  const { device_class_id: workshopClassId } = await db
    .selectFrom('device')
    .where('id', '=', keptDeviceId)
    .select('device_class_id')
    .executeTakeFirstOrThrow();
  const property = async (name: string) => {
    const { id } = await db
      .insertInto('device_property')
      .values({ company_id: companyId, device_class_id: workshopClassId, name: `${marker} ${name}`, kind: 'text' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const subItem = async (name: string) => {
    const { id } = await db
      .insertInto('sub_item')
      .values({ project_id: workshopId, name: `${marker} ${name}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const subItemId = await subItem('Ovens');
  await db
    .insertInto('sub_item_device')
    .values({ sub_item_id: subItemId, project_id: workshopId, device_id: keptDeviceId })
    .execute();
  const rackId = await aDevice(db, workshopId, { name: `${marker} Rack ${unique()}`, classCode: 'compressorRack' });
  const temperature = await db
    .selectFrom('point_type')
    .where('company_id', '=', companyId)
    .where('code', '=', 'temperature')
    .select('id')
    .executeTakeFirst();
  const rackPointId = await aPoint(db, await aGateway(db, workshopId, { name: `${marker} Machine room ${unique()}` }), {
    deviceId: rackId,
    name: `${marker} Pipe ${unique()}`,
    pointTypeId: temperature?.id ?? (await aPointType(db, companyId, { code: 'temperature' })),
  });
  const cased = () => aDevice(db, workshopId, { name: `${marker} Case ${unique()}`, classCode: 'displayCase' });
  return {
    workshopId,
    workshopAreaId,
    keptDeviceId,
    workshopClassId,
    mergedDeviceId: await device(),
    spareDeviceId: await device(),
    ownPropertyId: await property('Colour'),
    spareOwnPropertyId: await property('Rank'),
    subItemId,
    spareSubItemId: await subItem('Fans'),
    rackId,
    rackPointId,
    cooledIds: [await cased(), await cased()],
    freeDeviceName: `New ${unique()}`,
    propertySheet: await sheetOf(['Device', 'Brand'], [[keptDeviceName, 'Acme']]),
  };
}
