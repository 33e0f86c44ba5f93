import { exceptionFlag, functionTable, isFunctionCode, isReadFunction, unpackBits } from './pdu.ts';

export type FrameRole =
  | 'request'
  | 'answer'
  | 'exception'
  /** Request and answer of a single write are the same bytes. */
  | 'either'
  /** Of a function that we do not know. */
  | 'unknown'
  | 'noFrame';

export type FrameFieldKind =
  | 'transactionId'
  | 'protocolId'
  | 'length'
  | 'slave'
  | 'function'
  | 'address'
  | 'quantity'
  | 'byteCount'
  | 'register'
  | 'bits'
  /** What a single write writes. */
  | 'value'
  | 'exceptionCode'
  | 'crc'
  /** Bytes whose meaning is not known. */
  | 'data'
  /** More bytes than the frame says it has. */
  | 'surplus';

/** Some bytes of a frame and what they say. */
export interface FrameField {
  kind: FrameFieldKind;
  /** From the beginning of the frame. */
  start: number;
  length: number;
  /** Null: no number, as of several bits. */
  value: number | null;
  /** Of a register or of the first of some bits; null where only the request knows it. */
  address: number | null;
}

export type FrameProblemKind =
  | 'badCrc'
  | 'crcMissing'
  | 'tooShort'
  | 'tooLong'
  | 'unknownFunction'
  | 'wrongByteCount'
  | 'quantityOutOfRange'
  | 'beyondLastAddress'
  | 'badCoilValue'
  | 'protocolNotZero'
  | 'wrongLength'
  | 'broadcastRead'
  | 'reservedSlave'
  | 'notWhatWasAsked';

export interface FrameProblem {
  kind: FrameProblemKind;
  /** What would be right: the CRC as a number low byte first, a length or count of bytes, the largest quantity. */
  expected: number | null;
}

/** What a PDU says, as far as it says it. */
export interface PduContent {
  /** Wire address of its first bit or register. */
  address: number | null;
  quantity: number | null;
  registers: number[];
  bits: boolean[];
  exceptionCode: number | null;
}

/** What was asked, where it is known. */
export type AskedBefore = Pick<PduContent, 'address' | 'quantity'>;

export interface ExplainedPdu extends PduContent {
  role: FrameRole;
  fields: FrameField[];
  problems: FrameProblem[];
}

/** Takes fields off the front of a PDU; what is missing becomes a problem, once. */
class FieldReader {
  readonly fields: FrameField[] = [];
  readonly problems: FrameProblem[] = [];
  readonly #pdu: Buffer;
  readonly #offset: number;
  #at = 0;

  constructor(pdu: Buffer, offset: number) {
    this.#pdu = pdu;
    this.#offset = offset;
  }

  get rest(): number {
    return this.#pdu.length - this.#at;
  }

