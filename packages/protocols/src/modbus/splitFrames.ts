import { exceptionFlag, isFunctionCode, isReadFunction } from './pdu.ts';
import { hasValidCrc, maxRtuFrameBytes } from './rtuFrame.ts';

export type Framing = 'rtu' | 'tcp';

/** Bytes between two frame boundaries. */
export interface FrameBytes {
  /** Null: these bytes look like no frame at all, such as a heartbeat. */
  framing: Framing | null;
  bytes: Buffer;
}

const mbapHeaderBytes = 7;
const shortestMbapFrame = mbapHeaderBytes + 1;

/** Lengths that an RTU frame beginning here could have by what its first bytes say, as a request and as an answer. */
function rtuLengths(bytes: Buffer, at: number): number[] {
  const code = bytes[at + 1];
  if (code === undefined) return [];
  // Of a known function only: FF FF 00 00 00, with which a header of TCP may begin, has a right CRC, too.
  if (code & exceptionFlag && isFunctionCode(code & ~exceptionFlag)) return [5];
  if (isReadFunction(code)) return [8, 5 + (bytes[at + 2] ?? 0)];
  if (code === 15 || code === 16) return [8, 9 + (bytes[at + 6] ?? 0)];
  if (isFunctionCode(code)) return [8];
  // A function that we do not know says nothing about its length: all that is left, if it ends in a right CRC.
  const rest = bytes.length - at;
  return rest <= maxRtuFrameBytes ? [rest] : [];
}

const rtuEnd = (bytes: Buffer, at: number): number =>
  rtuLengths(bytes, at)
    .map((length) => at + length)
    .find((end) => end <= bytes.length && hasValidCrc(bytes, at, end)) ?? 0;

/** A frame of RTU may begin with what could be a header; there, what would be the function is part of something else. */
const hasKnownFunction = (bytes: Buffer, at: number): boolean => isFunctionCode((bytes[at + 7] ?? 0) & ~exceptionFlag);

function mbapEnd(bytes: Buffer, at: number, isCertain: boolean): number {
  if (!isCertain && !hasKnownFunction(bytes, at)) return 0;
  if (bytes.length - at < shortestMbapFrame || bytes.readUInt16BE(at + 2) !== 0) return 0;
  const length = bytes.readUInt16BE(at + 4);
  const end = at + 6 + length;
  // Unit, function and at least one byte more: nothing shorter is sent.
  return length >= (isCertain ? 2 : 3) && length <= 254 && end <= bytes.length ? end : 0;
}

/** With a header and no frame of either kind: protocol 0 and a length that could be one. */
const looksLikeMbap = (bytes: Buffer): boolean =>
  bytes.length > shortestMbapFrame &&
  bytes.readUInt16BE(2) === 0 &&
  bytes[4] === 0 &&
  bytes[5]! >= 3 &&
  hasKnownFunction(bytes, 0);

/** Slave, then a function that exists; a heartbeat in letters has none. */
const looksLikeRtu = (bytes: Buffer): boolean =>
  bytes.length >= 3 && bytes.length <= maxRtuFrameBytes && isFunctionCode(bytes[1]! & ~exceptionFlag);

/**
 * Where the frames in some bytes begin and end. Every byte is in exactly one of the results, in their order.
 *
 * @param framing null: found out by CRC and header
 */
export function splitFrames(bytes: Buffer, framing: Framing | null): FrameBytes[] {
  const found: FrameBytes[] = [];
  let from = 0;
  const leftOver = (to: number): void => {
    if (to === from) return;
    const rest = bytes.subarray(from, to);
    const guess = looksLikeMbap(rest) ? 'tcp' : looksLikeRtu(rest) ? 'rtu' : null;
    found.push({ framing: framing ?? guess, bytes: rest });
  };
  for (let at = 0; at < bytes.length; ) {
    const rtu = framing === 'tcp' ? 0 : rtuEnd(bytes, at);
    // A CRC that fits is no chance; a header of zeros may be.
    const tcp = framing === 'rtu' || rtu > 0 ? 0 : mbapEnd(bytes, at, framing === 'tcp');
    const end = rtu || tcp;
    if (end === 0) {
      at++;
      continue;
    }
    leftOver(at);
    found.push({ framing: rtu > 0 ? 'rtu' : 'tcp', bytes: bytes.subarray(at, end) });
    at = end;
    from = end;
  }
  leftOver(bytes.length);
  return found;
}
