import { ProtocolError } from '../ProtocolError.ts';

/** What a function code reads or writes, and the most of it one request may carry (Modbus application protocol 1.1b3, §6). */
export const functionTable = {
  1: { kind: 'read', unit: 'bit', maxQuantity: 2000 },
  2: { kind: 'read', unit: 'bit', maxQuantity: 2000 },
  3: { kind: 'read', unit: 'register', maxQuantity: 125 },
  4: { kind: 'read', unit: 'register', maxQuantity: 125 },
  5: { kind: 'write', unit: 'bit', maxQuantity: 1 },
  6: { kind: 'write', unit: 'register', maxQuantity: 1 },
  15: { kind: 'write', unit: 'bit', maxQuantity: 1968 },
  16: { kind: 'write', unit: 'register', maxQuantity: 123 },
} as const;

export type FunctionCode = keyof typeof functionTable;
export type ReadFunctionCode = 1 | 2 | 3 | 4;
export type WriteFunctionCode = 5 | 6 | 15 | 16;

export const isFunctionCode = (code: number): code is FunctionCode => Object.hasOwn(functionTable, code);

export const isReadFunction = (code: number): code is ReadFunctionCode => code >= 1 && code <= 4;

/** Addresses are wire addresses, 0-based. Register values are 0–65535. */
export type ModbusRequest =
  | { functionCode: ReadFunctionCode; address: number; quantity: number }
  | { functionCode: 5; address: number; value: boolean }
  | { functionCode: 6; address: number; value: number }
  | { functionCode: 15; address: number; values: readonly boolean[] }
  | { functionCode: 16; address: number; values: readonly number[] };

/** An exception answer carries the function code with this bit set. */
export const exceptionFlag = 0x80;

const isWord = (value: number) => Number.isInteger(value) && value >= 0 && value <= 0xffff;

function checkSpan(functionCode: FunctionCode, address: number, quantity: number): void {
  if (!isWord(address) || address + quantity > 0x10000) throw new ProtocolError('badAddress', `${address}+${quantity}`);
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > functionTable[functionCode].maxQuantity) {
    throw new ProtocolError('badQuantity', `${quantity}`);
  }
}

function checkWord(value: number): number {
  if (!isWord(value)) throw new ProtocolError('badValue', `${value}`);
  return value;
}

/** Bits in Modbus order: the first is the least significant bit of the first byte. */
export function packBits(values: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(values.length / 8));
  values.forEach((value, index) => {
    if (value) bytes[index >> 3]! |= 1 << (index & 7);
  });
  return bytes;
}

export function unpackBits(bytes: Uint8Array, quantity: number): boolean[] {
  return Array.from({ length: quantity }, (_, index) => ((bytes[index >> 3]! >> (index & 7)) & 1) === 1);
}

/** Registers in Modbus order: high byte first. */
export function packRegisters(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    bytes.writeUInt16BE(checkWord(value), index * 2);
  });
  return bytes;
}

export function unpackRegisters(bytes: Uint8Array): number[] {
  return Array.from({ length: bytes.length >> 1 }, (_, index) => (bytes[index * 2]! << 8) | bytes[index * 2 + 1]!);
}

/**
 * The request as protocol data unit: function code and data, without slave address and checksum.
 *
 * Example: read two holding registers from 0 is `03 0000 0002`.
 *
 * @throws ProtocolError `badAddress`, `badQuantity`, `badValue`
 */
export function encodeRequest(request: ModbusRequest): Buffer {
  const head = Buffer.alloc(5);
  head[0] = request.functionCode;
  switch (request.functionCode) {
    case 5:
    case 6:
      checkSpan(request.functionCode, request.address, 1);
      head.writeUInt16BE(request.address, 1);
      head.writeUInt16BE(request.functionCode === 6 ? checkWord(request.value) : request.value ? 0xff00 : 0, 3);
      return head;
    case 15:
    case 16: {
      checkSpan(request.functionCode, request.address, request.values.length);
      const data = request.functionCode === 15 ? packBits(request.values) : packRegisters(request.values);
      head.writeUInt16BE(request.address, 1);
      head.writeUInt16BE(request.values.length, 3);
      return Buffer.concat([head, Buffer.of(data.length), data]);
    }
    default:
      checkSpan(request.functionCode, request.address, request.quantity);
      head.writeUInt16BE(request.address, 1);
      head.writeUInt16BE(request.quantity, 3);
      return head;
  }
}

/**
 * The request a master sent.
 *
 * @throws ProtocolError `frameTooShort`, `unknownFunction`, `badLength`, `badAddress`, `badQuantity`, `badValue`
 */