  /** The bytes of a field, fewer when the frame ends before; a number of one or two bytes is its value. */
  take(kind: FrameFieldKind, length: number, address: number | null = null): Buffer {
    const bytes = this.#pdu.subarray(this.#at, this.#at + length);
    if (bytes.length < length) this.#tellShort(this.#at + length);
    if (bytes.length > 0) {
      const isNumber =
        bytes.length === length && length <= 2 && kind !== 'bits' && kind !== 'data' && kind !== 'surplus';
      const value = isNumber ? bytes.readUIntBE(0, length) : null;
      this.fields.push({ kind, start: this.#offset + this.#at, length: bytes.length, value, address });
    }
    this.#at += bytes.length;
    return bytes;
  }

  /** A number of one or two bytes; null when the frame ends before. */
  number(kind: FrameFieldKind, length: 1 | 2): number | null {
    const bytes = this.take(kind, length);
    return bytes.length === length ? bytes.readUIntBE(0, length) : null;
  }

  finish(): void {
    if (this.rest === 0) return;
    this.problems.push({ kind: 'tooLong', expected: this.#offset + this.#at });
    this.take('surplus', this.rest);
  }

  #tellShort(needed: number): void {
    if (!this.problems.some(({ kind }) => kind === 'tooShort'))
      this.problems.push({ kind: 'tooShort', expected: this.#offset + needed });
  }
}

/** Whether a read is a request or its answer: by length, and where both fit by whether something was asked. */
function roleOfRead(pdu: Buffer, wasAsked: boolean): 'request' | 'answer' {
  const fitsRequest = pdu.length === 5;
  const byteCount = pdu[1] ?? -1;
  const fitsAnswer = pdu.length === 2 + byteCount && byteCount > 0 && (pdu[0]! <= 2 || byteCount % 2 === 0);
  if (fitsRequest && fitsAnswer) return wasAsked ? 'answer' : 'request';
  if (fitsRequest) return 'request';
  if (fitsAnswer) return 'answer';
  return wasAsked || pdu.length > 5 ? 'answer' : 'request';
}

function roleOf(pdu: Buffer, wasAsked: boolean): FrameRole {
  const code = pdu[0]!;
  if (code & exceptionFlag) return 'exception';
  if (isReadFunction(code)) return roleOfRead(pdu, wasAsked);
  if (code === 5 || code === 6) return wasAsked ? 'answer' : 'either';
  if (code === 15 || code === 16) return pdu.length <= 5 ? 'answer' : 'request';
  return 'unknown';
}

/**
 * What the bytes of a PDU mean, in their order.
 *
 * @param offset where the PDU begins in its frame
 * @param asked the request that this may answer
 */
export function explainPdu(pdu: Buffer, offset: number, asked: AskedBefore | null): ExplainedPdu {
  const reader = new FieldReader(pdu, offset);
  const content: PduContent = { address: null, quantity: null, registers: [], bits: [], exceptionCode: null };
  if (pdu.length === 0) {
    return { role: 'unknown', fields: [], problems: [{ kind: 'tooShort', expected: offset + 1 }], ...content };
  }
  const code = pdu[0]!;
  const role = roleOf(pdu, asked !== null);
  reader.take('function', 1);
  if (role === 'exception') {
    content.exceptionCode = reader.number('exceptionCode', 1);
    if (!isFunctionCode(code & ~exceptionFlag)) reader.problems.push({ kind: 'unknownFunction', expected: null });
  } else if (!isFunctionCode(code)) {
    reader.problems.push({ kind: 'unknownFunction', expected: null });
    if (reader.rest > 0) reader.take('data', reader.rest);
  } else if (isReadFunction(code) && role === 'answer') {
    readAnswer(reader, code, content, asked);
  } else {
    span(reader, code, content);
    if (role === 'request' && (code === 15 || code === 16)) writtenData(reader, code, content);
  }
  reader.finish();
  return { role, fields: reader.fields, problems: reader.problems, ...content };
}

/** Address, then how many or which value. */
function span(reader: FieldReader, code: keyof typeof functionTable, content: PduContent): void {
  const { maxQuantity } = functionTable[code];
  content.address = reader.number('address', 2);
  if (code === 5 || code === 6) {
    const value = reader.number('value', 2);
    content.quantity = 1;
    if (value === null) return;
    if (code === 6) content.registers = [value];
    else if (value === 0 || value === 0xff00) content.bits = [value !== 0];
    else reader.problems.push({ kind: 'badCoilValue', expected: null });
    return;
  }
  content.quantity = reader.number('quantity', 2);
  if (content.quantity === null) return;
  if (content.quantity < 1 || content.quantity > maxQuantity)
    reader.problems.push({ kind: 'quantityOutOfRange', expected: maxQuantity });
  else if (content.address! + content.quantity > 0x10000)
    reader.problems.push({ kind: 'beyondLastAddress', expected: null });
}

function writtenData(reader: FieldReader, code: 15 | 16, content: PduContent): void {
  const { address, quantity } = content;
  const byteCount = reader.number('byteCount', 1);
  if (byteCount === null || quantity === null) return;
  const expected = code === 15 ? Math.ceil(quantity / 8) : quantity * 2;
  if (byteCount !== expected) reader.problems.push({ kind: 'wrongByteCount', expected });
  values(reader, code === 15, byteCount, { address, quantity }, content);
}

function readAnswer(reader: FieldReader, code: 1 | 2 | 3 | 4, content: PduContent, asked: AskedBefore | null): void {
  const isBits = functionTable[code].unit === 'bit';
  const byteCount = reader.number('byteCount', 1);
  if (byteCount === null) return;
  if (byteCount === 0 || (!isBits && byteCount % 2 === 1))
    reader.problems.push({ kind: 'wrongByteCount', expected: null });
  content.address = asked?.address ?? null;
  values(reader, isBits, byteCount, asked ?? { address: null, quantity: null }, content);
  content.quantity = isBits ? content.bits.length : content.registers.length;
}

function values(reader: FieldReader, isBits: boolean, byteCount: number, of: AskedBefore, content: PduContent): void {
  if (isBits) {
    const bytes = reader.take('bits', byteCount, of.address);
    // The last byte is filled up with zeros; only who knows the question knows how many bits count.
    const most = bytes.length * 8;
    content.bits = unpackBits(bytes, Math.min(of.quantity ?? most, most));
    return;
  }
  for (let index = 0; index < byteCount >> 1; index++) {
    const bytes = reader.take('register', 2, of.address === null ? null : (of.address + index) & 0xffff);
    if (bytes.length < 2) return;
    content.registers.push(bytes.readUInt16BE(0));
  }
  if (byteCount % 2 === 1) reader.take('data', 1);
}
