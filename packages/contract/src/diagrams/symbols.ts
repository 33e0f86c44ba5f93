import type { Bilingual } from '../call.ts';

/** What flows in a line. Told apart by dash and letters, so that drawings read without colour. */
export const media = {
  suctionGas: { letters: 'SG', zh: '吸气', en: 'Suction gas' },
  hotGas: { letters: 'HG', zh: '排气', en: 'Hot gas' },
  liquid: { letters: 'LL', zh: '液体', en: 'Liquid' },
  oil: { letters: 'OL', zh: '油', en: 'Oil' },
  chilledWater: { letters: 'CW', zh: '冷水', en: 'Chilled water' },
  hotWater: { letters: 'HW', zh: '热水', en: 'Hot water' },
  air: { letters: 'AR', zh: '空气', en: 'Air' },
  power: { letters: 'EL', zh: '电缆', en: 'Power' },
  signal: { letters: 'SI', zh: '信号线', en: 'Signal wire' },
} as const satisfies Record<string, Bilingual & { letters: string }>;
export type Medium = keyof typeof media;
export const mediumCodes = Object.keys(media) as [Medium, ...Medium[]];

export const symbolGroups = {
  refrigeration: { zh: '制冷', en: 'Refrigeration' },
  air: { zh: '空调与水', en: 'Air and water' },
  electrical: { zh: '电气', en: 'Electrical' },
  livestock: { zh: '养殖', en: 'Livestock' },
  museum: { zh: '文博', en: 'Museum' },
  instruments: { zh: '仪表与其他', en: 'Instruments and others' },
} as const satisfies Record<string, Bilingual>;
export type SymbolGroup = keyof typeof symbolGroups;

/** Where a line joins a symbol: on its border, as shares of its width and height, and what may flow there. */
export interface SymbolPort extends Bilingual {
  readonly at: readonly [number, number];
  readonly media: readonly Medium[];
}
/** What a point can tell a symbol. `state`: nonzero is running, open, on; `value`: a number that is written beside it. */
export interface SymbolInput extends Bilingual {
  readonly kind: 'state' | 'value';
}
export interface SymbolSpec extends Bilingual {
  readonly group: SymbolGroup;
  /** As it is drawn unless said otherwise; drawing units. */
  readonly size: readonly [number, number];
  readonly ports: Readonly<Record<string, SymbolPort>>;
  readonly inputs: Readonly<Record<string, SymbolInput>>;
  /** It is a device as a whole: bound to one, it shows that device's alarms and its main value. */
  readonly isDevice?: true;
  /** A bar with any number of ports along its sides: `t1`, `t2` … above, `b1` … below, `l` and `r` at its ends. */
  readonly isBar?: true;
}

const refrigerant: Medium[] = ['suctionGas', 'hotGas', 'liquid'];
const water: Medium[] = ['chilledWater', 'hotWater'];
const port = (zh: string, en: string, x: number, y: number, ...flowing: Medium[]): SymbolPort => ({
  zh,
  en,
  at: [x, y],
  media: flowing,
});
const state = (zh: string, en: string): SymbolInput => ({ kind: 'state', zh, en });
const value = (zh: string, en: string): SymbolInput => ({ kind: 'value', zh, en });

const running = state('运行', 'Running');
const fault = state('故障', 'Fault');
const manual = state('手动', 'Manual');
const open = state('打开', 'Open');
const opening = value('开度', 'Opening');
const temperature = value('温度', 'Temperature');
const humidity = value('湿度', 'Humidity');
const setpoint = value('设定值', 'Setpoint');
const speed = value('转速', 'Speed');
const power = value('功率', 'Power');
const machine = { running, fault, manual };
const airThrough = {
  airIn: port('进风', 'Air in', 0, 0.5, 'air'),
  airOut: port('出风', 'Air out', 1, 0.5, 'air'),
};
const evaporatorPorts = {
  liquidIn: port('供液', 'Liquid in', 0.08, 0, 'liquid', 'chilledWater'),
  gasOut: port('回气', 'Gas out', 0.9, 1, 'suctionGas', 'chilledWater'),
};

