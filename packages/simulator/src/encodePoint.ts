import type { DemoPoint, ModbusSource } from '@watchpost/demo';
import { decodeValue, encodeValue, formatTable, scale, unscale } from '@watchpost/protocols';

export type RegisterSource = ModbusSource & { format: Exclude<ModbusSource['format'], 'bit'> };

export const isRegisterSource = (source: DemoPoint['source']): source is RegisterSource =>
  source.kind === 'modbus' && source.format !== 'bit';

/** NaN in every byte order, and the highest unsigned number: what a device without a marker of its own sends. */
const noNumber = 0xffff;
const openProbe = 0x7fff;

/** The registers in which the device shows a value; null, a broken probe, becomes the device's own error mark. */
export function registersOf(source: RegisterSource, value: number | null): number[] {
  const { registerCount, min, max } = formatTable[source.format];
  if (value === null) {
    const mark = source.errorValues[0];
    if (registerCount === 2) return mark === undefined ? [noNumber, noNumber] : [mark >>> 16, mark & 0xffff];
    const word = mark ?? openProbe;
    return [source.byteOrder === 'BA' ? ((word & 0xff) << 8) | (word >> 8) : word];
  }
  const raw = unscale(source.scaling, value);
  const whole = source.format === 'f32' ? raw : Math.round(raw);
  return encodeValue(source.format, source.byteOrder!, Math.min(max, Math.max(min, whole)));
}

/** The engineering value that written registers mean; null for NaN. */
export function engineeringValue(source: RegisterSource, registers: readonly number[]): number | null {
  const raw = decodeValue(source.format, source.byteOrder!, registers);
  return raw === null ? null : scale(source.scaling, raw);
}
