import type { Bilingual } from '../call.ts';

/** What a point means on its device. Controllers and people call it by many names. */
export interface RoleSpec extends Bilingual {
  /** Code of the point type that it has. */
  readonly type: string;
  /** What it is called elsewhere, beside its names here. A point named so has this role for sure. */
  readonly also?: readonly string[];
  /** A word of its name. */
  readonly like?: RegExp;
  /** Else the main point of the device, where that has the type. */
  readonly orMain?: true;
  /** What is asked for, not what is measured: often named after what it is set for. */
  readonly isSetpoint?: true;
}

const role = (zh: string, en: string, type: string, more: Omit<RoleSpec, 'zh' | 'en' | 'type'> = {}): RoleSpec => ({
  zh,
  en,
  type,
  ...more,
});
const compressor = (n: number): RoleSpec =>
  role(`${n} 号压缩机`, `Compressor ${n}`, 'runState', {
    also: [`压缩机 ${n}`, `压缩机${n}`, ...(n === 1 ? ['压缩机', 'Compressor'] : [])],
    like: new RegExp(`(?<!\\d)${n} ?(?:号|#) ?压缩机|压缩机 ?${n}(?!\\d)|compressor ?${n}(?!\\d)`, 'i'),
  });
const fan = (n: number): RoleSpec =>
  role(`${n} 号风机`, `Fan ${n}`, 'runState', {
    like: new RegExp(`(?<!\\d)${n} ?(?:号|#) ?风机|fan ?${n}(?!\\d)`, 'i'),
  });

/** The roles of the product. Codes stand in the database and in diagrams of classes: none is renamed. */
export const pointRoles = {
  airTemperature: role('空气温度', 'Air temperature', 'temperature', {
    also: ['温度', 'Temperature', '库温', '出风温度', 'Air-off temperature', 'Room temperature'],
    like: /出风|柜温|库温|air.?off|room/i,
    orMain: true,
  }),
  returnTemperature: role('回风温度', 'Air-on temperature', 'temperature', { like: /回风|air.?on|return air/i }),
  evaporatorTemperature: role('蒸发器温度', 'Evaporator temperature', 'temperature', { like: /蒸发器|evaporator/i }),
  productTemperature: role('产品温度', 'Product temperature', 'temperature', {
    also: ['食品温度', 'Food temperature'],
    like: /产品|货物|食品|product|food/i,
  }),
  temperatureSetpoint: role('温度设定值', 'Temperature setpoint', 'temperature', {
    also: ['设定温度', 'Set point'],
    isSetpoint: true,
  }),
  humidity: role('相对湿度', 'Relative humidity', 'humidity', { also: ['湿度', 'Humidity'], like: /./ }),
  humiditySetpoint: role('湿度设定值', 'Humidity setpoint', 'humidity', { isSetpoint: true }),
  superheat: role('过热度', 'Superheat', 'temperatureDifference', { like: /过热|superheat/i }),
  valveOpening: role('膨胀阀开度', 'Expansion valve opening', 'percentage', { like: /膨胀|expansion|valve|阀/i }),
  cooling: role('制冷', 'Cooling', 'runState', {
    also: ['制冷继电器', 'Cooling relay', '压缩机', 'Compressor'],
    like: /制冷|压缩|cooling|compressor/i,
  }),
  fan: role('风机', 'Fan', 'runState', { also: ['风机继电器', 'Fan relay'], like: /风机|fan/i }),
  defrost: role('化霜', 'Defrost', 'defrostState', { also: ['除霜', '化霜继电器', 'Defrost relay'], like: /./ }),
  door: role('门', 'Door', 'doorState', { also: ['库门', '柜门'], like: /./ }),
  light: role('照明', 'Light', 'switchState', { like: /照明|灯|light/i }),

  suctionPressure: role('吸气压力', 'Suction pressure', 'pressure', { like: /吸气|低压|蒸发|suction/i }),
  dischargePressure: role('排气压力', 'Discharge pressure', 'pressure', { like: /排气|高压|冷凝|discharge|condens/i }),
  suctionTemperature: role('吸气温度', 'Suction temperature', 'temperature', { like: /吸气|suction/i }),
  dischargeTemperature: role('排气温度', 'Discharge temperature', 'temperature', { like: /排气|discharge/i }),
  outdoorTemperature: role('室外温度', 'Outdoor temperature', 'temperature', { like: /室外|outdoor/i }),
  capacity: role('负荷率', 'Capacity', 'percentage', { like: /负荷|能级|capacity/i }),
  compressor1: compressor(1),
  compressor2: compressor(2),
  compressor3: compressor(3),
  compressor4: compressor(4),
  compressor5: compressor(5),
  compressor6: compressor(6),
  compressor7: compressor(7),
  compressor8: compressor(8),
  condenserFan: role('冷凝风机', 'Condenser fan', 'runState', { like: /冷凝|condenser/i }),
  oilLevelLow: role('油位低', 'Oil level low', 'faultState', { like: /油位|oil/i }),
  unitFault: role('机组故障', 'Unit fault', 'faultState', { also: ['Rack fault'], like: /机组|rack|unit/i }),

  supplyTemperature: role('送风温度', 'Supply air temperature', 'temperature', { like: /送风温度|supply (air )?t/i }),
  supplyHumidity: role('送风湿度', 'Supply air humidity', 'humidity', { like: /送风湿度|supply (air )?h/i }),
  chilledWaterValve: role('冷水阀开度', 'Chilled water valve', 'percentage', { like: /冷水|chilled/i }),
  humidifier: role('加湿', 'Humidifier', 'runState', { like: /加湿|humidif/i }),
  filterPressure: role('过滤网压差', 'Filter pressure drop', 'smallPressure', { like: /过滤|filter/i }),
  fanSpeed: role('风机转速', 'Fan speed', 'percentage', { like: /转速|speed/i }),

  fan1: fan(1),
  fan2: fan(2),
  fan3: fan(3),
  fanFault: role('风机故障', 'Fan fault', 'faultState', { like: /./ }),
  inletOpening: role('进风窗开度', 'Inlet opening', 'percentage', { like: /进风|inlet/i }),
  ammonia: role('氨气浓度', 'Ammonia', 'gas', { like: /氨|ammonia/i }),
  carbonDioxide: role('二氧化碳浓度', 'Carbon dioxide', 'gas', { like: /二氧化碳|carbon|co₂|co2/i }),

  illuminance: role('照度', 'Illuminance', 'illuminance', { like: /./ }),
  visitors: role('在馆人数', 'Visitors in hall', 'count', { like: /./ }),

  activePower: role('有功功率', 'Active power', 'power', { like: /./, orMain: true }),
  activeEnergy: role('有功电量', 'Active energy', 'energy', { like: /有功|电量|active|energy/i }),
  voltage: role('电压', 'Voltage', 'voltage', { like: /./ }),
  current: role('电流', 'Current', 'current', { like: /./ }),
} as const satisfies Record<string, RoleSpec>;
export type RoleCode = keyof typeof pointRoles;
export const roleCodes = Object.keys(pointRoles) as [RoleCode, ...RoleCode[]];
export const roleOf = (code: RoleCode): RoleSpec => pointRoles[code];
export const isRole = (code: string | null | undefined): code is RoleCode =>
  typeof code === 'string' && Object.hasOwn(pointRoles, code);