/** The symbols of the product. Codes stand in stored diagrams: none is renamed. */
// biome-ignore format: a table is read by lines
export const symbols = {
  compressor: { group: 'refrigeration', zh: '压缩机', en: 'Compressor', size: [64, 64], ports: { suction: port('吸气', 'Suction', 0.5, 0, 'suctionGas'), discharge: port('排气', 'Discharge', 0.5, 1, 'hotGas') }, inputs: { ...machine, power, temperature: value('排气温度', 'Discharge temperature') } },
  variableCompressor: { group: 'refrigeration', zh: '变频压缩机', en: 'Variable-speed compressor', size: [64, 64], ports: { suction: port('吸气', 'Suction', 0.5, 0, 'suctionGas'), discharge: port('排气', 'Discharge', 0.5, 1, 'hotGas') }, inputs: { ...machine, speed, power } },
  header: { group: 'refrigeration', zh: '集管', en: 'Header', size: [400, 8], ports: {}, inputs: {}, isBar: true },
  airCondenser: { group: 'refrigeration', zh: '风冷冷凝器', en: 'Air-cooled condenser', size: [220, 100], ports: { gasIn: port('进气', 'Gas in', 0, 0.72, 'hotGas'), liquidOut: port('出液', 'Liquid out', 1, 0.72, 'liquid') }, inputs: { fan1: state('1 号风机', 'Fan 1'), fan2: state('2 号风机', 'Fan 2'), fan3: state('3 号风机', 'Fan 3'), fault, speed: value('风机转速', 'Fan speed') } },
  coolingTower: { group: 'refrigeration', zh: '蒸发冷／冷却塔', en: 'Evaporative condenser, cooling tower', size: [100, 110], ports: { gasIn: port('进', 'In', 0, 0.7, 'hotGas', ...water), liquidOut: port('出', 'Out', 1, 0.7, 'liquid', ...water) }, inputs: { running, fault, pump: state('水泵', 'Pump'), temperature } },
  receiver: { group: 'refrigeration', zh: '储液器', en: 'Receiver', size: [140, 48], ports: { liquidIn: port('进液', 'Liquid in', 0, 0.5, 'liquid'), liquidOut: port('出液', 'Liquid out', 1, 0.5, 'liquid') }, inputs: { level: value('液位', 'Level'), fault } },
  oilSeparator: { group: 'refrigeration', zh: '油分离器', en: 'Oil separator', size: [50, 84], ports: { gasIn: port('进气', 'Gas in', 0, 0.25, 'hotGas'), gasOut: port('出气', 'Gas out', 1, 0.25, 'hotGas'), oil: port('回油', 'Oil', 0.5, 1, 'oil') }, inputs: { fault: state('油位低', 'Oil level low') } },
  filterDrier: { group: 'refrigeration', zh: '干燥过滤器与视液镜', en: 'Filter-drier with sight glass', size: [96, 32], ports: { in: port('进', 'In', 0, 0.5, 'liquid'), out: port('出', 'Out', 1, 0.5, 'liquid') }, inputs: { fault: state('湿度／气泡', 'Moisture or bubbles') } },
  expansionValve: { group: 'refrigeration', zh: '膨胀阀', en: 'Expansion valve', size: [28, 32], ports: { in: port('进', 'In', 0.5, 0, 'liquid'), out: port('出', 'Out', 0.5, 1, 'liquid') }, inputs: { opening } },
  solenoidValve: { group: 'refrigeration', zh: '电磁阀', en: 'Solenoid valve', size: [48, 32], ports: { in: port('进', 'In', 0.3, 0, ...refrigerant, ...water), out: port('出', 'Out', 0.3, 1, ...refrigerant, ...water) }, inputs: { open, fault } },
  unitCooler: { group: 'refrigeration', zh: '冷风机', en: 'Unit cooler', size: [120, 60], ports: { liquidIn: port('供液', 'Liquid in', 0, 0.5, 'liquid', ...water), gasOut: port('回气', 'Gas out', 1, 0.5, 'suctionGas', ...water) }, inputs: { running: state('风机', 'Fan'), defrost: state('化霜', 'Defrost'), fault, temperature } },
  displayCase: { group: 'refrigeration', zh: '陈列柜', en: 'Display case', size: [114, 178], ports: evaporatorPorts, inputs: { temperature: value('出风温度', 'Air-off temperature'), setpoint, superheat: value('过热度', 'Superheat'), opening: value('膨胀阀开度', 'Expansion valve'), running: state('制冷', 'Cooling'), fan: state('风机', 'Fan'), defrost: state('化霜', 'Defrost'), door: state('柜门', 'Door'), light: state('照明', 'Light') }, isDevice: true },
  coldRoom: { group: 'refrigeration', zh: '冷库', en: 'Cold room', size: [114, 178], ports: evaporatorPorts, inputs: { temperature, setpoint, evaporator: value('蒸发器温度', 'Evaporator'), humidity, running: state('制冷', 'Cooling'), fan: state('风机', 'Fan'), defrost: state('化霜', 'Defrost'), door: state('库门', 'Door'), light: state('照明', 'Light') }, isDevice: true },

  fan: { group: 'air', zh: '风机', en: 'Fan', size: [60, 60], ports: airThrough, inputs: { ...machine, speed } },
  damper: { group: 'air', zh: '风阀', en: 'Damper', size: [40, 40], ports: airThrough, inputs: { open, opening, manual } },
  coolingCoil: { group: 'air', zh: '冷盘管', en: 'Cooling coil', size: [50, 90], ports: { ...airThrough, coldIn: port('进', 'In', 0.25, 1, 'chilledWater', 'liquid'), coldOut: port('出', 'Out', 0.75, 1, 'chilledWater', 'suctionGas') }, inputs: { opening: value('阀门开度', 'Valve opening'), open: state('通水', 'Open') } },
  heatingCoil: { group: 'air', zh: '热盘管', en: 'Heating coil', size: [50, 90], ports: { ...airThrough, hotIn: port('进', 'In', 0.25, 1, 'hotWater', 'power'), hotOut: port('出', 'Out', 0.75, 1, 'hotWater') }, inputs: { running: state('加热', 'Heating'), opening: value('阀门开度', 'Valve opening') } },
  humidifier: { group: 'air', zh: '加湿器', en: 'Humidifier', size: [50, 90], ports: { ...airThrough, waterIn: port('进水', 'Water in', 0.5, 1, ...water) }, inputs: { running: state('加湿', 'Humidifying'), fault, humidity } },
  filter: { group: 'air', zh: '过滤网', en: 'Filter', size: [40, 90], ports: airThrough, inputs: { pressure: value('压差', 'Pressure drop'), fault: state('堵塞', 'Clogged') } },
  pump: { group: 'air', zh: '水泵', en: 'Pump', size: [52, 52], ports: { in: port('进', 'In', 0, 0.5, ...water, 'liquid'), out: port('出', 'Out', 1, 0.5, ...water, 'liquid') }, inputs: { ...machine, speed } },
  plateExchanger: { group: 'air', zh: '板式换热器', en: 'Plate exchanger', size: [64, 84], ports: { aIn: port('A 进', 'A in', 0, 0.2, ...water, ...refrigerant), aOut: port('A 出', 'A out', 0, 0.8, ...water, ...refrigerant), bIn: port('B 进', 'B in', 1, 0.8, ...water, ...refrigerant), bOut: port('B 出', 'B out', 1, 0.2, ...water, ...refrigerant) }, inputs: { temperature } },
  threeWayValve: { group: 'air', zh: '三通阀', en: 'Two- or three-way valve', size: [44, 44], ports: { a: port('A', 'A', 0, 0.5, ...water), ab: port('AB', 'AB', 1, 0.5, ...water), b: port('B', 'B', 0.5, 1, ...water) }, inputs: { open, opening, manual } },
  chiller: { group: 'air', zh: '冷水机组／锅炉', en: 'Chiller, boiler', size: [140, 84], ports: { return: port('回水', 'Return', 1, 0.7, ...water), supply: port('供水', 'Supply', 1, 0.3, ...water), power: port('电源', 'Power', 0.5, 1, 'power') }, inputs: { ...machine, temperature: value('供水温度', 'Supply temperature') } },

  busbar: { group: 'electrical', zh: '母线', en: 'Busbar', size: [400, 8], ports: {}, inputs: {}, isBar: true },
  breaker: { group: 'electrical', zh: '断路器', en: 'Breaker', size: [32, 52], ports: { in: port('进', 'In', 0.5, 0, 'power'), out: port('出', 'Out', 0.5, 1, 'power') }, inputs: { closed: state('合闸', 'Closed'), fault: state('脱扣', 'Tripped') } },
  transformer: { group: 'electrical', zh: '变压器', en: 'Transformer', size: [52, 84], ports: { high: port('高压侧', 'High side', 0.5, 0, 'power'), low: port('低压侧', 'Low side', 0.5, 1, 'power') }, inputs: { temperature, fault } },
  meter: { group: 'electrical', zh: '电能表', en: 'Meter', size: [52, 52], ports: { in: port('进', 'In', 0.5, 0, 'power'), out: port('出', 'Out', 0.5, 1, 'power') }, inputs: { power, energy: value('电量', 'Energy'), voltage: value('电压', 'Voltage'), current: value('电流', 'Current') }, isDevice: true },
  generator: { group: 'electrical', zh: '发电机', en: 'Generator', size: [60, 60], ports: { out: port('出', 'Out', 0.5, 1, 'power') }, inputs: { ...machine, power } },
  ups: { group: 'electrical', zh: '不间断电源', en: 'UPS', size: [88, 60], ports: { in: port('进', 'In', 0.5, 0, 'power'), out: port('出', 'Out', 0.5, 1, 'power') }, inputs: { running: state('电池供电', 'On battery'), fault, charge: value('电池电量', 'Charge') } },
  changeover: { group: 'electrical', zh: '双电源切换', en: 'Changeover (ATS)', size: [80, 64], ports: { a: port('电源 A', 'Source A', 0.2, 0, 'power'), b: port('电源 B', 'Source B', 0.8, 0, 'power'), out: port('出', 'Out', 0.5, 1, 'power') }, inputs: { closedA: state('A 合闸', 'A closed'), closedB: state('B 合闸', 'B closed'), fault } },

  barn: { group: 'livestock', zh: '舍区', en: 'Barn section', size: [220, 150], ports: airThrough, inputs: { temperature, humidity, ammonia: value('氨气', 'Ammonia'), carbonDioxide: value('二氧化碳', 'CO₂') }, isDevice: true },
  tunnelFans: { group: 'livestock', zh: '纵向风机组', en: 'Tunnel fan bank', size: [60, 150], ports: { airIn: port('进风', 'Air in', 0, 0.5, 'air') }, inputs: { fan1: state('1 号风机', 'Fan 1'), fan2: state('2 号风机', 'Fan 2'), fan3: state('3 号风机', 'Fan 3'), fault, speed } },
  airInlet: { group: 'livestock', zh: '进风窗', en: 'Air inlet', size: [32, 110], ports: { airOut: port('出风', 'Air out', 1, 0.5, 'air') }, inputs: { opening, open } },
  coolingPad: { group: 'livestock', zh: '湿帘', en: 'Cooling pad', size: [32, 130], ports: { airOut: port('出风', 'Air out', 1, 0.5, 'air'), waterIn: port('进水', 'Water in', 0.5, 0, ...water) }, inputs: { running: state('水泵', 'Pump'), fault } },
  heaterLine: { group: 'livestock', zh: '加热器／水线', en: 'Heater, water line', size: [140, 36], ports: { in: port('进', 'In', 0, 0.5, ...water), out: port('出', 'Out', 1, 0.5, ...water) }, inputs: { running: state('加热', 'Heating'), flow: value('流量', 'Flow') } },

  showcase: { group: 'museum', zh: '展柜', en: 'Showcase', size: [130, 150], ports: {}, inputs: { humidity, temperature, light: value('照度', 'Illuminance'), door: state('柜门', 'Door') }, isDevice: true },
  hallZone: { group: 'museum', zh: '展厅区域', en: 'Hall zone', size: [240, 150], ports: airThrough, inputs: { temperature, humidity, carbonDioxide: value('二氧化碳', 'CO₂'), visitors: value('人数', 'Visitors') }, isDevice: true },
  crackGauge: { group: 'museum', zh: '裂缝／倾斜计', en: 'Crack or tilt gauge', size: [60, 60], ports: {}, inputs: { width: value('位移', 'Displacement'), fault } },

  valueTag: { group: 'instruments', zh: '数值', en: 'Value', size: [150, 56], ports: {}, inputs: { value: value('数值', 'Value'), setpoint } },
  setpoint: { group: 'instruments', zh: '设定值', en: 'Setpoint', size: [150, 56], ports: { signal: port('信号', 'Signal', 0, 0.5, 'signal') }, inputs: { value: value('设定值', 'Setpoint') } },
  stateWord: { group: 'instruments', zh: '状态', en: 'State', size: [150, 48], ports: { signal: port('信号', 'Signal', 0, 0.5, 'signal') }, inputs: { state: state('状态', 'State') } },
  sparkline: { group: 'instruments', zh: '6 小时曲线', en: 'Curve of 6 h', size: [180, 76], ports: {}, inputs: { value: value('数值', 'Value') } },
  camera: { group: 'instruments', zh: '摄像头', en: 'Camera', size: [44, 44], ports: {}, inputs: {} },
  link: { group: 'instruments', zh: '跳转', en: 'Link', size: [150, 44], ports: {}, inputs: {} },
} as const satisfies Record<string, SymbolSpec>;

