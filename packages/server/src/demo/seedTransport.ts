import { type DemoCompany, demoGateways } from '@watchpost/demo';
import { system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { dayAfter, localOfEpoch, startOfDay } from '../platform/zonedTime.ts';
import type { SeededCompany } from './SeededCompany.ts';
import {
  certifyDemoTag,
  insertDemoFence,
  insertDemoTag,
  insertDemoWaybill,
  putGatewayIntoCar,
} from './transport.store.ts';

const hour = 3_600_000;
/** Where the trucks are at home. */
const zone = 'Asia/Shanghai';

/** Where the trucks are at home, and where they unload. */
const fences = [
  {
    name: '青浦园区',
    stopKind: 'depot',
    corners: [
      [31.2095, 121.2031],
      [31.2099, 121.2089],
      [31.2134, 121.2086],
      [31.2129, 121.2028],
    ],
  },
  { name: '杭州下沙配送中心', stopKind: 'customer', centre: [30.2756, 120.0713], radiusMetres: 300 },
  { name: '洋山港 4 号门', stopKind: 'customer', centre: [30.8632, 121.9187], radiusMetres: 500 },
] as const;

/** Waybills by how long ago they departed, hours; the first by the clock of the day before: the round of its truck, with one stop. */
const waybills = [
  {
    number: 'WB-26-1041',
    truck: 'truck-1',
    tags: ['truck-1-front', 'truck-1-middle', 'truck-1-rear'],
    range: '深冻 −18 °C 以下',
    shipper: '华东冷链',
    consignee: '青浦镇中央厨房',
    origin: '上海青浦一号库',
    destination: '青浦镇中央厨房',
    originFence: null,
    fence: '青浦园区',
    movesByFence: false,
    lagMinutes: 600,
    goods: '速冻水饺',
    quantity: '12 托',
    departsAt: 13,
    arrivesAt: 18.85,
    signedAt: 19.1,
    // It came there later than planned.
    stops: [{ fence: '杭州下沙配送中心', plannedAt: 15.5 }],
    handovers: [
      { kind: 'pickup', at: 12.75, from: '王建国', to: '李师傅', place: '上海青浦一号库', quantity: '12 托' },
      { kind: 'stop', at: 16.15, from: '李师傅', to: '周师傅', place: '杭州下沙配送中心', quantity: '8 托' },
      { kind: 'delivery', at: 19.1, from: '周师傅', to: '陈敏', place: '青浦镇中央厨房', quantity: '8 托' },
    ],
  },
  {
    number: 'WB-26-1057',
    truck: 'truck-2',
    tags: ['truck-2-rear'],
    range: '深冻 −18 °C 以下',
    shipper: '华东冷链',
    consignee: '洋山港保税冷库',
    origin: '上海青浦一号库',
    destination: '洋山港 4 号门',
    originFence: '青浦园区',
    fence: '洋山港 4 号门',
    movesByFence: false,
    lagMinutes: 120,
    goods: '冻带鱼',
    quantity: '9 托',
    departedAgo: 2,
    stops: [
      { name: '临港服务区', plannedAgo: 0.5 },
      { name: '洋山保税查验点', plannedAgo: -1 },
    ],
  },
  {
    number: 'WB-26-1058',
    truck: null,
    tags: [],
    range: '冷鲜肉 0…4 °C',
    shipper: '华东冷链',
    consignee: '新浦生鲜超市',
    origin: '上海青浦一号库',
    destination: '浦东张江店',
    originFence: '青浦园区',
    fence: null,
    // It departs once a truck is chosen, is loaded and leaves.
    movesByFence: true,
    lagMinutes: null,
    goods: '冷鲜猪肉',
    quantity: '40 箱',
  },
] as const;

/** Tags, the gateways in trucks, and a waybill in each of three states. */
export async function seedTransport(
  db: DbOrTransaction,
  company: DemoCompany,
  seeded: SeededCompany,
  now: number,
): Promise<void> {
  const tags = new Map<string, { id: number; serialNumber: string; name: string }>();
  for (const gateway of demoGateways) {
    if (gateway.companyCode !== company.code || gateway.protocol !== 'MQTT') continue;
    const projectId = seeded.projectIds.get(gateway.projectCode)!;
    const [first] = gateway.devices;
    const project = company.projects.find(({ code }) => code === gateway.projectCode)!;
    const isTruck = project.devices.some(
      ({ code, classCode }) => code === first?.deviceCode && classCode === 'refrigeratedTruck',
    );
    if (first && isTruck) {
      const facts = project.devices.find(({ code }) => code === first.deviceCode)!;
      await putGatewayIntoCar(system, db, {
        deviceId: seeded.deviceIds.get(first.deviceCode)!,
        projectId,
        gatewayId: seeded.gatewayIds.get(gateway.code)!,
        plate: facts.properties.plate ?? null,
      });
    }
    for (const device of gateway.devices) {
      const isTag = device.points.some(({ source }) => source.kind === 'mqtt' && source.isOfTag);
      if (!isTag) continue;
      const deviceId = seeded.deviceIds.get(device.deviceCode)!;
      const id = await insertDemoTag(system, db, {
        projectId,
        deviceId,
        serialNumber: device.name,
        cycleSeconds: device.points[0]!.samplingIntervalSeconds,
        at: new Date(now - 90 * 24 * hour),
      });
      const { name } = project.devices.find(({ code }) => code === device.deviceCode)!;
      tags.set(device.deviceCode, { id, serialNumber: device.name, name });
    }
  }
  if (tags.size === 0) return;
  const today = localOfEpoch(now, zone).slice(0, 10);
  // Of the last one nobody has a certificate any more.
  for (const [i, validUntil] of [dayAfter(today, 210), dayAfter(today, 96), dayAfter(today, -19)].entries()) {
    const serialNumber = ['T26A00117', 'T26A00118', 'T26A00119'][i]!;
    await certifyDemoTag(system, db, {
      serialNumber,
      validUntil,
      doneOn: dayAfter(validUntil, -364),
      at: new Date(now),
    });
  }
  const coldStore = seeded.projectIds.get('coldStore')!;
  for (const fence of fences) await insertDemoFence(system, db, coldStore, fence, new Date(now - 90 * 24 * hour));
  for (const waybill of waybills) {
    const { truck, tags: tagCodes, ...facts } = waybill;
    const yesterday = startOfDay(dayAfter(localOfEpoch(now, zone).slice(0, 10), -1), zone).getTime();
    const at = (hours: number) => yesterday + hours * hour;
    const departed =
      'departsAt' in waybill
        ? at(waybill.departsAt)
        : 'departedAgo' in waybill
          ? now - waybill.departedAgo * hour
          : null;
    const arrived = 'arrivesAt' in waybill ? at(waybill.arrivesAt) : null;
    const signed = 'signedAt' in waybill ? at(waybill.signedAt) : null;
    await insertDemoWaybill(system, db, {
      projectId: coldStore,
      deviceId: truck === null ? null : seeded.deviceIds.get(truck)!,
      ...facts,
      departed,
      arrived,
      signed,
      planned: (departed ?? now + 3 * hour) + ('arrivesAt' in waybill ? 6 : 3) * hour,
      createdAt: (departed ?? now) - 2 * hour,
      tags: tagCodes.map((code) => tags.get(code)!),
      stops: ('stops' in waybill ? waybill.stops : []).map((stop) => ({
        fence: 'fence' in stop ? stop.fence : null,
        name: 'fence' in stop ? stop.fence : stop.name,
        planned: 'plannedAt' in stop ? at(stop.plannedAt) : now - stop.plannedAgo * hour,
      })),
      handovers: ('handovers' in waybill ? waybill.handovers : []).map((each) => ({ ...each, at: at(each.at) })),
    });
  }
}