const refrigerated: readonly RoleCode[] = [
  ...(['airTemperature', 'returnTemperature', 'evaporatorTemperature', 'productTemperature'] as const),
  ...(['temperatureSetpoint', 'humidity', 'superheat', 'valveOpening'] as const),
  ...(['cooling', 'fan', 'defrost', 'door', 'light'] as const),
];
const machine: readonly RoleCode[] = [
  ...(['suctionPressure', 'dischargePressure', 'suctionTemperature', 'dischargeTemperature'] as const),
  ...(['superheat', 'outdoorTemperature', 'capacity'] as const),
  ...(['compressor1', 'compressor2', 'compressor3', 'compressor4'] as const),
  ...(['compressor5', 'compressor6', 'compressor7', 'compressor8'] as const),
  ...(['condenserFan', 'oilLevelLow', 'unitFault'] as const),
];
const airUnit: readonly RoleCode[] = [
  ...(['supplyTemperature', 'supplyHumidity', 'temperatureSetpoint', 'humiditySetpoint'] as const),
  ...(['fan', 'fanSpeed', 'filterPressure', 'chilledWaterValve', 'humidifier'] as const),
];

/** The roles that points of a device of a class may have, by the code of the class. Classes that are not named have none. */
export const rolesOfClass: Readonly<Record<string, readonly RoleCode[]>> = {
  freezerRoom: refrigerated,
  chillRoom: refrigerated,
  dock: refrigerated,
  displayCase: refrigerated,
  compressorRack: machine,
  condensingUnit: machine,
  airHandlingUnit: airUnit,
  airHandler: airUnit,
  barn: ['airTemperature', 'humidity', 'ammonia', 'carbonDioxide'],
  barnVentilation: ['fan1', 'fan2', 'fan3', 'fanFault', 'fanSpeed', 'inletOpening'],
  hall: ['airTemperature', 'humidity', 'carbonDioxide', 'visitors'],
  showcase: ['humidity', 'airTemperature', 'illuminance', 'door'],
  energyMeter: ['activePower', 'activeEnergy', 'voltage', 'current'],
};

