import { crc16 } from './crc16.ts';
import { explainPdu, type FrameField, type FrameProblem, type FrameRole, type PduContent } from './explainPdu.ts';
import { exceptionFlag, isFunctionCode, type ReadFunctionCode, readByteCount } from './pdu.ts';
import { type FrameBytes, type Framing, splitFrames } from './splitFrames.ts';

/** One frame, taken apart. */
export interface ExplainedFrame extends PduContent {
  bytes: Buffer;
  /** Null: no frame. */
  framing: Framing | null;
  role: FrameRole;
  transactionId: number | null;
  slaveId: number | null;
  /** Without the bit that marks an exception. */
  functionCode: number | null;
  /** Every byte is in exactly one, in their order. */
  fields: FrameField[];
  problems: FrameProblem[];
  /** Place of the request it answers among the explained frames. */
  answers: number | null;
}

const noContent: PduContent = { address: null, quantity: null, registers: [], bits: [], exceptionCode: null };

const noFrame = (bytes: Buffer): ExplainedFrame => ({
  bytes,
  framing: null,
  role: 'noFrame',
  transactionId: null,
  slaveId: null,
  functionCode: null,
  fields: [{ kind: 'data', start: 0, length: bytes.length, value: null, address: null }],
  problems: [],
  answers: null,
  ...noContent,
});

/** What slave addresses mean beside 1 to 247: 0 speaks to all and is never answered, those above are reserved. */
function slaveProblems(slaveId: number, functionCode: number, framing: Framing): FrameProblem[] {
  if (slaveId === 0 && functionCode <= 4 && framing === 'rtu') return [{ kind: 'broadcastRead', expected: null }];
  return slaveId > 247 && framing === 'rtu' ? [{ kind: 'reservedSlave', expected: null }] : [];
}

/** The PDU of a frame whose first byte is the slave's address. */
function explainBody(
  { bytes, framing, start, end }: { bytes: Buffer; framing: Framing; start: number; end: number },
  request: ExplainedFrame | null,
): ExplainedFrame {
  const slaveId = bytes[start]!;
  const pdu = bytes.subarray(start + 1, end);
  const asked = request?.functionCode === ((pdu[0] ?? 0) & ~exceptionFlag) ? request : null;
  const { role, fields, problems, ...content } = explainPdu(pdu, start + 1, asked);
  const functionCode = pdu.length === 0 ? null : pdu[0]! & ~exceptionFlag;
  return {
    bytes,
    framing,
    role,
    transactionId: null,
    slaveId,
    functionCode,
    fields: [{ kind: 'slave', start, length: 1, value: slaveId, address: null }, ...fields],
    problems: [...slaveProblems(slaveId, functionCode ?? 0, framing), ...problems],
    answers: null,
    ...content,
  };
}

function explainRtu(bytes: Buffer, request: ExplainedFrame | null): ExplainedFrame {
  if (bytes.length < 4) {
    const frame = explainBody({ bytes, framing: 'rtu', start: 0, end: bytes.length }, request);
    const problems = frame.problems.filter(({ kind }) => kind !== 'tooShort');
    return { ...frame, problems: [...problems, { kind: 'tooShort', expected: 4 }] };
  }
  const split = bytes.length - 2;
  const sent = bytes.readUInt16LE(split);
  const right = crc16(bytes, 0, split);
  const framed = explainBody({ bytes, framing: 'rtu', start: 0, end: split }, request);
  if (sent !== right) {
    // Somebody left the checksum out, as manuals do: then everything fits without one.
    const bare = explainBody({ bytes, framing: 'rtu', start: 0, end: bytes.length }, request);
    if (isFunctionCode(bare.functionCode ?? 0) && bare.problems.length === 0 && framed.problems.length > 0)
      return { ...bare, problems: [{ kind: 'crcMissing', expected: crc16(bytes, 0, bytes.length) }] };
  }
  const crc: FrameField = { kind: 'crc', start: split, length: 2, value: sent, address: null };
  return {
    ...framed,
    fields: [...framed.fields, crc],
    problems: sent === right ? framed.problems : [{ kind: 'badCrc', expected: right }, ...framed.problems],
  };
}

