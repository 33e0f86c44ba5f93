import type { FormReasonName, FrameFieldName, FrameProblemName, FrameRoleName } from '@watchpost/contract';
import { defineText } from '../lib/defineText.ts';

type Two = { readonly zh: string; readonly en: string };

export const roleText = defineText({
  request: { zh: '请求', en: 'Request' },
  answer: { zh: '应答', en: 'Answer' },
  exception: { zh: '异常应答', en: 'Exception' },
  either: { zh: '请求或回显', en: 'Request or its echo' },
  unknown: { zh: '未知功能', en: 'Unknown function' },
  noFrame: { zh: '不是 Modbus 帧', en: 'No Modbus frame' },
} satisfies Record<FrameRoleName, Two>);

export const fieldNames = defineText({
  transactionId: { zh: '事务号', en: 'Transaction' },
  protocolId: { zh: '协议号', en: 'Protocol' },
  length: { zh: '后续长度', en: 'Length that follows' },
  slave: { zh: '从站地址', en: 'Slave' },
  function: { zh: '功能码', en: 'Function' },
  address: { zh: '起始地址', en: 'First address' },
  quantity: { zh: '数量', en: 'How many' },
  byteCount: { zh: '数据字节数', en: 'Bytes of data' },
  register: { zh: '寄存器', en: 'Register' },
  bits: { zh: '位', en: 'Bits' },
  value: { zh: '写入值', en: 'Value to write' },
  exceptionCode: { zh: '异常码', en: 'Exception code' },
  crc: { zh: 'CRC 校验', en: 'CRC' },
  data: { zh: '数据', en: 'Data' },
  surplus: { zh: '多余字节', en: 'Too much' },
} satisfies Record<FrameFieldName, Two>);

export const functionText = defineText({
  f1: { zh: '读线圈', en: 'read coils' },
  f2: { zh: '读离散输入', en: 'read discrete inputs' },
  f3: { zh: '读保持寄存器', en: 'read holding registers' },
  f4: { zh: '读输入寄存器', en: 'read input registers' },
  f5: { zh: '写单个线圈', en: 'write one coil' },
  f6: { zh: '写单个寄存器', en: 'write one register' },
  f15: { zh: '写多个线圈', en: 'write several coils' },
  f16: { zh: '写多个寄存器', en: 'write several registers' },
});

/** Modbus application protocol 1.1b3, §7, and what some gateways add. */
export const exceptionText = defineText({
  e1: { zh: '不支持该功能码', en: 'function not supported' },
  e2: { zh: '没有这个地址', en: 'no such address' },
  e3: { zh: '数量或值不允许', en: 'quantity or value not allowed' },
  e4: { zh: '设备内部故障', en: 'device failure' },
  e5: { zh: '已接受，仍在处理', en: 'accepted, still working on it' },
  e6: { zh: '设备忙', en: 'device busy' },
  e7: { zh: '不能执行', en: 'cannot be done' },
  e8: { zh: '存储校验错误', en: 'memory parity error' },
  e10: { zh: '网关到线路不通', en: 'gateway has no path to the line' },
  e11: { zh: '网关后的设备没有应答', en: 'device behind the gateway does not answer' },
  gateway: { zh: '网关串口侧故障或超时', en: 'trouble or timeout on the gateway’s serial side' },
  unknown: { zh: '未定义的异常', en: 'not a defined exception' },
});

