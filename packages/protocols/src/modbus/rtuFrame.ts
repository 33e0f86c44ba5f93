import { ProtocolError } from '../ProtocolError.ts';
import { crc16 } from './crc16.ts';

/** Slave address, at most 253 bytes of PDU, two of CRC (Modbus over serial line 1.02, §2.3). */
export const maxRtuFrameBytes = 256;
const minRtuFrameBytes = 4;

/**
 * One RTU frame: slave address, PDU, CRC low byte first.
 *
 * Example: slave 1, `03 0000 0002` is `01 03 00 00 00 02 C4 0B`.
 */
export function buildRtuFrame(slaveId: number, pdu: Uint8Array): Buffer {
  if (pdu.length + 3 > maxRtuFrameBytes) throw new ProtocolError('frameTooLong', `${pdu.length + 3}`);
  const frame = Buffer.alloc(pdu.length + 3);
  frame[0] = slaveId;
  frame.set(pdu, 1);
  frame.writeUInt16LE(crc16(frame, 0, frame.length - 2), frame.length - 2);
  return frame;
}

/** Whether `bytes[start, end)` ends in the CRC of what goes before. */
export const hasValidCrc = (bytes: Uint8Array, start = 0, end = bytes.length): boolean =>
  end - start >= minRtuFrameBytes && crc16(bytes, start, end - 2) === (bytes[end - 2]! | (bytes[end - 1]! << 8));

/** @throws ProtocolError `frameTooShort`, `frameTooLong`, `badCrc` */
export function parseRtuFrame(frame: Uint8Array): { slaveId: number; pdu: Buffer } {
  if (frame.length < minRtuFrameBytes) throw new ProtocolError('frameTooShort', `${frame.length}`);
  if (frame.length > maxRtuFrameBytes) throw new ProtocolError('frameTooLong', `${frame.length}`);
  if (!hasValidCrc(frame)) throw new ProtocolError('badCrc', Buffer.from(frame).toString('hex'));
  return { slaveId: frame[0]!, pdu: Buffer.from(frame.subarray(1, -2)) };
}
