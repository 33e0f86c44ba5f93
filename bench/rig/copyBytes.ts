import type { ReadingColumns } from '../../packages/server/src/events.ts';

/** PostgreSQL's binary COPY: signature, then per row the field count and each field with its length. */
export function copyBytes(columns: ReadingColumns, shiftMs = 0): Buffer {
  const rowBytes = 2 + 4 * 4 + 4 + 8 + 8 + 2;
  const bytes = Buffer.allocUnsafe(19 + columns.length * rowBytes + 2);
  bytes.write('PGCOPY\n\xff\r\n\0', 0, 'latin1');
  bytes.fill(0, 11, 19);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const epoch2000 = Date.UTC(2000, 0, 1);
  let at = 19;
  for (let i = 0; i < columns.length; i++) {
    const micros = (columns.measuredAt[i]! + shiftMs - epoch2000) * 1000;
    view.setInt16(at, 4);
    view.setInt32(at + 2, 4);
    view.setInt32(at + 6, columns.pointIds[i]!);
    view.setInt32(at + 10, 8);
    view.setInt32(at + 14, Math.floor(micros / 2 ** 32));
    view.setUint32(at + 18, micros % 2 ** 32);
    view.setInt32(at + 22, 8);
    view.setFloat64(at + 26, columns.values[i]!);
    view.setInt32(at + 34, 2);
    view.setInt16(at + 38, columns.quality[i]!);
    at += rowBytes;
  }
  view.setInt16(at, -1);
  return bytes;
}
