import { expect, test } from 'vitest';
import { takeMbapFrames } from './mbapFrame.ts';
import {
  answerMbapFrame,
  answerRequest,
  answerRtuFrame,
  ModbusException,
  type RegisterBank,
  takeRtuRequests,
} from './slave.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex');

/** Registers 0–9 and coils 0–15; nothing elsewhere. */
function smallBank(registers = [0x0119, 0x02a3, 0xff38, 0, 0, 0, 0, 0, 0, 0], coils = Array<boolean>(16).fill(false)) {
  const refuseOutside = (address: number, quantity: number, size: number) => {
    if (address + quantity > size) throw new ModbusException(2);
  };
  const bank: RegisterBank = {
    readBits: (_code, address, quantity) => {
      refuseOutside(address, quantity, coils.length);
      return coils.slice(address, address + quantity);
    },
    readRegisters: (_code, address, quantity) => {
      refuseOutside(address, quantity, registers.length);
      return registers.slice(address, address + quantity);
    },
    writeBits: (address, values) => {
      refuseOutside(address, values.length, coils.length);
      coils.splice(address, values.length, ...values);
    },
    writeRegisters: (address, values) => {
      refuseOutside(address, values.length, registers.length);
      registers.splice(address, values.length, ...values);
    },
  };
  return { bank, registers, coils };
}

test.each([
  ['reads two holding registers', '03 0000 0002', '03 04 0119 02A3'],
  ['reads an input register', '04 0002 0001', '04 02 FF38'],
  ['reads ten coils into two bytes', '01 0000 000A', '01 02 0000'],
  ['reads discrete inputs', '02 0000 0001', '02 01 00'],
  ['echoes the writing of a coil', '05 0003 FF00', '05 0003 FF00'],
  ['echoes the writing of a register', '06 0004 001E', '06 0004 001E'],
  ['confirms several coils by address and number', '0F 0000 0003 01 05', '0F 0000 0003'],
  ['confirms several registers by address and number', '10 0005 0002 04 0001 0002', '10 0005 0002'],
  ['refuses an address it does not have with exception 02', '03 0009 0002', '83 02'],
  ['refuses an address beyond 65535 with exception 02', '03 FFFF 0002', '83 02'],
  ['refuses 126 registers with exception 03', '03 0000 007E', '83 03'],
  ['refuses no registers with exception 03', '04 0000 0000', '84 03'],
  ['refuses a coil value that is neither on nor off with exception 03', '05 0000 1234', '85 03'],
  ['refuses a byte count that does not fit with exception 03', '10 0000 0002 03 000000', '90 03'],
  ['refuses an unknown function with exception 01', '2B 0E 01 00', 'AB 01'],
])('a slave %s', (_name, request, answer) => {
  expect(text(answerRequest(hex(request), smallBank().bank))).toBe(text(hex(answer)));
});

test('what was written can be read back', () => {
  const { bank, registers, coils } = smallBank();
  answerRequest(hex('10 0005 0002 04 1234 5678'), bank);
  answerRequest(hex('0F 0001 0003 01 05'), bank);
  expect(registers.slice(5, 7)).toEqual([0x1234, 0x5678]);
  expect(coils.slice(0, 5)).toEqual([false, true, false, true, false]);
});

test('a slave on a serial line answers its own address with a right CRC and stays silent otherwise', () => {
  const { bank } = smallBank();
  const bankOf = (slaveId: number) => (slaveId === 1 ? bank : null);
  expect(text(answerRtuFrame(hex('01 03 00 00 00 02 C4 0B'), bankOf))).toBe(text(hex('01 03 04 01 19 02 A3 6B 11')));
  expect(answerRtuFrame(hex('01 03 00 00 00 02 C4 0C'), bankOf)).toBeNull();
  expect(answerRtuFrame(hex('0A 03 09 E1 00 01 D6 DB'), bankOf)).toBeNull();
});

test('the same slave answers Modbus TCP with the transaction id of the request', () => {
  const { bank } = smallBank();
  const { frames, rest } = takeMbapFrames(hex('0001 0000 0006 01 03 0000 0002 0002 00'));
  expect(text(answerMbapFrame(frames[0]!, () => bank))).toBe(text(hex('0001 0000 0007 01 03 04 0119 02A3')));
  expect(text(rest)).toBe('000200');
});

test('requests are found in a stream that is split, merged or full of noise', () => {
  const read = hex('01 03 00 00 00 02 C4 0B');
  const write = hex('01 06 00 64 00 1E 48 1D');
  expect(takeRtuRequests(Buffer.concat([read, write])).frames).toEqual([read, write]);
  expect(takeRtuRequests(Buffer.concat([hex('FF 00 01'), read])).frames).toEqual([read]);
  const first = takeRtuRequests(read.subarray(0, 5));
  expect(first.frames).toEqual([]);
  expect(takeRtuRequests(Buffer.concat([first.rest, read.subarray(5)])).frames).toEqual([read]);
});
