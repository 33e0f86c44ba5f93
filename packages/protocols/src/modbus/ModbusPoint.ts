import type { QualityReason, ReadingQuality } from '../reading.ts';
import {
  type ByteOrder,
  decodeValue,
  formatTable,
  parseByteOrder,
  type RegisterFormat,
  rawPattern,
  type Scaling,
  scale,
} from './formats.ts';
import {
  functionTable,
  isReadFunction,
  type ModbusAnswer,
  type ReadFunctionCode,
  type WriteFunctionCode,
} from './pdu.ts';

/** A register beside the value that says whether the value may be believed; same function code as the point. */
export interface StatusRegister {
  address: number;
  /** Contents that mean the sensor is broken, for example A0h (Simex TRS-02a: PT100 open, value register keeps the last). */
  faultValues: readonly number[];
}

/** One value of a slave, checked: the rules of spec §5.1 hold. */
export interface ModbusPoint {
  slaveId: number;
  functionCode: ReadFunctionCode;
  /** Wire address, 0-based. A template whose manual counts from 1 is converted before it gets here. */
  address: number;
  format: RegisterFormat;
  /** Null for `bit`. */
  byteOrder: ByteOrder | null;
  /** 1–16 for `bits16`, otherwise null. 1 is the least significant. */
  bit: number | null;
  scaling: Scaling | null;
  /** Places that are shown; nothing is rounded before it is kept. */
  decimals: number | null;
  samplingIntervalSeconds: number;
  /** Unsigned register contents that mean a broken sensor, for example 0x7FFF. */
  errorValues: readonly number[];
  statusRegister: StatusRegister | null;
  /** Null: none. */
  range: EngineeringRange | null;
  /** Null: 05 for coils, 06 for one register, 16 for more. */
  writeFunctionCode: WriteFunctionCode | null;
}

/** What a point can sensibly be: a reading outside is bad, a write outside is refused. An end that is null is open. */
export interface EngineeringRange {
  low: number | null;
  high: number | null;
}

export const isOutside = (range: EngineeringRange | null, value: number): boolean =>
  range !== null && ((range.low !== null && value < range.low) || (range.high !== null && value > range.high));

/** What a form or an import row says: anything may be missing or wrong. */
export interface ModbusPointInput {
  slaveId?: unknown;
  functionCode?: unknown;
  address?: unknown;
  format?: unknown;
  byteOrder?: unknown;
  bit?: unknown;
  scaling?: unknown;
  decimals?: unknown;
  samplingIntervalSeconds?: unknown;
  errorValues?: readonly number[];
  statusRegister?: StatusRegister | null;
  range?: EngineeringRange | null;
  writeFunctionCode?: WriteFunctionCode | null;
}

/** Every rule of spec §5.1 that a point can break. Closed list: the server gives each its words. */
export type ModbusPointProblem =
  | 'slaveIdOutOfRange'
  | 'addressOutOfRange'
  | 'samplingIntervalInvalid'
  | 'scalingIncomplete'
  | 'scalingX1EqualsX2'
  | 'decimalsOutOfRange'
  | 'functionCodeRequired'
  | 'formatRequired'
  | 'formatMustBeBit'
  | 'formatMustNotBeBit'
  | 'byteOrderInvalid'
  | 'byteOrderMustBeEmpty'
  | 'bitRequired'
  | 'bitOutOfRange'
  | 'bitMustBeEmpty'
  | 'writeFunctionCodeInvalid'
  | 'statusRegisterTooFar';

/** Spec §5.1: these, or any multiple of 60. */
const shortSamplingIntervals = [10, 30, 60, 120];

const isWithin = (value: unknown, low: number, high: number): value is number =>
  Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Spec §5.1: 10, 30, 60 or 120 seconds, or a custom multiple of 60. */
export const isSamplingInterval = (seconds: unknown): seconds is number =>
  isWithin(seconds, 10, Number.MAX_SAFE_INTEGER) && (shortSamplingIntervals.includes(seconds) || seconds % 60 === 0);

function checkScaling(scaling: unknown, problems: ModbusPointProblem[]): Scaling | null {
  if (isEmpty(scaling)) return null;
  const { rawLow, rawHigh, engLow, engHigh } = scaling as Scaling;
  if (![rawLow, rawHigh, engLow, engHigh].every(Number.isFinite)) {
    problems.push('scalingIncomplete');
    return null;
  }
  if (rawLow === rawHigh) problems.push('scalingX1EqualsX2');
  return { rawLow, rawHigh, engLow, engHigh };
}

function checkByteOrder(format: RegisterFormat, input: unknown, problems: ModbusPointProblem[]): ByteOrder | null {
  if (format === 'bit') {
    if (!isEmpty(input)) problems.push('byteOrderMustBeEmpty');
    return null;
  }
  const byteOrder = typeof input === 'string' ? parseByteOrder(input) : null;
  if (byteOrder === null || !formatTable[format].byteOrders.includes(byteOrder)) {
    problems.push('byteOrderInvalid');
    return null;
  }
  return byteOrder;
}

/** A field that is not there takes the spec's default, 1; a field left empty is a mistake the spec wants told. */
function checkBit(format: RegisterFormat, input: unknown, problems: ModbusPointProblem[]): number | null {
  if (format !== 'bits16') {
    if (!isEmpty(input)) problems.push('bitMustBeEmpty');
    return null;
  }
  const bit = input === undefined ? 1 : input;
  if (isEmpty(bit)) problems.push('bitRequired');
  else if (!isWithin(bit, 1, 16)) problems.push('bitOutOfRange');
  else return bit;
  return null;
}

