import { expect, test } from 'vitest';
import { defineModbusPoint, type ModbusPointInput, type ModbusPointProblem, readPoint } from './ModbusPoint.ts';
import { decodeAnswer, type ModbusRequest } from './pdu.ts';
import { parseRtuFrame } from './rtuFrame.ts';

const register: ModbusPointInput = {
  slaveId: 1,
  functionCode: 3,
  address: 0,
  format: 's16',
  byteOrder: 'AB',
  samplingIntervalSeconds: 10,
};
const tenths = { rawLow: 0, rawHigh: 10, engLow: 0, engHigh: 1 };
const pointOf = (input: ModbusPointInput) => {
  const { point, problems } = defineModbusPoint({ ...register, ...input });
  expect(problems).toEqual([]);
  return point!;
};

test.each<[string, ModbusPointInput, ModbusPointProblem[]]>([
  ['slave address 0', { slaveId: 0 }, ['slaveIdOutOfRange']],
  ['slave address 256', { slaveId: 256 }, ['slaveIdOutOfRange']],
  ['a fractional slave address', { slaveId: 1.5 }, ['slaveIdOutOfRange']],
  ['register address 65536', { address: 65536 }, ['addressOutOfRange']],
  [
    'a 64-bit value in the last but two registers',
    { address: 65533, format: 'u64', byteOrder: 'ABCDEFGH' },
    ['addressOutOfRange'],
  ],
  ['a 64-bit value in an order of 32 bits', { format: 'f64', byteOrder: 'ABCD' }, ['byteOrderInvalid']],
  ['a 32-bit value in the last register', { address: 65535, format: 'f32', byteOrder: 'ABCD' }, ['addressOutOfRange']],
  ['a cycle of 20 s', { samplingIntervalSeconds: 20 }, ['samplingIntervalInvalid']],
  ['a cycle of 90 s', { samplingIntervalSeconds: 90 }, ['samplingIntervalInvalid']],
  ['a cycle of 0 s', { samplingIntervalSeconds: 0 }, ['samplingIntervalInvalid']],
  ['a mapping of three numbers', { scaling: { rawLow: 0, rawHigh: 1, engLow: 0 } }, ['scalingIncomplete']],
  ['a mapping with x1 = x2', { scaling: { ...tenths, rawHigh: 0 } }, ['scalingX1EqualsX2']],
  ['no function code', { functionCode: null }, ['functionCodeRequired']],
  ['function code 05', { functionCode: 5 }, ['functionCodeRequired']],
  ['no data format', { format: '' }, ['formatRequired']],
  ['an unknown data format', { format: 'toString' }, ['formatRequired']],
  ['function 01 without format bit', { functionCode: 1 }, ['formatMustBeBit']],
  ['function 03 with format bit', { format: 'bit', byteOrder: null }, ['formatMustNotBeBit']],
  ['format bit with a byte order', { functionCode: 2, format: 'bit' }, ['byteOrderMustBeEmpty']],
  ['a 16-bit format with ABCD', { byteOrder: 'ABCD' }, ['byteOrderInvalid']],
  ['a 32-bit format with AB', { format: 'u32' }, ['byteOrderInvalid']],
  ['no byte order', { byteOrder: null }, ['byteOrderInvalid']],
  ['a bit address on a 16-bit number', { bit: 1 }, ['bitMustBeEmpty']],
  ['an empty bit address on a bitwise point', { format: 'bits16', bit: null }, ['bitRequired']],
  ['bit address 17', { format: 'bits16', bit: 17 }, ['bitOutOfRange']],
  [
    'writing two registers with 06',
    { format: 'f32', byteOrder: 'ABCD', writeFunctionCode: 6 },
    ['writeFunctionCodeInvalid'],
  ],
  ['a status register far away', { statusRegister: { address: 200, faultValues: [1] } }, ['statusRegisterTooFar']],
  ['several mistakes at once', { slaveId: 0, bit: 3 }, ['slaveIdOutOfRange', 'bitMustBeEmpty']],
])('%s is refused', (_name, input, problems) => {
  expect(defineModbusPoint({ ...register, ...input })).toEqual({ point: null, problems });
});

