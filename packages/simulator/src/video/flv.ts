import { decoderConfiguration, type Sample } from './mp4.ts';

/** What an FLV stream with pictures only begins with (Adobe FLV 10.1, annex E). */
const header = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]);
const videoTag = 9;
const avc = 7;

function tag(content: Buffer, timestampMs: number): Buffer {
  const head = Buffer.alloc(11);
  head.writeUInt8(videoTag, 0);
  head.writeUIntBE(content.length, 1, 3);
  head.writeUIntBE(timestampMs & 0xffffff, 4, 3);
  head.writeUInt8((timestampMs >>> 24) & 0xff, 7);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(head.length + content.length);
  return Buffer.concat([head, content, size]);
}

export const flvBeginning = (sets: { sequence: Buffer; picture: Buffer }): Buffer =>
  Buffer.concat([header, tag(Buffer.concat([Buffer.from([0x10 | avc, 0, 0, 0, 0]), decoderConfiguration(sets)]), 0)]);

export function flvPicture({ unit, isKeyFrame }: Sample, timestampMs: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(unit.length);
  return tag(Buffer.concat([Buffer.from([(isKeyFrame ? 0x10 : 0x20) | avc, 1, 0, 0, 0]), length, unit]), timestampMs);
}