function writeFunctionFits(point: { functionCode: ReadFunctionCode; format: RegisterFormat }, code: number): boolean {
  if (point.functionCode === 1) return code === 5 || code === 15;
  if (point.functionCode !== 3) return false;
  return formatTable[point.format].registerCount > 1 ? code === 16 : code === 6 || code === 16;
}

/**
 * A checked point, or every rule of spec §5.1 it breaks. Rules that need other points (a slave's points have different
 * names) are the server's.
 */
export function defineModbusPoint(
  input: ModbusPointInput,
): { point: ModbusPoint; problems: readonly [] } | { point: null; problems: readonly ModbusPointProblem[] } {
  const problems: ModbusPointProblem[] = [];
  const { slaveId, functionCode, address, format, samplingIntervalSeconds, decimals } = input;

  if (!isWithin(slaveId, 1, 255)) problems.push('slaveIdOutOfRange');
  if (!isSamplingInterval(samplingIntervalSeconds)) problems.push('samplingIntervalInvalid');
  const scaling = checkScaling(input.scaling, problems);
  if (!isEmpty(decimals) && !isWithin(decimals, 0, 10)) problems.push('decimalsOutOfRange');

  const knownFunction = isWithin(functionCode, 1, 4) && isReadFunction(functionCode) ? functionCode : null;
  if (knownFunction === null) problems.push('functionCodeRequired');
  const knownFormat =
    typeof format === 'string' && Object.hasOwn(formatTable, format) ? (format as RegisterFormat) : null;
  if (knownFormat === null) problems.push('formatRequired');

  // A value of several registers in the last one would need a register 65536.
  const lastAddress = 0x10000 - Math.max(1, knownFormat === null ? 1 : formatTable[knownFormat].registerCount);
  if (!isWithin(address, 0, lastAddress)) problems.push('addressOutOfRange');

  if (knownFunction !== null && knownFormat !== null) {
    if (knownFunction <= 2 && knownFormat !== 'bit') problems.push('formatMustBeBit');
    if (knownFunction >= 3 && knownFormat === 'bit') problems.push('formatMustNotBeBit');
    const code = input.writeFunctionCode ?? null;
    if (code !== null && !writeFunctionFits({ functionCode: knownFunction, format: knownFormat }, code)) {
      problems.push('writeFunctionCodeInvalid');
    }
  }
  const byteOrder = knownFormat && checkByteOrder(knownFormat, input.byteOrder, problems);
  const bit = knownFormat && checkBit(knownFormat, input.bit, problems);

  const point: ModbusPoint = {
    slaveId: slaveId as number,
    functionCode: knownFunction!,
    address: address as number,
    format: knownFormat!,
    byteOrder,
    bit,
    scaling,
    decimals: isEmpty(decimals) ? null : (decimals as number),
    samplingIntervalSeconds: samplingIntervalSeconds as number,
    errorValues: input.errorValues ?? [],
    statusRegister: input.statusRegister ?? null,
    range: input.range ?? null,
    writeFunctionCode: input.writeFunctionCode ?? null,
  };
  if (problems.length === 0 && addressSpan(point).quantity > functionTable[point.functionCode].maxQuantity) {
    problems.push('statusRegisterTooFar');
  }
  return problems.length === 0 ? { point, problems: [] } : { point: null, problems };
}

/** The addresses a point needs in one answer: its registers (or its bit) and its status register. */
export function addressSpan(point: ModbusPoint): { address: number; quantity: number } {
  const end = point.address + Math.max(1, formatTable[point.format].registerCount);
  const status = point.statusRegister;
  if (status === null) return { address: point.address, quantity: end - point.address };
  const first = Math.min(point.address, status.address);
  return { address: first, quantity: Math.max(end, status.address + 1) - first };
}

/**
 * The point's value in its own unit, as measured (decimals are for display), from an answer that starts at wire address `blockAddress` and covers the point.
 *
 * Null and bad when the device marks its sensor as broken or sends no number; the number and bad when it is outside the
 * engineering range.
 */
export function readPoint(
  point: ModbusPoint,
  blockAddress: number,
  answer: ModbusAnswer,
): { value: number | null; quality: ReadingQuality; reason: QualityReason | null } {
  const bad = (reason: QualityReason, value: number | null = null) => ({ value, quality: 'bad' as const, reason });
  const mapped = (raw: number) => (point.scaling ? scale(point.scaling, raw) : raw);
  const at = point.address - blockAddress;
  if (point.format === 'bit') {
    const bit = answer.bits[at];
    return bit === undefined ? bad('badFormat') : { value: mapped(bit ? 1 : 0), quality: 'good', reason: null };
  }
  const registers = answer.registers.slice(at, at + formatTable[point.format].registerCount);
  const { statusRegister, byteOrder } = point;
  const status = statusRegister && answer.registers[statusRegister.address - blockAddress];
  if (registers.length < formatTable[point.format].registerCount || status === undefined) return bad('badFormat');
  if (status !== null && statusRegister!.faultValues.includes(status)) return bad('sensorFault');
  if (point.errorValues.includes(rawPattern(point.format, byteOrder!, registers))) return bad('sensorFault');
  const raw = decodeValue(point.format, byteOrder!, registers, point.bit ?? 1);
  if (raw === null) return bad('notANumber');
  const value = mapped(raw);
  if (!Number.isFinite(value)) return bad('notANumber');
  if (isOutside(point.range, value)) return bad('outOfRange', value);
  return { value, quality: 'good', reason: null };
}