export const problemText = defineText({
  badCrc: {
    zh: (right: string) => `CRC 错误，应为 ${right}`,
    en: (right: string) => `Wrong CRC: it should be ${right}`,
  },
  crcMissing: {
    zh: (right: string) => `缺少 CRC，应在末尾加 ${right}`,
    en: (right: string) => `The CRC is missing: ${right} belongs at the end`,
  },
  tooShort: {
    zh: (n: string) => `报文不完整，至少应有 ${n} 字节`,
    en: (n: string) => `Cut short: it has at least ${n} bytes`,
  },
  tooLong: {
    zh: (n: string) => `报文过长，内容到第 ${n} 字节为止`,
    en: (n: string) => `Too long: it ends after byte ${n}`,
  },
  unknownFunction: {
    zh: (_: string) => '功能码不在 01–06、15、16 之内',
    en: (_: string) => 'A function other than 01–06, 15 and 16',
  },
  wrongByteCount: {
    zh: (n: string) => (n ? `字节数应为 ${n}` : '字节数不对：寄存器应答须为偶数且不为 0'),
    en: (n: string) => (n ? `The byte count should be ${n}` : 'Not a byte count of registers: even, and not 0'),
  },
  quantityOutOfRange: { zh: (n: string) => `数量须为 1–${n}`, en: (n: string) => `One request asks for 1 to ${n}` },
  beyondLastAddress: {
    zh: (_: string) => '超出最后一个地址 65535',
    en: (_: string) => 'Beyond the last address, 65535',
  },
  badCoilValue: {
    zh: (_: string) => '线圈只能写 FF 00（通）或 00 00（断）',
    en: (_: string) => 'A coil is written with FF 00 (on) or 00 00 (off) only',
  },
  protocolNotZero: { zh: (_: string) => '协议号须为 0', en: (_: string) => 'The protocol number must be 0' },
  wrongLength: { zh: (n: string) => `长度字段应为 ${n}`, en: (n: string) => `The length should be ${n}` },
  broadcastRead: {
    zh: (_: string) => '地址 0 为广播，读取不会有应答',
    en: (_: string) => 'Address 0 speaks to all: a read of it is never answered',
  },
  reservedSlave: {
    zh: (_: string) => '地址 248–255 为保留地址，部分设备仍在使用',
    en: (_: string) => 'Addresses 248 to 255 are reserved, though some devices use them',
  },
  notWhatWasAsked: {
    zh: (n: string) => (n ? `与请求不符：应答数据应为 ${n} 字节` : '与请求不符'),
    en: (n: string) => (n ? `Not what was asked for: ${n} bytes of data` : 'Not what was asked for'),
  },
} satisfies Record<FrameProblemName, { zh: (n: string) => string; en: (n: string) => string }>);

/** Why a format is believed. `n`: the numbers of the reason, as text. */
export const reasonText = defineText({
  measuredRange: {
    zh: (v: string, by: string, tenths?: string) =>
      `除以 ${by} 得 ${v}，在 −60 到 150 之间，像温度或湿度${tenths ? `；除以 10 则为 ${tenths}，请与设备显示核对` : ''}`,
    en: (v: string, by: string, tenths?: string) =>
      `Divided by ${by} it is ${v}: between −60 and 150, as temperatures and humidities are${tenths ? `; in tenths it would be ${tenths}. Compare with the display` : ''}`,
  },
  tenthsOrWhole: {
    zh: (whole: string, tenths: string) => `${whole} 或十分之一 ${tenths} 都在 −60 到 150 之间，请与设备显示核对`,
    en: (whole: string, tenths: string) =>
      `${whole}, or ${tenths} in tenths: both lie between −60 and 150. Compare with the display`,
  },
  changesLittle: {
    zh: (reads: string, spread: string) =>
      spread === '0' ? `${reads} 次读取没有变化` : `${reads} 次读取只变化 ${spread}`,
    en: (reads: string, spread: string) =>
      spread === '0' ? `the same in ${reads} reads` : `changes little: by ${spread} over ${reads} reads`,
  },
  unsignedIsAbsurd: {
    zh: (v: string) => `按无符号则为 ${v}，不合常理`,
    en: (v: string) => `without a sign it would be ${v}`,
  },
  ordinaryFloat: {
    zh: (v: string, a: string, b: string) => `按浮点为 ${v}，大小正常；分开看是 ${a} 和 ${b}`,
    en: (v: string, a: string, b: string) => `as a float an ordinary ${v}; by themselves the two are ${a} and ${b}`,
  },
  ordinarySize: {
    zh: (v: string) => `${v}：没有更合理的格式，可能需要除以 10 或 100`,
    en: (v: string) => `${v}: no format stands out; it may have to be divided by 10 or 100`,
  },
  otherOrderIsAbsurd: {
    zh: (v: string) => `按通常字节序则为 ${v}`,
    en: (v: string) => `in the usual byte order it would be ${v}`,
  },
  orderOfOthers: { zh: () => '与其他数值字节序一致', en: () => 'the other values stand in this order' },
  growsSteadily: {
    zh: (by: string) => `只增不减（+${by}），像累计值`,
    en: (by: string) => `grew by ${by} and never fell, as counters do`,
  },
  largeCounter: {
    zh: (v: string) => `高位寄存器很小，合起来是 ${v}，像电能或运行时间累计`,
    en: (v: string) => `a small high word: together ${v}, as energy or running hours count`,
  },
  errorValue: {
    zh: (pattern: string) => `${pattern}：许多设备以此表示没有数值（传感器开路、短路或未接）`,
    en: (pattern: string) => `${pattern} stands for “no value” with many devices: sensor broken, open or missing`,
  },
  onlyZeroOrOne: { zh: () => '只有 0 或 1，像状态', en: () => '0 or 1 only: a state' },
  zero: { zh: () => '为 0，看不出格式，请在有数值时再读', en: () => 'Zero in every format: read again when it is not' },
} satisfies Record<FormReasonName, { zh: (...n: string[]) => string; en: (...n: string[]) => string }>);