export function decodeRequest(pdu: Uint8Array): ModbusRequest {
  const functionCode = pdu[0];
  if (functionCode === undefined) throw new ProtocolError('frameTooShort');
  if (!isFunctionCode(functionCode)) throw new ProtocolError('unknownFunction', `${functionCode}`);
  if (pdu.length < 5) throw new ProtocolError('frameTooShort');
  const address = (pdu[1]! << 8) | pdu[2]!;
  const word = (pdu[3]! << 8) | pdu[4]!;
  if (functionCode === 15 || functionCode === 16) {
    // Quantity before address: a slave answers 03 to the first and 02 to the second, and 03 is the standard's order.
    const byteCount = functionCode === 15 ? Math.ceil(word / 8) : word * 2;
    if (word < 1 || word > functionTable[functionCode].maxQuantity) throw new ProtocolError('badQuantity', `${word}`);
    if (pdu[5] !== byteCount || pdu.length !== 6 + byteCount) throw new ProtocolError('badLength', `${pdu.length}`);
    checkSpan(functionCode, address, word);
    const data = pdu.subarray(6);
    return functionCode === 15
      ? { functionCode, address, values: unpackBits(data, word) }
      : { functionCode, address, values: unpackRegisters(data) };
  }
  if (pdu.length !== 5) throw new ProtocolError('badLength', `${pdu.length}`);
  if (functionCode === 5) {
    if (word !== 0 && word !== 0xff00) throw new ProtocolError('badValue', `${word}`);
    return { functionCode, address, value: word === 0xff00 };
  }
  if (functionCode === 6) return { functionCode, address, value: word };
  if (word < 1 || word > functionTable[functionCode].maxQuantity) throw new ProtocolError('badQuantity', `${word}`);
  checkSpan(functionCode, address, word);
  return { functionCode, address, quantity: word };
}

/** Data bytes in the answer to a read of `quantity` bits or registers. */
export const readByteCount = (functionCode: ReadFunctionCode, quantity: number): number =>
  functionTable[functionCode].unit === 'bit' ? Math.ceil(quantity / 8) : quantity * 2;

/**
 * What a slave answered: bits for 01/02, registers for 03/04, neither for an accepted write. A device that took another value
 * than it was told (05, 06) says which: it stands in `bits` or `registers`.
 */
export interface ModbusAnswer {
  exceptionCode: number | null;
  bits: boolean[];
  registers: number[];
}

/**
 * Bytes the answer must begin with, and its length, when the slave does as asked: the line recognises its answer by them.
 * A write is echoed with its address (and quantity, of 15 and 16; the value of 05 and 06 is what the device took of it); a read
 * answers function, byte count, data.
 */
export function expectedAnswer(requestPdu: Uint8Array): { head: Buffer; length: number } {
  const request = decodeRequest(requestPdu);
  if (isReadFunction(request.functionCode)) {
    const byteCount = readByteCount(request.functionCode, (request as { quantity: number }).quantity);
    return { head: Buffer.of(request.functionCode, byteCount), length: 2 + byteCount };
  }
  const isSingle = request.functionCode === 5 || request.functionCode === 6;
  return { head: Buffer.from(requestPdu.subarray(0, isSingle ? 3 : 5)), length: 5 };
}

/**
 * Bits or registers from the answer to `request`.
 *
 * @throws ProtocolError `frameTooShort`, `wrongFunction`, `badLength`, `badValue` (the echo of a write names another place)
 */
export function decodeAnswer(request: ModbusRequest, pdu: Uint8Array): ModbusAnswer {
  if (pdu.length < 2) throw new ProtocolError('frameTooShort');
  if (pdu[0] === (request.functionCode | exceptionFlag)) {
    if (pdu.length !== 2) throw new ProtocolError('badLength', `${pdu.length}`);
    return { exceptionCode: pdu[1]!, bits: [], registers: [] };
  }
  if (pdu[0] !== request.functionCode) throw new ProtocolError('wrongFunction', `${pdu[0]}`);
  const { head, length } = expectedAnswer(encodeRequest(request));
  if (pdu.length !== length) throw new ProtocolError('badLength', `${pdu.length}`);
  if (!isReadFunction(request.functionCode)) {
    if (!head.equals(pdu.subarray(0, head.length))) {
      throw new ProtocolError('badValue', Buffer.from(pdu).toString('hex'));
    }
    const answer: ModbusAnswer = { exceptionCode: null, bits: [], registers: [] };
    const took = (pdu[3]! << 8) | pdu[4]!;
    if (request.functionCode === 6 && took !== request.value) answer.registers = [took];
    if (request.functionCode === 5 && took !== (request.value ? 0xff00 : 0)) answer.bits = [!request.value];
    return answer;
  }
  if (pdu[1] !== head[1]) throw new ProtocolError('badLength', `${pdu[1]}`);
  const data = pdu.subarray(2);
  return functionTable[request.functionCode].unit === 'bit'
    ? {
        exceptionCode: null,
        bits: unpackBits(data, (request as { quantity: number }).quantity),
        registers: [],
      }
    : { exceptionCode: null, bits: [], registers: unpackRegisters(data) };
}
