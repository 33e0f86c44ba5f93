import { ProtocolError } from '../ProtocolError.ts';

const headerBytes = 7;
const maxPduBytes = 253;

export interface MbapFrame {
  transactionId: number;
  slaveId: number;
  pdu: Buffer;
}

/**
 * One Modbus TCP frame: transaction id, protocol 0, length, unit, PDU; all high byte first, no CRC.
 *
 * Example: transaction 1, slave 1, `03 0000 0002` is `0001 0000 0006 01 03 0000 0002`.
 */
export function buildMbapFrame(transactionId: number, slaveId: number, pdu: Uint8Array): Buffer {
  if (pdu.length > maxPduBytes) throw new ProtocolError('frameTooLong', `${pdu.length}`);
  const frame = Buffer.alloc(headerBytes + pdu.length);
  frame.writeUInt16BE(transactionId & 0xffff, 0);
  frame.writeUInt16BE(pdu.length + 1, 4);
  frame[6] = slaveId;
  frame.set(pdu, headerBytes);
  return frame;
}

/**
 * Takes the complete frames off the front of `bytes`; `rest` waits for the next segment.
 *
 * @throws ProtocolError `badLength` when a header cannot be one: without a checksum there is nothing to find the next frame
 *   by, so the caller closes the connection
 */
export function takeMbapFrames(bytes: Buffer): { frames: MbapFrame[]; rest: Buffer } {
  const frames: MbapFrame[] = [];
  let rest = bytes;
  while (rest.length >= headerBytes) {
    const length = rest.readUInt16BE(4);
    if (rest.readUInt16BE(2) !== 0 || length < 2 || length > maxPduBytes + 1) {
      throw new ProtocolError('badLength', rest.subarray(0, headerBytes).toString('hex'));
    }
    if (rest.length < 6 + length) break;
    frames.push({
      transactionId: rest.readUInt16BE(0),
      slaveId: rest[6]!,
      pdu: Buffer.from(rest.subarray(headerBytes, 6 + length)),
    });
    rest = rest.subarray(6 + length);
  }
  return { frames, rest };
}
