import type { Bilingual } from '../call.ts';

const orders64 = ['ABCDEFGH', 'GHEFCDAB', 'BADCFEHG', 'HGFEDCBA'] as const;

/**
 * How registers are read, as the specification lists it (§5.1), and 64 bits beside it: the words for people, and how many registers a value takes.
 * `bits16` reads one bit of a register, `bit` is a coil or a discrete input.
 */
// biome-ignore format: a table is read by columns
export const registerFormats = {
  s16: { registers: 1, byteOrders: ['AB', 'BA'], words: { zh: '16位有符号', en: '16-bit signed' } },
  u16: { registers: 1, byteOrders: ['AB', 'BA'], words: { zh: '16位无符号', en: '16-bit unsigned' } },
  s32: { registers: 2, byteOrders: ['ABCD', 'CDAB', 'BADC', 'DCBA'], words: { zh: '32位有符号', en: '32-bit signed' } },
  u32: { registers: 2, byteOrders: ['ABCD', 'CDAB', 'BADC', 'DCBA'], words: { zh: '32位无符号', en: '32-bit unsigned' } },
  f32: { registers: 2, byteOrders: ['ABCD', 'CDAB', 'BADC', 'DCBA'], words: { zh: '32位浮点', en: '32-bit float' } },
  s64: { registers: 4, byteOrders: orders64, words: { zh: '64位有符号', en: '64-bit signed' } },
  u64: { registers: 4, byteOrders: orders64, words: { zh: '64位无符号', en: '64-bit unsigned' } },
  f64: { registers: 4, byteOrders: orders64, words: { zh: '64位浮点', en: '64-bit float' } },
  bits16: { registers: 1, byteOrders: ['AB', 'BA'], words: { zh: '16位按位读取', en: '16-bit bitwise read' } },
  bit: { registers: 1, byteOrders: [], words: { zh: '位', en: 'Bit' } },
} as const satisfies Record<string, { registers: 1 | 2 | 4; byteOrders: readonly string[]; words: Bilingual }>;

export type RegisterFormatName = keyof typeof registerFormats;
export const registerFormatNames = Object.keys(registerFormats) as RegisterFormatName[];

/** `DCAB` is the specification's other spelling of `DCBA`: accepted wherever an order is entered, never kept. */
export const byteOrders = ['AB', 'BA', 'ABCD', 'CDAB', 'BADC', 'DCBA', ...orders64] as const;
export type ByteOrderName = (typeof byteOrders)[number];

/** What each function code reads, and whether what it reads can be written. Spec §5.1. */
// biome-ignore format: a table is read by columns
export const functionCodes = {
  1: { bits: true, writable: true, words: { zh: '01 线圈（读写）', en: '01 Coil (read and write)' } },
  2: { bits: true, writable: false, words: { zh: '02 离散输入（只读）', en: '02 Discrete input (read only)' } },
  3: { bits: false, writable: true, words: { zh: '03 保持寄存器（读写）', en: '03 Holding register (read and write)' } },
  4: { bits: false, writable: false, words: { zh: '04 输入寄存器（只读）', en: '04 Input register (read only)' } },
} as const satisfies Record<number, { bits: boolean; writable: boolean; words: Bilingual }>;
export type FunctionCodeNumber = keyof typeof functionCodes;

/** Offered by forms; a multiple of 60 may be typed in beside them. Seconds, spec §5.1. */
export const usualCycles = [10, 30, 60, 120] as const;
/** A day: nobody waits longer for one register. */
export const longestCycle = 86_400;

export const isCycle = (seconds: number): boolean =>
  Number.isInteger(seconds) &&
  seconds >= 10 &&
  seconds <= longestCycle &&
  ((usualCycles as readonly number[]).includes(seconds) || seconds % 60 === 0);

/** Where a point's cycle comes from. Points that are polled always have one that was entered. */
export const cycleSources = {
  declared: { zh: '人工设定', en: 'Entered' },
  assumed: { zh: '默认（待数据测定）', en: 'Usual, until its readings tell' },
  measured: { zh: '按数据测定', en: 'Measured from its readings' },
} satisfies Record<string, Bilingual>;
export type CycleSource = keyof typeof cycleSources;

/** One read asks for at most so many registers or bits (the standard's figures): a status register must lie within it. */
const maxTogether = { registers: 125, bits: 2_000 };

