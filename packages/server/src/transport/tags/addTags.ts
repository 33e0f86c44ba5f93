import { keysOfTag, type TagKey, type TagType, transportErrors } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { OneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { addDevices, addPoints, insertType, listTypes, lockTypes, type PointDraft } from '../../points/index.ts';
import type { TransportDeps } from '../deps.ts';
import { tellTransport } from '../tellTransport.ts';
import { insertCalibration, insertTags, lockNumbers, tagClass, takenNumbers } from './tag.store.ts';

export interface WantedTag {
  readonly serialNumber: string;
  readonly name: string;
  readonly type: TagType;
  readonly cycleSeconds: number;
  readonly tOffset: number;
  readonly hOffset: number;
}

type Measured = Pick<PointDraft, 'name' | 'nameEn' | 'unit' | 'decimals' | 'level' | 'rangeLow' | 'rangeHigh'>;

/** What a tag's points are: their type in the company's catalogue, and how they are shown. */
const measured: Readonly<Record<TagKey, Measured & { readonly type: string }>> = {
  temperature: {
    type: 'temperature',
    name: '温度',
    nameEn: 'Temperature',
    unit: '°C',
    decimals: 1,
    level: 1,
    rangeLow: -90,
    rangeHigh: 85,
  },
  humidity: {
    type: 'humidity',
    name: '湿度',
    nameEn: 'Humidity',
    unit: '%RH',
    decimals: 1,
    level: 1,
    rangeLow: 0,
    rangeHigh: 110,
  },
  door: {
    type: 'doorState',
    name: '门磁',
    nameEn: 'Door',
    unit: '',
    decimals: 0,
    level: 2,
    rangeLow: null,
    rangeHigh: null,
  },
  battery: {
    type: 'percentage',
    name: '电量',
    nameEn: 'Battery',
    unit: '%',
    decimals: 0,
    level: 3,
    rangeLow: 0,
    rangeHigh: 100,
  },
};

/** Types that a company may not have yet. */
const usualTypes = {
  temperature: { zh: '温度', en: 'Temperature', units: ['°C', '°F'], states: [] },
  humidity: { zh: '湿度', en: 'Humidity', units: ['%RH'], states: [] },
  percentage: { zh: '百分比', en: 'Percentage', units: ['%'], states: [] },
  doorState: {
    zh: '门状态',
    en: 'Door state',
    units: [],
    states: [
      { value: 0, zh: '关闭', en: 'Closed' },
      { value: 1, zh: '打开', en: 'Open' },
    ],
  },
} as const;

/**
 * Registers tags: each becomes a device with its points, which whichever gateway hears it may report.
 *
 * @throws Refusal `tagTwice`, `tagsTaken`
 */
export async function addTags(
  deps: Pick<TransportDeps, 'events' | 'clock' | 'deviceWriter'>,
  tenant: UserTenant,
  write: OneWrite,
  projectId: number,
  tags: readonly WantedTag[],
): Promise<number[]> {
  const { transaction, log } = write;
  const { companyId } = tenant;
  await lockNumbers(tenant, transaction);
  const numbers = tags.map(({ serialNumber }) => serialNumber);
  const twice = numbers.find((number, place) => numbers.indexOf(number) < place);
  if (twice !== undefined) throw new Refusal(transportErrors.tagTwice, { name: twice });
  const taken = await takenNumbers(tenant, transaction, numbers);
  if (taken.length > 0) throw new Refusal(transportErrors.tagsTaken, { names: taken.slice(0, 10).join(', ') });

  const typeIds = await typesFor(tenant, write, new Set(tags.flatMap(({ type }) => keysOfTag[type])));
  const drafts = tags.map((tag) => keysOfTag[tag.type].map((key) => draftOf(tag, key, typeIds.get(key)!)));
  const place = { projectId, gatewayId: null, slaveId: null };
  const pointIds = await addPoints(tenant, write, deps.events, place, drafts.flat());
  const classId = await tagClass(tenant, transaction);
  const ends = drafts.map((_, at) => drafts.slice(0, at + 1).reduce((sum, ofTag) => sum + ofTag.length, 0));
  const devices = tags.map(({ name }, at) => ({
    name,
    classId,
    areaId: null,
    pointIds: pointIds.slice(ends[at - 1] ?? 0, ends[at]),
  }));
  const made = await addDevices(tenant, write, deps, { projectId, devices, onSameName: 'rename' });
  const ids = await insertTags(
    tenant,
    transaction,
    tags.map(({ serialNumber, type, cycleSeconds }, at) => ({
      project_id: projectId,
      device_id: made[at]!.id,
      serial_number: serialNumber,
      tag_type: type,
      cycle_seconds: cycleSeconds,
      created_at: new Date(deps.clock.now()),
    })),
  );
  for (const [at, { serialNumber, type, cycleSeconds, tOffset, hOffset }] of tags.entries()) {
    const id = ids[at]!;
    // What its memory holds from before is of the same sensor.
    if (tOffset !== 0 || hOffset !== 0)
      await insertCalibration(tenant, transaction, {
        tag_id: id,
        valid_from: new Date(0),
        t_offset: tOffset,
        h_offset: hOffset,
        reason: '',
      });
    const offsets = {
      ...(tOffset !== 0 ? { temperatureOffset: tOffset } : {}),
      ...(hOffset !== 0 ? { humidityOffset: hOffset } : {}),
    };
    const after = { name: made[at]!.name, tagType: type, cycleSeconds, ...offsets };
    log({ companyId, projectId, subject: { kind: 'sensorTag', id, name: serialNumber }, after });
  }
  tellTransport(write, deps.events, companyId);
  return ids;
}

function draftOf(tag: WantedTag, key: TagKey, typeId: number): PointDraft {
  const { type: _, ...shown } = measured[key];
  return {
    ...shown,
    kind: 'tag',
    typeId,
    writable: false,
    samplingIntervalSeconds: tag.cycleSeconds,
    errorValues: [],
    frozenAfterSeconds: null,
    modbus: null,
    mqttKey: key,
    mqttDevice: tag.serialNumber,
    formula: null,
    inputs: [],
  };
}

/** The company's point types of these keys; those that it does not have are added. */
async function typesFor(
  tenant: UserTenant,
  { transaction, log }: OneWrite,
  keys: ReadonlySet<TagKey>,
): Promise<ReadonlyMap<TagKey, number>> {
  await lockTypes(tenant, transaction);
  const present = await listTypes(tenant, transaction);
  const ids = new Map<TagKey, number>();
  for (const key of keys) {
    const code = measured[key].type as keyof typeof usualTypes;
    const known = present.find((type) => type.code === code);
    const { zh, en, units, states } = usualTypes[code];
    if (known) ids.set(key, known.id);
    else {
      const values = {
        name_zh: zh,
        name_en: en,
        value_type: states.length > 0 ? ('status' as const) : ('analog' as const),
        units: [...units],
        status_values: [...states],
        simulation: false,
      };
      const id = await insertType(tenant, transaction, values, code);
      log({ companyId: tenant.companyId, subject: { kind: 'pointType', id, name: zh }, after: { name: zh } });
      ids.set(key, id);
    }
  }
  return ids;
}