test.each<[string, ModbusPointInput]>([
  ['slave address 255', { slaveId: 255 }],
  ['a cycle of two hours', { samplingIntervalSeconds: 7200 }],
  ['a coil', { functionCode: 1, format: 'bit', byteOrder: '' }],
  ['a 32-bit value with the spelling DCAB', { format: 's32', byteOrder: 'DCAB' }],
  ['a bitwise point without a bit address, which is bit 1', { format: 'bits16' }],
])('%s is accepted', (_name, input) => {
  pointOf(input);
});

test('a bitwise point takes bit 1 by default', () => {
  expect(pointOf({ format: 'bits16' }).bit).toBe(1);
});

const frame = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

test.each<[string, string, ModbusRequest, ModbusPointInput, number | null, string | null]>([
  [
    '28.1 °C',
    '01 03 04 01 19 02 A3 6B 11',
    { functionCode: 3, address: 0, quantity: 2 },
    { scaling: tenths },
    28.1,
    null,
  ],
  [
    '67.5 %RH',
    '01 03 04 01 19 02 A3 6B 11',
    { functionCode: 3, address: 0, quantity: 2 },
    { address: 1, scaling: tenths },
    67.5,
    null,
  ],
  [
    'Carel IR33 probe at -20.0 °C',
    '01 04 02 FF 38 F9 12',
    { functionCode: 4, address: 403, quantity: 1 },
    { functionCode: 4, address: 403, scaling: tenths },
    -20,
    null,
  ],
  [
    'Danfoss EKC 202D S3 at -18.0 °C',
    '0A 03 02 FF 4C 5D 80',
    { functionCode: 3, address: 2529, quantity: 1 },
    { slaveId: 10, address: 2529, scaling: tenths },
    -18,
    null,
  ],
  [
    'Simex TRS-02a with an open PT100',
    '01 03 04 00 C5 00 A0 EA 76',
    { functionCode: 3, address: 1, quantity: 2 },
    { address: 1, scaling: tenths, statusRegister: { address: 2, faultValues: [0xa0] } },
    null,
    'sensorFault',
  ],
])('%s is read from the frame the manual shows', (_name, text, request, input, value, reason) => {
  const { slaveId, pdu } = parseRtuFrame(frame(text));
  const point = pointOf({ ...input, slaveId });
  const reading = readPoint(point, (request as { address: number }).address, decodeAnswer(request, pdu));
  expect(reading).toEqual({ value, quality: reason === null ? 'good' : 'bad', reason });
});

const answer = (...registers: number[]) => ({ exceptionCode: null, bits: [], registers });

test.each<[string, ModbusPointInput, number[], number | null, string]>([
  [
    'the marker 7FFFh of an unplugged sensor',
    { errorValues: [0x7fff], scaling: tenths },
    [0x7fff],
    null,
    'sensorFault',
  ],
  ['a marker FFFFh on a signed point', { errorValues: [0xffff] }, [0xffff], null, 'sensorFault'],
  ['a float that is NaN', { format: 'f32', byteOrder: 'ABCD' }, [0x7fc0, 0], null, 'notANumber'],
  ['a value outside the engineering range', { range: { low: -50, high: 50 } }, [3000], 3000, 'outOfRange'],
  ['an answer that does not cover the point', { address: 1 }, [1], null, 'badFormat'],
])('%s makes the reading bad', (_name, input, registers, value, reason) => {
  expect(readPoint(pointOf(input), 0, answer(...registers))).toEqual({ value, quality: 'bad', reason });
});

test.each<[string, ModbusPointInput, number[], number]>([
  ['a small float', { format: 'f32', byteOrder: 'ABCD' }, [0x39cf, 0x1801], 0.000395],
  ['8.04 shown as 8.0', { format: 'f32', byteOrder: 'ABCD' }, [0x4100, 0xa3d7], 8.04],
  ['hundredths', { scaling: { rawLow: 0, rawHigh: 100, engLow: 0, engHigh: 1 } }, [804], 8.04],
])('decimals are for display, nothing is rounded before it is kept: %s', (_name, input, registers, value) => {
  expect(readPoint(pointOf({ ...input, decimals: 1 }), 0, answer(...registers)).value).toBe(value);
});

test('a discrete input is 1 or 0', () => {
  const door = pointOf({ functionCode: 2, address: 43, format: 'bit', byteOrder: null });
  expect(readPoint(door, 40, { exceptionCode: null, registers: [], bits: [false, false, false, true] }).value).toBe(1);
});
