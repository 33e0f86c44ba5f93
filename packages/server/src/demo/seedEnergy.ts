import { dayMs, quarterMs } from '@watchpost/contract';
import type { DemoCompany } from '@watchpost/demo';
import { demoPoints } from '@watchpost/demo';
import { system } from '../access/index.ts';
import { ReadingColumnsBuilder } from '../history/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import {
  insertDemoAccount,
  insertDemoCalculatedMeter,
  insertDemoMeter,
  insertDemoReadMeter,
  insertDemoSite,
  insertDemoSupplyTerms,
  insertDemoTariff,
} from './energy.store.ts';
import type { SeededCompany } from './SeededCompany.ts';
import { tariffSeasons } from './tariffSeasons.wire.ts';

/** A year and a month, so that every month has one to compare with. */
export const energyDays = 395;

/** Meters by the device that they are, with the one that supplies them. */
const meters = [
  { device: 'meter-main', parent: null, maxWatts: 400_000 },
  { device: 'meter-lighting', parent: 'meter-main', maxWatts: 60_000 },
  { device: 'meter-store', parent: null, maxWatts: 250_000 },
  { device: 'meter-refrigeration', parent: 'meter-store', maxWatts: 120_000 },
  { device: 'meter-store-lighting', parent: 'meter-store', maxWatts: 60_000 },
  { device: 'meter-farm', parent: null, maxWatts: 80_000 },
] as const;
/** Who rents a counter or an office and pays for its power. What keeps goods cold is never cut. */
const tenants = [
  {
    device: 'meter-store-lighting',
    consumer: '烘焙柜台',
    phone: '13800000101',
    fen: [50_000, 30_000],
    loadClass: 'interruptible',
    switch: { name: '烘焙柜台进线开关', nameEn: 'Bakery counter feeder' },
  },
  {
    device: 'meter-refrigeration',
    consumer: '生鲜柜台',
    phone: '13800000103',
    fen: [60_000, 40_000],
    loadClass: 'protected',
    switch: { name: '生鲜柜台进线开关', nameEn: 'Fresh-food counter feeder' },
  },
  {
    device: 'meter-lighting',
    consumer: '冷链办公室',
    phone: '13800000102',
    fen: [60_000, 200_000],
    loadClass: 'interruptible',
    switch: { name: '冷链办公室进线开关', nameEn: 'Cold-chain office feeder' },
  },
] as const;
const tenantDays = 14;
/** What the store takes for neither refrigeration nor lighting. */
const storeRest = {
  name: '其他用电',
  nameEn: 'Other uses',
  maxWatts: 430_000,
  terms: [
    ['meter-store', 1],
    ['meter-refrigeration', -1],
    ['meter-store-lighting', -1],
  ] as const,
};
/** Nothing connects it: somebody reads it each month. */
const pumpHouse = {
  besides: 'meter-farm',
  name: '水泵房',
  nameEn: 'Pump house',
  serialNumber: 'DD862-20417',
  maxWatts: 15_000,
  months: 12,
};
/** What was agreed with the grid company: basic fee in 1e-4 ¥, demand in W, power factor in hundredths. */
const supplyTerms = [
  {
    device: 'meter-main',
    basic_fee: 'capacity',
    basic_price_e4: 245_000,
    capacity_va: 160_000,
    contract_w: null,
    power_factor_standard: 90,
  },
  {
    device: 'meter-store',
    basic_fee: 'contractDemand',
    basic_price_e4: 392_000,
    capacity_va: null,
    contract_w: 60_000,
    power_factor_standard: 85,
  },
];
const squareMetres: readonly number[] = [3_200, 2_400, 1_800, 1_200];