function explainTcp(bytes: Buffer, request: ExplainedFrame | null): ExplainedFrame {
  if (bytes.length < 7) return { ...noFrame(bytes), framing: 'tcp', problems: [{ kind: 'tooShort', expected: 8 }] };
  const [transactionId, protocolId, length] = [bytes.readUInt16BE(0), bytes.readUInt16BE(2), bytes.readUInt16BE(4)];
  const field = (kind: FrameField['kind'], start: number, value: number): FrameField => ({
    kind,
    start,
    length: 2,
    value,
    address: null,
  });
  const body = explainBody({ bytes, framing: 'tcp', start: 6, end: bytes.length }, request);
  const problems: FrameProblem[] = [];
  if (protocolId !== 0) problems.push({ kind: 'protocolNotZero', expected: 0 });
  if (length !== bytes.length - 6) problems.push({ kind: 'wrongLength', expected: bytes.length - 6 });
  return {
    ...body,
    transactionId,
    fields: [
      field('transactionId', 0, transactionId),
      field('protocolId', 2, protocolId),
      field('length', 4, length),
      ...body.fields,
    ],
    problems: [...problems, ...body.problems],
  };
}

const explainOne = ({ framing, bytes }: FrameBytes, request: ExplainedFrame | null): ExplainedFrame =>
  framing === 'rtu' ? explainRtu(bytes, request) : framing === 'tcp' ? explainTcp(bytes, request) : noFrame(bytes);

/** Slave, function and transaction as far as the bytes say them, to find the request before all is explained. */
function headOf({ framing, bytes }: FrameBytes) {
  const at = framing === 'tcp' ? 6 : 0;
  return {
    framing,
    slaveId: bytes[at],
    functionCode: (bytes[at + 1] ?? 0) & ~exceptionFlag,
    transactionId: framing === 'tcp' && bytes.length >= 2 ? bytes.readUInt16BE(0) : null,
  };
}

/** An answer as long as was asked for. */
function fitsRequest(answer: ExplainedFrame, request: ExplainedFrame): FrameProblem[] {
  if (answer.role !== 'answer' || request.quantity === null) return [];
  const code = answer.functionCode!;
  if (code < 1 || code > 4) {
    const isSame = answer.address === request.address && answer.quantity === request.quantity;
    return isSame || code < 15 ? [] : [{ kind: 'notWhatWasAsked', expected: null }];
  }
  const expected = readByteCount(code as ReadFunctionCode, request.quantity);
  const got = answer.fields
    .filter(({ kind }) => kind === 'register' || kind === 'bits')
    .reduce((sum, { length }) => sum + length, 0);
  return got === expected ? [] : [{ kind: 'notWhatWasAsked', expected }];
}

/**
 * Frames taken apart, byte by byte: requests and answers in the order in which they were sent. An answer that follows its request
 * knows which registers its values are of. Never throws, for any bytes.
 *
 * Example: `01 03 00 00 00 02 C4 0B` and `01 03 04 01 19 02 A3 6B 11` are a read of registers 0 and 1 of slave 1, and 281 and 675.
 *
 * @param lines bytes that belong together; a line may hold several frames
 * @param framing null: found out by CRC and header
 */
export function explainFrames(
  lines: readonly Buffer[],
  framing: Framing | null = null,
): (ExplainedFrame & { line: number })[] {
  const explained: (ExplainedFrame & { line: number })[] = [];
  const unanswered = new Set<number>();
  for (const [line, bytes] of lines.entries()) {
    for (const part of splitFrames(bytes, framing)) {
      const head = headOf(part);
      const place = [...unanswered].reverse().find((index) => {
        const request = explained[index]!;
        return (
          request.framing === head.framing &&
          request.slaveId === head.slaveId &&
          request.functionCode === head.functionCode &&
          request.transactionId === head.transactionId
        );
      });
      const request = place === undefined ? null : explained[place]!;
      const frame = explainOne(part, request);
      if (request && (frame.role === 'answer' || frame.role === 'exception')) {
        unanswered.delete(place!);
        explained.push({
          ...frame,
          line,
          answers: place!,
          problems: [...frame.problems, ...fitsRequest(frame, request)],
        });
        continue;
      }
      if (frame.role === 'request' || frame.role === 'either') unanswered.add(explained.length);
      explained.push({ ...frame, line });
    }
  }
  return explained;
}
