import type { Readable } from 'node:stream';
import { type OversizedPacket, PacketLimit } from './PacketLimit.ts';

/**
 * Destroys the connection at the first packet that is too large, before its bytes are collected. It sees the bytes as their reader
 * takes them with `read()`: a stream in between would copy each byte, and a listener would take them from the reader.
 *
 * @param bytes see `PacketLimit`: of the first packet, which comes from a stranger, and of those after it
 * @param onOversized told once, after the connection was destroyed; `beginning` is what came of the packet in the chunk that
 *   completed its header
 */
export function limitPackets(
  connection: Readable,
  bytes: { first: number; later: number },
  onOversized: (oversized: OversizedPacket, beginning: Buffer) => void = () => {},
): void {
  const limit = new PacketLimit(bytes.first, bytes.later);
  const read = connection.read.bind(connection);
  let refused = false;
  connection.read = (size?: number): Buffer | null => {
    const chunk: Buffer | null = refused ? null : read(size);
    const oversized = chunk && limit.push(chunk);
    if (!oversized) return chunk;
    refused = true;
    connection.destroy();
    onOversized(oversized, chunk.subarray(oversized.offset));
    return null;
  };
}
