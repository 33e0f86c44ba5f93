import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

/** No ZIP archive as office programs write them. */
export class UnreadableArchive extends Error {
  override readonly name = 'UnreadableArchive';
}

/** The archive would unpack to more than was allowed. */
export class ArchiveTooLarge extends Error {
  override readonly name = 'ArchiveTooLarge';
}

/** Signatures and fixed sizes of the ZIP format (APPNOTE 4.3). */
const endOfDirectory = { signature: 0x06054b50, size: 22 };
const directoryEntry = { signature: 0x02014b50, size: 46 };
const localHeader = { signature: 0x04034b50, size: 30 };
const longestComment = 0xffff;
/** More parts than any workbook of rows has. */
const maxEntries = 1000;

function findEndOfDirectory(archive: Buffer): number {
  const last = archive.length - endOfDirectory.size;
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1) {
    if (archive.readUInt32LE(at) === endOfDirectory.signature) return at;
  }
  throw new UnreadableArchive('no end of central directory');
}

/**
 * Every part of a ZIP archive, by name. Unpacking stops as soon as the parts together exceed `maxBytes`; the sizes that the
 * archive claims are not trusted.
 *
 * @throws UnreadableArchive for anything but a plain archive: encrypted, split, over 4 GB, damaged
 * @throws ArchiveTooLarge
 */
export async function unzipBounded(content: Uint8Array, maxBytes: number): Promise<Map<string, Buffer>> {
  const archive = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (archive.length < endOfDirectory.size) throw new UnreadableArchive('too short');
  try {
    return await unzip(archive, maxBytes);
  } catch (error) {
    if (error instanceof UnreadableArchive || error instanceof ArchiveTooLarge) throw error;
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new ArchiveTooLarge('unpacks to too much');
    throw new UnreadableArchive('damaged', { cause: error });
  }
}

async function unzip(archive: Buffer, maxBytes: number): Promise<Map<string, Buffer>> {
  const end = findEndOfDirectory(archive);
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  if (count > maxEntries) throw new ArchiveTooLarge('too many parts');
  const parts = new Map<string, Buffer>();
  let left = maxBytes;
  for (let i = 0; i < count; i += 1) {
    if (archive.readUInt32LE(at) !== directoryEntry.signature) throw new UnreadableArchive('damaged directory');
    const flags = archive.readUInt16LE(at + 8);
    const method = archive.readUInt16LE(at + 10);
    const packedBytes = archive.readUInt32LE(at + 20);
    const claimedBytes = archive.readUInt32LE(at + 24);
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + directoryEntry.size, at + directoryEntry.size + nameBytes);
    const header = archive.readUInt32LE(at + 42);
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) throw new UnreadableArchive('encrypted or unknown method');
    if (claimedBytes > left) throw new ArchiveTooLarge(`${name} claims ${claimedBytes} bytes`);
    if (archive.readUInt32LE(header) !== localHeader.signature) throw new UnreadableArchive('damaged part');
    const start = header + localHeader.size + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const packed = archive.subarray(start, start + packedBytes);
    if (packed.length !== packedBytes) throw new UnreadableArchive('cut off');
    const part = method === 0 ? packed : await inflate(packed, { maxOutputLength: Math.max(left, 1) });
    if (part.length !== claimedBytes || parts.has(name)) throw new UnreadableArchive('its directory is not true');
    left -= part.length;
    parts.set(name, part);
    at += directoryEntry.size + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return parts;
}