/** How sure a proposal is: a point is called as the role is, or a word of its name and its type fit, or it is the main value. */
export const confidences = ['sure', 'likely', 'guess'] as const;
export type Confidence = (typeof confidences)[number];

/** A point as its role is recognised. */
export interface RolePoint {
  readonly id: number;
  /** In every language known, one after the other. */
  readonly names: readonly string[];
  readonly typeCode: string;
  /** As somebody accepted it; null: none. */
  readonly role: string | null;
}
/** A device as roles of its points are recognised. */
export interface RoleDevice {
  readonly mainPointId: number | null;
  readonly points: readonly RolePoint[];
  /** Roles that points have which are not among these. Left out: none. */
  readonly takenRoles?: readonly string[];
}

const plain = (name: string): string => name.normalize('NFKC').trim().toLowerCase();
const setpointWord = /设定|set.?point/i;

/** The point that a role would be proposed for, among points without a role; null: none fits. */
export function proposeRole(
  code: RoleCode,
  { points, mainPointId }: RoleDevice,
): { pointId: number; confidence: Confidence } | null {
  const { zh, en, type, also = [], like, orMain, isSetpoint } = roleOf(code);
  const fitting = points.filter(
    ({ role: own, typeCode, names }) =>
      own === null && typeCode === type && names.some((name) => setpointWord.test(name)) === (isSetpoint === true),
  );
  const called = new Set([zh, en, ...also].map(plain));
  const named = fitting.filter(({ names }) => names.some((name) => called.has(plain(name))));
  if (named.length > 0) {
    // Its own name counts before what it is called elsewhere.
    const first = named.find(({ names }) =>
      names.some((name) => plain(name) === plain(zh) || plain(name) === plain(en)),
    );
    return { pointId: (first ?? named[0]!).id, confidence: 'sure' };
  }
  const like_ = isSetpoint ? /./ : like;
  const alike = like_ ? fitting.filter(({ names }) => names.some((name) => like_.test(name))) : [];
  if (alike.length > 0) return { pointId: alike[0]!.id, confidence: alike.length === 1 ? 'likely' : 'guess' };
  const main = orMain ? points.find(({ id, role: own }) => id === mainPointId && own === null) : undefined;
  return main ? { pointId: main.id, confidence: 'guess' } : null;
}

/** Roles proposed for the points of a device of a class, those that are assigned already left out; a point gets one at most. */
export function proposeRoles(
  classCode: string,
  device: RoleDevice,
): { role: RoleCode; pointId: number; confidence: Confidence }[] {
  const assigned = new Set([...(device.takenRoles ?? []), ...device.points.flatMap(({ role: own }) => own ?? [])]);
  const proposals = (rolesOfClass[classCode] ?? []).flatMap((code) => {
    const found = assigned.has(code) ? null : proposeRole(code, device);
    return found ? [{ role: code, ...found }] : [];
  });
  const taken = new Set<number>();
  // Of two roles that want one point, the surer one has it.
  return confidences
    .flatMap((confidence) => proposals.filter((each) => each.confidence === confidence))
    .filter(({ pointId }) => !taken.has(pointId) && taken.add(pointId));
}

/** The point that has a role on a device: the one that was accepted, else the one that would be proposed; none where it is not among them. */
export function pointInRole(code: RoleCode, device: RoleDevice): number | undefined {
  if (device.takenRoles?.includes(code)) return undefined;
  return device.points.find(({ role: own }) => own === code)?.id ?? proposeRole(code, device)?.pointId;
}

/** How devices stand to each other. `cools`: a rack its cases and rooms; `conditions`: an air handling unit its rooms. */
export const relationKinds = {
  cools: {
    zh: '供冷',
    en: 'Cools',
    from: ['compressorRack', 'condensingUnit'],
    to: ['displayCase', 'freezerRoom', 'chillRoom', 'dock'],
  },
  conditions: {
    zh: '送风',
    en: 'Supplies air to',
    from: ['airHandlingUnit', 'airHandler'],
    to: ['hall'],
  },
} as const satisfies Record<string, Bilingual & { from: readonly string[]; to: readonly string[] }>;
export type RelationKind = keyof typeof relationKinds;
export const relationKindCodes = Object.keys(relationKinds) as [RelationKind, ...RelationKind[]];

/** The kind that leads away from devices of a class; null: none does. */
export const relationFrom = (classCode: string): RelationKind | null =>
  relationKindCodes.find((kind) => (relationKinds[kind].from as readonly string[]).includes(classCode)) ?? null;
/** Whether a relation of this kind may lead to a device of a class. */
export const mayLeadTo = (kind: RelationKind, classCode: string): boolean =>
  (relationKinds[kind].to as readonly string[]).includes(classCode);
