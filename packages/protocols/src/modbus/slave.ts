import { ProtocolError, type ProtocolErrorCode } from '../ProtocolError.ts';
import { buildMbapFrame, type MbapFrame } from './mbapFrame.ts';
import {
  decodeRequest,
  exceptionFlag,
  functionTable,
  isFunctionCode,
  type ModbusRequest,
  packBits,
  packRegisters,
} from './pdu.ts';
import { buildRtuFrame, hasValidCrc, maxRtuFrameBytes } from './rtuFrame.ts';

/**
 * The memory of one slave. Addresses are wire addresses, 0-based; quantities are already within the standard's limits.
 * A method refuses by throwing `ModbusException`; any other error is a bug and is passed on.
 */
export interface RegisterBank {
  /** Exactly `quantity` coils (01) or discrete inputs (02). */
  readBits(functionCode: 1 | 2, address: number, quantity: number): readonly boolean[];
  /** Exactly `quantity` holding (03) or input (04) registers, each 0–65535. */
  readRegisters(functionCode: 3 | 4, address: number, quantity: number): readonly number[];
  /** Coils, from 05 or 15. */
  writeBits(address: number, values: readonly boolean[]): void;
  /** Holding registers, from 06 or 16. */
  writeRegisters(address: number, values: readonly number[]): void;
}

/** Thrown by a `RegisterBank` to answer with this exception code, for example 2 for an address it does not have. */
export class ModbusException extends Error {
  readonly exceptionCode: number;

  constructor(exceptionCode: number) {
    super(`Modbus exception ${exceptionCode}`);
    this.name = 'ModbusException';
    this.exceptionCode = exceptionCode;
  }
}

/** What a slave says to a request it cannot even read. */
const exceptionForError: Partial<Record<ProtocolErrorCode, number>> = { unknownFunction: 1, badAddress: 2 };
const illegalValue = 3;

function answer(request: ModbusRequest, requestPdu: Uint8Array, bank: RegisterBank): Buffer {
  switch (request.functionCode) {
    case 1:
    case 2: {
      const data = packBits(bank.readBits(request.functionCode, request.address, request.quantity));
      return Buffer.concat([Buffer.of(request.functionCode, data.length), data]);
    }
    case 3:
    case 4: {
      const data = packRegisters(bank.readRegisters(request.functionCode, request.address, request.quantity));
      return Buffer.concat([Buffer.of(request.functionCode, data.length), data]);
    }
    case 5:
      bank.writeBits(request.address, [request.value]);
      break;
    case 6:
      bank.writeRegisters(request.address, [request.value]);
      break;
    case 15:
      bank.writeBits(request.address, request.values);
      break;
    case 16:
      bank.writeRegisters(request.address, request.values);
      break;
  }
  return Buffer.from(requestPdu.subarray(0, 5));
}

/**
 * The slave's answer to one request, both as PDU (no slave address, no CRC): data, echo or exception.
 *
 * Example: `03 0000 0002` on registers 0119h, 02A3h answers `03 04 0119 02A3`; on a missing address `83 02`.
 */
export function answerRequest(requestPdu: Uint8Array, bank: RegisterBank): Buffer {
  const refuse = (code: number) => Buffer.of((requestPdu[0] ?? 0) | exceptionFlag, code);
  try {
    return answer(decodeRequest(requestPdu), requestPdu, bank);
  } catch (error) {
    if (error instanceof ModbusException) return refuse(error.exceptionCode);
    if (error instanceof ProtocolError) return refuse(exceptionForError[error.code] ?? illegalValue);
    throw error;
  }
}

/** The bank of a slave on this line, or null when no slave has that address: then nobody answers. */
export type BankOfSlave = (slaveId: number) => RegisterBank | null;

/**
 * The answer to one RTU frame, or null when a slave stays silent: damaged frame, somebody else's address, broadcast (address
 * 0 is carried out by nobody here: the platform never sends it).
 *
 * Example: `01 03 00 00 00 02 C4 0B` → `01 03 04 01 19 02 A3 6B 11`.
 */
export function answerRtuFrame(frame: Uint8Array, bankOf: BankOfSlave): Buffer | null {
  if (!hasValidCrc(frame)) return null;
  const slaveId = frame[0]!;
  const bank = slaveId === 0 ? null : bankOf(slaveId);
  return bank && buildRtuFrame(slaveId, answerRequest(frame.subarray(1, -2), bank));
}

/**
 * The answer to one Modbus TCP frame, or null when no slave has that address.
 *
 * Example: `0001 0000 0006 01 03 0000 0002` → `0001 0000 0007 01 03 04 0119 02A3`.
 */
export function answerMbapFrame(frame: MbapFrame, bankOf: BankOfSlave): Buffer | null {
  const bank = bankOf(frame.slaveId);
  return bank && buildMbapFrame(frame.transactionId, frame.slaveId, answerRequest(frame.pdu, bank));
}

/** Length of the RTU request that starts at `at`; null while too little of it is known; 0 when no request starts so. */
function requestLength(bytes: Uint8Array, at: number): number | null {
  const functionCode = bytes[at + 1];
  if (functionCode === undefined) return null;
  if (!isFunctionCode(functionCode)) return 0;
  if (functionCode !== 15 && functionCode !== 16) return 8;
  const byteCount = bytes[at + 6];
  if (byteCount === undefined) return null;
  return byteCount <= functionTable[16].maxQuantity * 2 ? 9 + byteCount : 0;
}

/**
 * Takes the complete RTU requests a master sent off a byte stream, as whole frames with a right CRC; `rest` waits for the
 * next segment. Bytes that belong to no request are skipped one at a time.
 *
 * A function code this package does not know has no known length: such a request is recognised only when it fills `bytes`.
 */
export function takeRtuRequests(bytes: Buffer): { frames: Buffer[]; rest: Buffer } {
  const frames: Buffer[] = [];
  let taken = 0;
  let waiting: number | null = null;
  for (let at = 0; at < bytes.length; ) {
    const length = requestLength(bytes, at);
    if (length !== null && length > 0 && at + length <= bytes.length && hasValidCrc(bytes, at, at + length)) {
      frames.push(Buffer.from(bytes.subarray(at, at + length)));
      at += length;
      taken = at;
      waiting = null;
      continue;
    }
    if (waiting === null && (length === null || at + length > bytes.length)) waiting = at;
    at++;
  }
  const rest = bytes.subarray(Math.max(taken, waiting ?? bytes.length));
  if (frames.length === 0 && bytes.length <= maxRtuFrameBytes && hasValidCrc(bytes)) {
    return { frames: [Buffer.from(bytes)], rest: bytes.subarray(bytes.length) };
  }
  return { frames, rest: Buffer.from(rest.subarray(-maxRtuFrameBytes)) };
}