/** Meters, prepaid accounts, a tariff whose price of this month is not final, and floor areas. @returns the switches of the accounts */
export async function seedEnergy(
  db: DbOrTransaction,
  company: DemoCompany,
  { companyId, projectIds, deviceIds, pointIds, typeIds }: SeededCompany,
  nowMs: number,
): Promise<number[]> {
  const now = new Date(nowMs);
  const installedAt = new Date(nowMs - energyDays * dayMs);
  const ids = new Map<string, number>();
  const withMeters = new Set<number>();
  for (const { device: code, parent, maxWatts } of meters) {
    const project = company.projects.find(({ devices }) => devices.some((device) => device.code === code));
    const point = demoPoints.find(({ deviceCode, role }) => deviceCode === code && role === 'activeEnergy');
    const device = project?.devices.find((each) => each.code === code);
    if (!project || !device || !point) continue;
    const projectId = projectIds.get(project.code)!;
    withMeters.add(projectId);
    ids.set(
      code,
      await insertDemoMeter(system, db, {
        projectId,
        deviceId: deviceIds.get(code)!,
        parentId: parent === null ? null : (ids.get(parent) ?? null),
        pointId: pointIds.get(point.code)!,
        name: device.name,
        nameEn: device.nameEn,
        serialNumber: device.serialNumber,
        maxWatts,
        installedAt,
        now,
      }),
    );
  }
  const switches: number[] = [];
  if (withMeters.size === 0) return switches;
  const store = company.projects.find(({ devices }) => devices.some(({ code }) => code === 'meter-store'));
  const terms = storeRest.terms.flatMap(([code, factor]) => {
    const meterId = ids.get(code);
    return meterId === undefined ? [] : [{ meterId, factor }];
  });
  if (store && terms.length === storeRest.terms.length)
    await insertDemoCalculatedMeter(system, db, {
      projectId: projectIds.get(store.code)!,
      parentId: ids.get('meter-store')!,
      ...storeRest,
      terms,
      now,
    });
  const byHand = company.projects.find(({ devices }) => devices.some(({ code }) => code === pumpHouse.besides));
  if (byHand) {
    await insertDemoReadMeter(system, db, {
      projectId: projectIds.get(byHand.code)!,
      ...pumpHouse,
      installedAt,
      readings: Array.from({ length: pumpHouse.months }, (_, i) => ({
        at: new Date(nowMs - ((pumpHouse.months - 1 - i) * 30 + 2) * dayMs + ((i * 7) % 11) * 3_600_000),
        reading: 18_240 + i * 310 + ((i * 37) % 50),
      })),
      now,
    });
  }
  for (const { device, ...terms } of supplyTerms) {
    const meterId = ids.get(device);
    const point = demoPoints.find(({ deviceCode, role }) => deviceCode === device && role === 'reactiveEnergy');
    if (meterId === undefined || !point) continue;
    await insertDemoSupplyTerms(system, db, {
      ...terms,
      meter_id: meterId,
      from_month: `${installedAt.toISOString().slice(0, 8)}01`,
      reactive_point_id: pointIds.get(point.code)!,
    });
  }
  for (const { device, fen, ...tenant } of tenants) {
    const meterId = ids.get(device);
    const project = company.projects.find(({ devices }) => devices.some(({ code }) => code === device));
    if (meterId === undefined || !project) continue;
    const account = {
      ...tenant,
      switch: { ...tenant.switch, typeId: typeIds.get('switchState')! },
      projectId: projectIds.get(project.code)!,
      meterId,
      chargeFrom: new Date(nowMs - tenantDays * dayMs).toISOString().slice(0, 10),
      now: new Date(nowMs - tenantDays * dayMs),
      recharges: fen.map((amount, i) => ({
        orderNumber: `R2026${String(meterId).padStart(4, '0')}${String(i + 1).padStart(3, '0')}`,
        fen: amount,
        at: new Date(nowMs - (tenantDays - 7 * i) * dayMs),
      })),
    };
    switches.push(await insertDemoAccount(system, db, account));
  }
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const fromDay = dayOf(installedAt.getTime() - dayMs);
  await insertDemoTariff(system, db, {
    companyId,
    name: '工商业分时电价',
    seasons: tariffSeasons,
    versions: [
      { validFrom: fromDay, status: 'final', pricesE8: [31_870_000, 67_240_000, 106_210_000, 127_450_000, 25_500_000] },
      {
        validFrom: `${dayOf(nowMs).slice(0, 8)}01`,
        status: 'provisional',
        pricesE8: [32_110_000, 67_980_000, 107_350_000, 128_800_000, 25_690_000],
      },
    ],
    projectIds: [...withMeters],
    fromDay,
    now,
  });
  let place = 0;
  for (const projectId of withMeters)
    await insertDemoSite(system, db, projectId, squareMetres[place++ % squareMetres.length]!);
  return switches;
}

/** Below it nothing is cooled that would not be cooled on a cold day, °C. */
const coolingFrom = 10;

/** Power of an hour against that of a cold day: busy by day, more the warmer it is outside. */
function shape(at: number, temperature: number): number {
  const hour = (at / 3_600_000 + 8) % 24;
  const wavers = Math.sin(at / 7_700_000) * 0.05 + Math.sin(at / 1_234_567) * 0.03;
  // Days differ under the same weather, too.
  const ofDay = 0.07 * Math.sin(Math.floor(at / dayMs) * 12.9898);
  return (
    1 +
    0.28 * Math.sin(((hour - 7) / 24) * 2 * Math.PI) +
    0.02 * Math.max(0, temperature - coolingFrom) +
    wavers +
    ofDay
  );
}

/**
 * A register's past before the demo's history begins, backwards from its first reading, in steps of 15 min; so many kWh a day as
 * afterwards, more where it was warmer outside, or what leaves the register above 0.
 *
 * @param temperatureAt °C outside
 */
export function registerBefore(
  pointId: number,
  { value, at }: { value: number; at: number },
  kwhPerDay: number,
  temperatureAt: (at: number) => number,
): ReadingColumnsBuilder {
  const columns = new ReadingColumnsBuilder((energyDays * dayMs) / quarterMs);
  const begin = at - (energyDays - 30) * dayMs;
  const mean = Math.min(kwhPerDay, (0.85 * value) / energyDays) / 96;
  let register = value;
  for (let time = Math.floor((at - 1) / quarterMs) * quarterMs; time >= begin; time -= quarterMs) {
    register -= mean * shape(time, temperatureAt(time));
    columns.push(pointId, time, Math.round(register * 100) / 100, 0);
  }
  return columns;
}
