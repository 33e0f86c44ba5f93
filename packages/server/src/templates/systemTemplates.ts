import type { ModbusMapping } from '../points/index.ts';
import type { TemplateFacts, TemplatePoint } from './TemplatePoint.ts';

/**
 * Register maps of controllers and meters that stand in stores and cold rooms, each with where it is from. `maker`: the maker's
 * own manual; `field`: a public template or a report of people who use the device, which may differ by firmware. Check the first
 * value at the device before you believe the rest.
 */

type Format = 's16' | 'u16' | 's32' | 'u32' | 'f32' | 'bits16' | 'bit';

type Words = readonly [zh: string, en: string];

interface Extra {
  readonly byteOrder?: string;
  readonly bit?: number;
  /** Of `÷10`: 10. */
  readonly dividedBy?: number;
  readonly unit?: string;
  readonly decimals?: number;
  readonly writable?: true;
  readonly level?: number;
  readonly cycle?: number;
  readonly range?: readonly [number, number];
  readonly rawErrors?: readonly number[];
  readonly status?: ModbusMapping['statusRegister'];
  readonly note?: Words;
}

const is32 = (format: Format): boolean => format === 's32' || format === 'u32' || format === 'f32';
const statusTypes = new Set(['runState', 'switchState', 'doorState', 'defrostState', 'faultState']);

const point = (
  [name, nameEn]: Words,
  typeName: string,
  functionCode: 1 | 2 | 3 | 4,
  address: number,
  format: Format,
  extra: Extra = {},
): TemplatePoint => {
  const isStatus = statusTypes.has(typeName);
  const { dividedBy } = extra;
  return {
    name,
    nameEn,
    typeName,
    valueType: isStatus ? 'status' : 'analog',
    unit: extra.unit ?? null,
    decimals: extra.decimals ?? (isStatus ? 0 : dividedBy === 100 ? 2 : 1),
    level: extra.level ?? 3,
    writable: extra.writable ?? false,
    samplingIntervalSeconds: extra.cycle ?? 60,
    rangeLow: extra.range?.[0] ?? null,
    rangeHigh: extra.range?.[1] ?? null,
    errorValues: [],
    frozenAfterSeconds: null,
    modbus: {
      functionCode,
      address,
      format,
      byteOrder: format === 'bit' ? null : (extra.byteOrder ?? (is32(format) ? 'ABCD' : 'AB')),
      bit: format === 'bits16' ? (extra.bit ?? 1) : null,
      scaling: dividedBy === undefined ? null : { rawLow: 0, rawHigh: dividedBy, engLow: 0, engHigh: 1 },
      errorValues: [...(extra.rawErrors ?? [])],
      statusRegister: extra.status ?? null,
    },
    mqttKey: null,
    note: extra.note?.[0] ?? '',
    noteEn: extra.note?.[1] ?? null,
  };
};

/** A controller's own probes reach no further. */
const probe: Extra = { dividedBy: 10, range: [-60, 100], level: 2 };
const state: Extra = { cycle: 30 };
/** A number whose meanings only the manual lists. */
const code: Extra = { unit: '-', decimals: 0 };
const codeNote: Words = ['含义见手册', 'meanings: see manual'];
const scaleNote: Words = ['倍率见手册', 'scale: see manual'];

type System = TemplateFacts & { readonly code: string };

type Given = Omit<TemplateFacts, 'name' | 'name_en' | 'category' | 'description'> & {
  readonly name: Words;
  readonly category: Words;
  readonly description: Words;
};
type Needed = 'name' | 'brand' | 'model' | 'category' | 'source' | 'source_name' | 'points';

const template = (code: string, facts: Pick<Given, Needed> & Partial<Given>): System => {
  const { name, category, description, ...rest } = facts;
  return {
    kind: 'register',
    first_address: 0,
    max_registers: 125,
    max_gap: 0,
    baud_rate: 9600,
    data_bits: 8,
    parity: 'none',
    stop_bits: 1,
    value: '',
    ...rest,
    code,
    name: name[0],
    name_en: name[1],
    category: category[0],
    category_en: category[1],
    description: description?.[0] ?? '',
    description_en: description?.[1] ?? null,
  };
};