export type SymbolCode = keyof typeof symbols;
export const symbolCodes = Object.keys(symbols) as [SymbolCode, ...SymbolCode[]];
export const symbolOf = (code: SymbolCode): SymbolSpec => symbols[code];

/** How many ports a bar has above and below. */
export type BarPorts = readonly [above: number, below: number];

const everyMedium: Record<'header' | 'busbar', readonly Medium[]> = {
  header: mediumCodes.filter((medium) => medium !== 'power' && medium !== 'signal'),
  busbar: ['power'],
};

/** The ports of a symbol as it stands in a diagram; those of a bar stand at equal distances. */
export function portsOf(code: SymbolCode, bar: BarPorts = [4, 4]): Readonly<Record<string, SymbolPort>> {
  const spec = symbolOf(code);
  if (!spec.isBar) return spec.ports;
  const flowing = everyMedium[code as 'header' | 'busbar'];
  const side = (letter: 't' | 'b', y: number, count: number) =>
    Array.from({ length: count }, (_, index): [string, SymbolPort] => [
      `${letter}${index + 1}`,
      port(
        `${letter === 't' ? '上' : '下'} ${index + 1}`,
        `${letter === 't' ? 'Above' : 'Below'} ${index + 1}`,
        (index + 0.5) / count,
        y,
        ...flowing,
      ),
    ]);
  return Object.fromEntries([
    ['l', port('左端', 'Left end', 0, 0.5, ...flowing)],
    ['r', port('右端', 'Right end', 1, 0.5, ...flowing)],
    ...side('t', 0, bar[0]),
    ...side('b', 1, bar[1]),
  ]);
}