/** The part of a point that these rules are about, as a form, an import row or a call says it; anything may be missing. */
export interface ModbusDraft {
  readonly FunctionCode?: unknown;
  readonly RegisterAddress?: unknown;
  readonly DataFormat?: unknown;
  readonly ByteOrder?: unknown;
  readonly AddressBit?: unknown;
  readonly X1?: unknown;
  readonly X2?: unknown;
  readonly Y1?: unknown;
  readonly Y2?: unknown;
  readonly IsWrite?: unknown;
  readonly WriteFunctionCode?: unknown;
  readonly StatusRegister?: unknown;
  readonly StatusFaultValueList?: unknown;
}

export interface ModbusRule {
  /** Beside which it is said. */
  readonly field: keyof ModbusDraft;
  readonly words: Bilingual;
  /** Also true where what it needs is missing or nonsense, which another rule says. */
  holds(point: ModbusDraft): boolean;
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

const formatOf = ({ DataFormat }: ModbusDraft) =>
  typeof DataFormat === 'string' && Object.hasOwn(registerFormats, DataFormat)
    ? registerFormats[DataFormat as RegisterFormatName]
    : null;
const functionOf = ({ FunctionCode }: ModbusDraft) =>
  typeof FunctionCode === 'number' && Object.hasOwn(functionCodes, FunctionCode)
    ? functionCodes[FunctionCode as FunctionCodeNumber]
    : null;
const orderOf = ({ ByteOrder }: ModbusDraft): string | null =>
  typeof ByteOrder === 'string' && ByteOrder !== '' ? (ByteOrder === 'DCAB' ? 'DCBA' : ByteOrder) : null;
const isWritten = ({ IsWrite }: ModbusDraft): boolean => IsWrite === true || IsWrite === 'true' || IsWrite === '1';

const mapping = ({ X1, X2, Y1, Y2 }: ModbusDraft): readonly unknown[] => [X1, X2, Y1, Y2];
const required: Bilingual = { zh: '必填', en: 'Required' };

/** How far value and status register reach together. */
function span(point: ModbusDraft): number {
  const { RegisterAddress, StatusRegister } = point;
  if (typeof RegisterAddress !== 'number' || typeof StatusRegister !== 'number') return 1;
  const end = RegisterAddress + (formatOf(point)?.registers ?? 1);
  return Math.max(end, StatusRegister + 1) - Math.min(RegisterAddress, StatusRegister);
}

function writeFunctionFits(point: ModbusDraft): boolean {
  const code = Number(point.WriteFunctionCode);
  if (point.FunctionCode === 1) return code === 5 || code === 15;
  if (point.FunctionCode !== 3) return false;
  return (formatOf(point)?.registers ?? 1) > 1 ? code === 16 : code === 6 || code === 16;
}

/** Every rule of spec §5.1 about one Modbus point, for form, import and server alike. What stands in a field alone its schema says. */
export const modbusRules: readonly ModbusRule[] = [
  { field: 'FunctionCode', words: required, holds: ({ FunctionCode }) => !isEmpty(FunctionCode) },
  { field: 'RegisterAddress', words: required, holds: ({ RegisterAddress }) => !isEmpty(RegisterAddress) },
  { field: 'DataFormat', words: required, holds: ({ DataFormat }) => !isEmpty(DataFormat) },
  {
    field: 'DataFormat',
    words: { zh: '功能码 01、02 的数据格式须为“位”', en: 'Function codes 01 and 02 need the data format “Bit”' },
    holds: (point) => !functionOf(point)?.bits || !formatOf(point) || point.DataFormat === 'bit',
  },
  {
    field: 'DataFormat',
    words: {
      zh: '功能码 03、04 的数据格式不能为“位”',
      en: 'Function codes 03 and 04 cannot have the data format “Bit”',
    },
    holds: (point) => functionOf(point)?.bits !== false || point.DataFormat !== 'bit',
  },
  {
    field: 'RegisterAddress',
    words: { zh: '32 位数据占两个寄存器，地址最大 65534', en: 'A 32-bit value takes two registers: 65534 at most' },
    holds: (point) => formatOf(point)?.registers !== 2 || Number(point.RegisterAddress) <= 65_534,
  },
  {
    field: 'RegisterAddress',
    words: { zh: '64 位数据占四个寄存器，地址最大 65532', en: 'A 64-bit value takes four registers: 65532 at most' },
    holds: (point) => formatOf(point)?.registers !== 4 || Number(point.RegisterAddress) <= 65_532,
  },
  {
    field: 'ByteOrder',
    words: { zh: '16 位数据的字节序须为 AB 或 BA', en: 'A 16-bit value needs the byte order AB or BA' },
    holds: (point) => {
      const format = formatOf(point);
      if (!format || point.DataFormat === 'bit' || format.registers !== 1) return true;
      return (format.byteOrders as readonly string[]).includes(orderOf(point) ?? '');
    },
  },
  {
    field: 'ByteOrder',
    words: {
      zh: '32 位数据的字节序须为 ABCD、CDAB、BADC 或 DCBA',
      en: 'A 32-bit value needs the byte order ABCD, CDAB, BADC or DCBA',
    },
    holds: (point) => {
      const format = formatOf(point);
      return format?.registers !== 2 || (format.byteOrders as readonly string[]).includes(orderOf(point) ?? '');
    },
  },
  {
    field: 'ByteOrder',
    words: {
      zh: `64 位数据的字节序须为 ${orders64.slice(0, 3).join('、')} 或 ${orders64[3]}`,
      en: `A 64-bit value needs the byte order ${orders64.slice(0, 3).join(', ')} or ${orders64[3]}`,
    },
    holds: (point) => {
      const format = formatOf(point);
      return format?.registers !== 4 || (format.byteOrders as readonly string[]).includes(orderOf(point) ?? '');
    },
  },
  {
    field: 'ByteOrder',
    words: { zh: '数据格式为“位”时字节序须为空', en: 'A bit has no byte order: leave it empty' },
    holds: (point) => point.DataFormat !== 'bit' || isEmpty(point.ByteOrder),
  },
  {
    field: 'AddressBit',
    words: { zh: '按位读取须填写地址位', en: 'A bitwise read needs the bit' },
    // Not there at all: the default of the specification, 1. Left empty: a mistake.
    holds: ({ DataFormat, AddressBit }) => DataFormat !== 'bits16' || AddressBit === undefined || !isEmpty(AddressBit),
  },
  {
    field: 'AddressBit',
    words: { zh: '只有 16 位按位读取才填写地址位', en: 'Only a 16-bit bitwise read has a bit: leave it empty' },
    holds: (point) => point.DataFormat === 'bits16' || !formatOf(point) || isEmpty(point.AddressBit),
  },
  {
    field: 'X1',
    words: { zh: '映射的四个数须全部填写，或全部留空', en: 'Give all four numbers of the mapping, or none' },
    holds: (point) => {
      const given = mapping(point).filter((value) => !isEmpty(value)).length;
      return given === 0 || given === 4;
    },
  },
  {
    field: 'X2',
    words: { zh: 'x1 与 x2 不能相等', en: 'x1 and x2 must differ' },
    holds: ({ X1, X2 }) => isEmpty(X1) || isEmpty(X2) || X1 !== X2,
  },
  {
    field: 'Y2',
    words: { zh: '可写的点位 y1 与 y2 不能相等', en: 'A writable point needs y1 and y2 to differ' },
    holds: (point) => !isWritten(point) || isEmpty(point.Y1) || isEmpty(point.Y2) || point.Y1 !== point.Y2,
  },
  {
    field: 'IsWrite',
    words: { zh: '功能码 02、04 只读，不能写入', en: 'Function codes 02 and 04 are read only' },
    holds: (point) => !isWritten(point) || functionOf(point)?.writable !== false,
  },
  {
    field: 'IsWrite',
    words: { zh: '按位读取的点位不支持写入', en: 'A point that reads one bit of a register cannot be written' },
    holds: (point) => !isWritten(point) || point.DataFormat !== 'bits16',
  },
  {
    field: 'WriteFunctionCode',
    words: {
      zh: '写功能码不适用：线圈用 05、15，单个寄存器用 06、16，32 位和 64 位用 16',
      en: 'Not for this point: coils are written with 05 or 15, one register with 06 or 16, 32 and 64 bits with 16',
    },
    holds: (point) => isEmpty(point.WriteFunctionCode) || writeFunctionFits(point),
  },
  {
    field: 'StatusFaultValueList',
    words: { zh: '请填写状态寄存器中表示故障的值', en: 'Say which contents of the status register mean a fault' },
    holds: ({ StatusRegister, StatusFaultValueList }) =>
      isEmpty(StatusRegister) || (Array.isArray(StatusFaultValueList) && StatusFaultValueList.length > 0),
  },
  {
    field: 'StatusRegister',
    words: {
      zh: '状态寄存器离数值寄存器太远，无法一次读取',
      en: 'The status register is too far from the value to be read together with it',
    },
    holds: (point) => span(point) <= maxTogether[functionOf(point)?.bits ? 'bits' : 'registers'],
  },
];