const controller: Words = ['温控器', 'Controller'];
const meter: Words = ['电表', 'Meter'];
const sensor: Words = ['传感器', 'Sensor'];
const wirenBoard = 'Wiren Board wb-mqtt-serial, templates';

export const systemTemplates: readonly System[] = [
  template('danfoss-ekc202d', {
    name: ['丹佛斯 EKC 202D 温控器', 'Danfoss EKC 202D controller'],
    brand: 'Danfoss',
    model: 'EKC 202D',
    category: controller,
    source: 'field',
    source_name: `${wirenBoard}/config-danfoss-ekc-202d`,
    points: [
      point(['S3 回风温度', 'S3 air temperature'], 'temperature', 3, 2529, 's16', probe),
      point(['S4 出风温度', 'S4 air temperature'], 'temperature', 3, 2530, 's16', probe),
      point(['S5 化霜温度', 'S5 defrost temperature'], 'temperature', 3, 1010, 's16', probe),
      point(['显示温度', 'Displayed temperature'], 'temperature', 3, 2575, 's16', { ...probe, level: 1 }),
      point(['温控温度', 'Thermostat temperature'], 'temperature', 3, 2531, 's16', probe),
      point(['报警空气温度', 'Alarm air temperature'], 'temperature', 3, 2577, 's16', probe),
      point(['设定温度', 'Set point'], 'temperature', 3, 99, 's16', {
        dividedBy: 10,
        writable: true,
        range: [-50, 50],
      }),
      point(['控制器状态码', 'Controller state'], 'stateCode', 3, 2006, 'u16', { ...code, note: codeNote }),
      point(['制冷继电器', 'Cooling relay'], 'runState', 3, 2509, 'bits16', state),
      point(['风机继电器', 'Fan relay'], 'runState', 3, 2510, 'bits16', state),
      point(['化霜继电器', 'Defrost relay'], 'defrostState', 3, 2511, 'bits16', state),
      point(['报警', 'Alarm'], 'faultState', 3, 2540, 'bits16', state),
      point(['高温报警', 'High temperature alarm'], 'faultState', 3, 20004, 'bits16', state),
      point(['低温报警', 'Low temperature alarm'], 'faultState', 3, 20005, 'bits16', state),
      point(['门报警', 'Door alarm'], 'faultState', 3, 20006, 'bits16', state),
    ],
  }),
  template('danfoss-akcc55', {
    name: ['丹佛斯 AK-CC55 柜控器', 'Danfoss AK-CC55 case controller'],
    brand: 'Danfoss',
    model: 'AK-CC55',
    category: controller,
    source: 'maker',
    source_name: 'Danfoss AU356930362198en',
    description: [
      '地址为参数号 PNU，线上地址 = PNU − 1（由 EKC 系列推断，请先核对一个值）',
      'Addresses are PNU numbers; on the wire PNU − 1 (inferred from the EKC series: check one value first)',
    ],
    first_address: 1,
    parity: 'even',
    points: [
      point(['u12 S3 空气温度', 'u12 S3 air temperature'], 'temperature', 3, 2530, 's16', probe),
      point(['S4 空气温度', 'S4 air temperature'], 'temperature', 3, 2531, 's16', probe),
      point(['S2 蒸发器出口温度', 'S2 evaporator outlet'], 'temperature', 3, 2537, 's16', probe),
      point(['Te 蒸发温度', 'Te evaporating temperature'], 'temperature', 3, 2544, 's16', probe),
      point(['食品温度', 'Food temperature'], 'temperature', 3, 2702, 's16', { ...probe, level: 1 }),
      point(['过热度', 'Superheat'], 'temperatureDifference', 3, 2536, 's16', { dividedBy: 10, range: [0, 60] }),
      point(['膨胀阀开度', 'Expansion valve opening'], 'percentage', 3, 2528, 's16', { decimals: 0, range: [0, 100] }),
      // Not writable from here: switching it off stops the cooling.
      point(['主开关', 'Main switch'], 'switchState', 3, 117, 'bits16', state),
      point(['停机温度', 'Cut-out temperature'], 'temperature', 3, 100, 's16', {
        dividedBy: 10,
        writable: true,
        range: [-50, 50],
      }),
      point(['温差', 'Differential'], 'temperatureDifference', 3, 101, 's16', {
        dividedBy: 10,
        writable: true,
        range: [0.1, 20],
      }),
    ],
  }),
  template('carel-ir33', {
    name: ['卡乐 IR33 温控器', 'Carel IR33 controller'],
    brand: 'Carel',
    model: 'IR33',
    category: controller,
    source: 'field',
    source_name: `${wirenBoard}/config-carel-ir33`,
    points: [
      point(['探头 1', 'Probe 1'], 'temperature', 4, 403, 's16', { ...probe, level: 1 }),
      point(['探头 2', 'Probe 2'], 'temperature', 4, 412, 's16', probe),
      point(['虚拟探头', 'Virtual probe'], 'temperature', 4, 406, 's16', probe),
      point(['设定温度', 'Set point'], 'temperature', 3, 404, 's16', {
        dividedBy: 10,
        writable: true,
        range: [-50, 50],
      }),
      point(['强制化霜', 'Defrost command'], 'switchState', 1, 32, 'bit', { ...state, writable: true }),
      point(['高温报警', 'High temperature alarm'], 'faultState', 1, 5, 'bit', state),
      point(['低温报警', 'Low temperature alarm'], 'faultState', 1, 2, 'bit', state),
      point(['压缩机', 'Compressor'], 'runState', 2, 7, 'bit', state),
      point(['化霜', 'Defrost'], 'defrostState', 2, 18, 'bit', state),
      point(['门', 'Door'], 'doorState', 2, 43, 'bit', state),
      point(['探头 1 故障', 'Probe 1 fault'], 'faultState', 2, 3, 'bit', state),
    ],
  }),
  template('dixell-xr75cx', {
    name: ['帝思 XR75CX 温控器', 'Dixell XR75CX controller'],
    brand: 'Dixell',
    model: 'XR75CX',
    category: controller,
    source: 'field',
    source_name: 'industrialmonitordirect.com, Dixell XR75CX',
    description: ['用户反馈的地址，随固件版本变化', 'Addresses reported by users; they vary by firmware'],
    points: [
      point(['P1 探头', 'Probe P1'], 'temperature', 3, 256, 's16', { ...probe, level: 1 }),
      point(['P2 探头', 'Probe P2'], 'temperature', 3, 257, 's16', probe),
      point(['P3 探头', 'Probe P3'], 'temperature', 3, 258, 's16', probe),
      point(['设定温度', 'Set point'], 'temperature', 3, 272, 's16', {
        dividedBy: 10,
        writable: true,
        range: [-50, 50],
      }),
      point(['状态码', 'Status'], 'stateCode', 3, 300, 'u16', { ...code, note: codeNote }),
      point(['输出 1', 'Output 1'], 'switchState', 1, 512, 'bit', state),
      point(['输出 2', 'Output 2'], 'switchState', 1, 513, 'bit', state),
      point(['输出 3', 'Output 3'], 'switchState', 1, 514, 'bit', state),
      point(['输出 4', 'Output 4'], 'switchState', 1, 515, 'bit', state),
      point(['报警', 'Alarm'], 'faultState', 1, 528, 'bit', state),
    ],
  }),
  template('eliwell-idplus', {
    name: ['伊力威 IDPlus 9xx 温控器', 'Eliwell IDPlus 9xx controller'],
    brand: 'Eliwell',
    model: 'IDPlus 9xx',
    category: controller,
    source: 'field',
    source_name: `${wirenBoard}/config-eliwell-idplus-9xx`,
    description: [
      '一次最多读取 15 个寄存器；探头地址未公开',
      'Takes at most 15 registers a read; the addresses of its probes are not published',
    ],
    max_registers: 15,
    points: [
      point(['设定温度', 'Set point'], 'temperature', 3, 16416, 's16', {
        dividedBy: 10,
        writable: true,
        range: [-50, 50],
      }),
      point(['超温报警', 'Over-temperature alarm'], 'faultState', 3, 32876, 'bits16', { ...state, bit: 1 }),
      point(['门', 'Door'], 'doorState', 3, 32876, 'bits16', { ...state, bit: 8 }),
      point(['压缩机', 'Compressor'], 'runState', 3, 32886, 'bits16', { ...state, bit: 4 }),
      point(['化霜', 'Defrost'], 'defrostState', 3, 32886, 'bits16', { ...state, bit: 6 }),
    ],
  }),
  template('acrel-adl3000', {
    name: ['安科瑞 ADL3000 电表', 'Acrel ADL3000 meter'],
    brand: 'Acrel',
    model: 'ADL3000 / ADL3000-E',
    category: meter,
    source: 'maker',
    source_name: 'Acrel ADL3000-E manual, p. 14',
    description: [
      '电量为二次侧数值，须再乘以 PT × CT；电压、电流、功率的倍率请核对手册',
      'Energy is of the secondary side: multiply by PT × CT. See the manual for the scale of voltage, current and power',
    ],
    points: [
      point(['总电能', 'Total energy'], 'energy', 3, 0, 'u32', {
        dividedBy: 100,
        unit: 'kWh',
        cycle: 300,
        note: ['× PT × CT', '× PT × CT'],
      }),
      point(['正向电能', 'Imported energy'], 'energy', 3, 10, 'u32', {
        dividedBy: 100,
        unit: 'kWh',
        cycle: 300,
        note: ['× PT × CT', '× PT × CT'],
      }),
      point(['反向电能', 'Exported energy'], 'energy', 3, 20, 'u32', {
        dividedBy: 100,
        unit: 'kWh',
        cycle: 300,
        note: ['× PT × CT', '× PT × CT'],
      }),
      point(['A 相电压', 'Voltage A'], 'voltage', 3, 97, 'u16', { unit: 'V', note: scaleNote }),
      point(['B 相电压', 'Voltage B'], 'voltage', 3, 98, 'u16', { unit: 'V', note: scaleNote }),
      point(['C 相电压', 'Voltage C'], 'voltage', 3, 99, 'u16', { unit: 'V', note: scaleNote }),
      point(['A 相电流', 'Current A'], 'current', 3, 100, 'u16', { unit: 'A', note: scaleNote }),
      point(['B 相电流', 'Current B'], 'current', 3, 101, 'u16', { unit: 'A', note: scaleNote }),
      point(['C 相电流', 'Current C'], 'current', 3, 102, 'u16', { unit: 'A', note: scaleNote }),
      ...(['A', 'B', 'C'] as const).map((phase, index) =>
        point([`${phase} 相有功功率`, `Active power ${phase}`], 'power', 3, 103 + index, 's16', {
          unit: 'kW',
          note: scaleNote,
        }),
      ),
      point(['总有功功率', 'Total active power'], 'power', 3, 106, 's16', { unit: 'kW', note: scaleNote }),
      point(['功率因数', 'Power factor'], 'ratio', 3, 118, 's16', { unit: 'cosφ', decimals: 3, note: scaleNote }),
      point(['频率', 'Frequency'], 'frequency', 3, 119, 'u16', { unit: 'Hz', note: scaleNote }),
    ],
  }),
  template('schneider-iem3000', {
    name: ['施耐德 iEM3xxx 电表', 'Schneider iEM3xxx meter'],
    brand: 'Schneider Electric',
    model: 'iEM3100 / iEM3200',
    category: meter,
    source: 'maker',
    source_name: 'Schneider iEM3100 user manual, p. 61',
    description: [
      '手册中的“寄存器地址”为十进制；若读数不对，请试起始地址 1',
      'The manual’s “register address” is decimal; if the values are wrong, try counting from 1',
    ],
    parity: 'even',
    baud_rate: 19200,
    points: [
      point(['总正向电能', 'Total imported energy'], 'energy', 3, 45100, 'f32', {
        dividedBy: 1000,
        unit: 'kWh',
        cycle: 300,
        decimals: 2,
      }),
      point(['L1 正向电能', 'Imported energy L1'], 'energy', 3, 45112, 'f32', {
        dividedBy: 1000,
        unit: 'kWh',
        cycle: 300,
        decimals: 2,
      }),
      point(['L2 正向电能', 'Imported energy L2'], 'energy', 3, 45114, 'f32', {
        dividedBy: 1000,
        unit: 'kWh',
        cycle: 300,
        decimals: 2,
      }),
      point(['L3 正向电能', 'Imported energy L3'], 'energy', 3, 45116, 'f32', {
        dividedBy: 1000,
        unit: 'kWh',
        cycle: 300,
        decimals: 2,
      }),
      ...[1, 2, 3, 4].map((tariff) =>
        point(
          [`费率 ${tariff} 正向电能`, `Imported energy, tariff ${tariff}`],
          'energy',
          3,
          45118 + tariff * 2,
          'f32',
          {
            dividedBy: 1000,
            unit: 'kWh',
            cycle: 300,
            decimals: 2,
          },
        ),
      ),
    ],
  }),
  template('eastron-sdm120', {
    name: ['Eastron SDM120 单相电表', 'Eastron SDM120 single-phase meter'],
    brand: 'Eastron',
    model: 'SDM120',
    category: meter,
    source: 'field',
    source_name: `${wirenBoard}/config-eastron-sdm120`,
    points: [
      point(['电压', 'Voltage'], 'voltage', 4, 0, 'f32', { unit: 'V' }),
      point(['电流', 'Current'], 'current', 4, 6, 'f32', { unit: 'A', decimals: 2 }),
      point(['功率', 'Power'], 'power', 4, 12, 'f32', { unit: 'W' }),
      point(['总电能', 'Total energy'], 'energy', 4, 342, 'f32', { unit: 'kWh', decimals: 2, cycle: 300 }),
    ],
  }),
  template('simex-trs02a', {
    name: ['Simex TRS-02a PT100 变送器', 'Simex TRS-02a PT100 transmitter'],
    brand: 'Simex',
    model: 'TRS-02a',
    category: sensor,
    source: 'maker',
    source_name: 'Simex TRS-02a manual, p. 14',
    description: [
      '传感器开路时数值寄存器保持最后的好值，只有状态寄存器 A0h 说明故障；一次最多读取 5 个寄存器',
      'With the sensor open the value register keeps its last good value; only the status register says A0h. At most 5 registers a read',
    ],
    max_registers: 5,
    points: [
      point(['温度', 'Temperature'], 'temperature', 3, 1, 's16', {
        dividedBy: 10,
        level: 1,
        range: [-200, 600],
        status: { address: 2, faultValues: [0xa0] },
      }),
    ],
  }),
  template('ee-ee072', {
    name: ['E+E EE072 温湿度变送器', 'E+E EE072 humidity and temperature'],
    brand: 'E+E Elektronik',
    model: 'EE072',
    category: sensor,
    source: 'maker',
    source_name: 'E+E EE072 manual, p. 9',
    parity: 'even',
    points: [
      point(['温度', 'Temperature'], 'temperature', 3, 0xfa1, 's16', { dividedBy: 100, level: 1, range: [-40, 120] }),
      point(['相对湿度', 'Relative humidity'], 'humidity', 3, 0xfaa, 's16', {
        dividedBy: 100,
        level: 2,
        range: [0, 100],
      }),
    ],
  }),
  template('ee-ee210', {
    name: ['E+E EE210 温湿度变送器', 'E+E EE210 humidity and temperature'],
    brand: 'E+E Elektronik',
    model: 'EE210',
    category: sensor,
    source: 'maker',
    source_name: 'E+E EE210 manual, p. 6',
    description: ['浮点数低字在前（CDAB）', 'The low word of the float comes first (CDAB)'],
    parity: 'even',
    points: [
      point(['温度', 'Temperature'], 'temperature', 3, 0x19, 'f32', {
        byteOrder: 'CDAB',
        decimals: 2,
        level: 1,
        range: [-40, 120],
      }),
    ],
  }),
  template('wirenboard-msw4', {
    name: ['WB-MSW v4 环境传感器', 'WB-MSW v4 room sensor'],
    brand: 'Wiren Board',
    model: 'WB-MSW v4',
    category: sensor,
    source: 'maker',
    source_name: `${wirenBoard}/config-wb-msw-v4`,
    points: [
      point(['温度', 'Temperature'], 'temperature', 4, 4, 's16', {
        dividedBy: 100,
        level: 1,
        rawErrors: [0x7fff],
        range: [-40, 85],
      }),
      point(['相对湿度', 'Relative humidity'], 'humidity', 4, 5, 'u16', {
        dividedBy: 100,
        level: 2,
        rawErrors: [0xffff],
        range: [0, 100],
      }),
    ],
  }),
];
