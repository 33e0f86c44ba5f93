import { ProtocolError } from '../ProtocolError.ts';
import { decodeValue, encodeValue, formatTable, isFloat, scale, unscale } from './formats.ts';
import { isOutside, type ModbusPoint } from './ModbusPoint.ts';
import type { ModbusAnswer, ModbusRequest } from './pdu.ts';

/** Coils and holding registers. The bits that spec §5.1 calls not writable are the bitwise points, not the coils. */
export const isWritable = (point: ModbusPoint): boolean =>
  (point.functionCode === 1 || point.functionCode === 3) &&
  point.format !== 'bits16' &&
  (point.scaling === null || point.scaling.engLow !== point.scaling.engHigh);

export interface EncodedWrite {
  request: ModbusRequest;
  /** The read that shows what the device made of it. */
  readBack: ModbusRequest;
  /** What the device will hold, in the point's own unit: the asked value, or the nearest its registers can hold. */
  value: number;
  /** Whether the answer to `readBack` holds exactly the bits or registers that were sent. */
  matches(answer: ModbusAnswer): boolean;
}

/**
 * The one request that writes `value`, given in the point's unit: the mapping is inverted, integers are rounded to the
 * nearest step, 32 and 64 bits go in one request so that no half value is ever in force.
 *
 * @throws ProtocolError `notWritable`; `notANumber`; `outOfRange` outside the engineering range, the format, or 0/1 for a coil
 *
 * Example: 3.0 on register 100 mapped 0–1000 → 0–100 is `06 0064 001E`.
 */
export function encodeWrite(point: ModbusPoint, value: number): EncodedWrite {
  if (!isWritable(point)) throw new ProtocolError('notWritable');
  if (!Number.isFinite(value)) throw new ProtocolError('notANumber', `${value}`);
  if (isOutside(point.range, value)) throw new ProtocolError('outOfRange', `${value}`);
  const raw = point.scaling ? unscale(point.scaling, value) : value;
  const { address, format } = point;
  if (format === 'bit') {
    if (raw !== 0 && raw !== 1) throw new ProtocolError('outOfRange', `${value}`);
    const bit = raw === 1;
    return {
      request:
        point.writeFunctionCode === 15
          ? { functionCode: 15, address, values: [bit] }
          : { functionCode: 5, address, value: bit },
      readBack: { functionCode: 1, address, quantity: 1 },
      value,
      matches: (answer) => answer.bits[0] === bit,
    };
  }
  const registers = encodeValue(format, point.byteOrder!, isFloat(format) ? raw : Math.round(raw));
  const held = decodeValue(format, point.byteOrder!, registers);
  const single = formatTable[format].registerCount === 1 && point.writeFunctionCode !== 16;
  return {
    request: single
      ? { functionCode: 6, address, value: registers[0]! }
      : { functionCode: 16, address, values: registers },
    readBack: { functionCode: 3, address, quantity: registers.length },
    value: held === null ? Number.NaN : point.scaling ? scale(point.scaling, held) : held,
    matches: (answer) => registers.every((register, index) => answer.registers[index] === register),
  };
}

/** The lowest and highest value that the point's data format and engineering range leave, in the point's own unit. */
export function writableRange(point: ModbusPoint): { low: number; high: number } {
  const { format, scaling, range } = point;
  if (format === 'bit') return { low: 0, high: 1 };
  const { min, max } = formatTable[format];
  const ends = scaling ? [scale(scaling, min), scale(scaling, max)] : [min, max];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return { low: Math.max(low, range?.low ?? low), high: Math.min(high, range?.high ?? high) };
}
