import { expect, test } from 'vitest';
import { encodeWrite, isWritable, writableRange } from './encodeWrite.ts';
import { defineModbusPoint, type ModbusPointInput } from './ModbusPoint.ts';
import { encodeRequest } from './pdu.ts';
import { buildRtuFrame } from './rtuFrame.ts';

const pointOf = (input: ModbusPointInput = {}) =>
  defineModbusPoint({
    slaveId: 1,
    functionCode: 3,
    address: 100,
    format: 's16',
    byteOrder: 'AB',
    samplingIntervalSeconds: 10,
    ...input,
  }).point!;
const tenths = { rawLow: 0, rawHigh: 1000, engLow: 0, engHigh: 100 };
const coil = { functionCode: 1, format: 'bit', byteOrder: null };
const sent = (input: ModbusPointInput, value: number) =>
  encodeRequest(encodeWrite(pointOf(input), value).request).toString('hex');

test('3.0 in tenths is the frame 01 06 00 64 00 1E 48 1D', () => {
  const { request } = encodeWrite(pointOf({ scaling: tenths }), 3);
  expect(buildRtuFrame(1, encodeRequest(request)).toString('hex')).toBe('01060064001e481d');
});

test.each<[string, ModbusPointInput, number, string]>([
  ['a negative setpoint', { scaling: tenths }, -18.2, '060064ff4a'],
  ['the nearest step when the value falls between two', { scaling: tenths }, 3.06, '060064001f'],
  ['one register with 16 where the template says so', { writeFunctionCode: 16 }, 5, '1000640001020005'],
  [
    'a 64-bit counter in its byte order, in one request',
    { format: 'u64', byteOrder: 'GHEFCDAB' },
    0x123456789abcd,
    '1000640004 08 abcd678923450001'.replaceAll(' ', ''),
  ],
  ['a float in its byte order, in one request', { format: 'f32', byteOrder: 'CDAB' }, 20.5, '100064000204000041a4'],
  ['a coil on', coil, 1, '050064ff00'],
  ['a coil off', coil, 0, '0500640000'],
  ['a coil with 15 where the template says so', { ...coil, writeFunctionCode: 15 }, 1, '0f0064000101' + '01'],
])('a write sends %s', (_name, input, value, pdu) => {
  expect(sent(input, value)).toBe(pdu);
});

test.each<[string, ModbusPointInput, number, string]>([
  ['an input register', { functionCode: 4 }, 1, 'notWritable'],
  ['a bitwise point', { format: 'bits16' }, 1, 'notWritable'],
  ['a mapping that flattens everything to one value', { scaling: { ...tenths, engHigh: 0 } }, 0, 'notWritable'],
  ['a value above the format', {}, 40000, 'outOfRange'],
  ['a value outside the engineering range', { range: { low: -30, high: 10 } }, 11, 'outOfRange'],
  ['a value beyond the only end of an engineering range', { range: { low: null, high: 8 } }, 9, 'outOfRange'],
  ['a coil value that is neither 0 nor 1', coil, 2, 'outOfRange'],
  ['NaN', {}, Number.NaN, 'notANumber'],
])('a write to or of %s is refused before anything is sent', (_name, input, value, code) => {
  expect(() => encodeWrite(pointOf(input), value)).toThrow(expect.objectContaining({ code }));
});

test('read-back compares raw registers, so a value the device rounded differs', () => {
  const { matches, readBack } = encodeWrite(pointOf({ format: 'f32', byteOrder: 'ABCD' }), 20.5);
  expect(readBack).toEqual({ functionCode: 3, address: 100, quantity: 2 });
  expect(matches({ exceptionCode: null, bits: [], registers: [0x41a4, 0] })).toBe(true);
  expect(matches({ exceptionCode: null, bits: [], registers: [0x41a4, 1] })).toBe(false);
  expect(matches({ exceptionCode: null, bits: [], registers: [] })).toBe(false);
});

test('coils and plain holding registers are writable', () => {
  expect(isWritable(pointOf(coil))).toBe(true);
  expect(isWritable(pointOf())).toBe(true);
});

test.each<[string, ModbusPointInput, number, number]>([
  ['the step a tenth falls on', { scaling: tenths }, 3.06, 3.1],
  ['the value itself where the registers hold it', { scaling: tenths }, -18.2, -18.2],
  ['a float as the decimal it reads back as', { format: 'f32', byteOrder: 'ABCD' }, 0.1, 0.1],
  ['a coil as it was asked', coil, 1, 1],
])('what the device will hold is told beforehand: %s', (_name, input, value, held) => {
  expect(encodeWrite(pointOf(input), value).value).toBeCloseTo(held, 10);
});

test.each<[string, ModbusPointInput, number, number]>([
  ['its format through the mapping', { scaling: tenths }, -3276.8, 3276.7],
  ['its engineering range where that is narrower', { scaling: tenths, range: { low: -30, high: 10 } }, -30, 10],
  ['the one end that a range has', { scaling: tenths, range: { low: -30, high: null } }, -30, 3276.7],
  ['0 and 1 for a coil', coil, 0, 1],
])('what can be written to a point is bounded by %s', (_name, input, low, high) => {
  const range = writableRange(pointOf(input));
  expect([range.low, range.high].map((end) => Math.round(end * 10) / 10)).toEqual([low, high]);
});
