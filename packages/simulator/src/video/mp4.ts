/** As much of ISO/IEC 14496-12 and -15 as a fragmented MP4 with one H.264 track needs. */

/** Units of all times: milliseconds. */
const timescale = 1000;
const trackId = 1;

const u8 = (...values: number[]): Buffer => Buffer.from(values);
const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};

const box = (type: string, ...content: Buffer[]): Buffer => {
  const whole = Buffer.concat(content);
  return Buffer.concat([u32(8 + whole.length), Buffer.from(type, 'latin1'), whole]);
};
const fullBox = (type: string, version: number, flags: number, ...content: Buffer[]): Buffer =>
  box(type, u8(version, flags >> 16, (flags >> 8) & 255, flags & 255), ...content);

const identity = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32));

export interface Track {
  readonly width: number;
  readonly height: number;
  readonly sequence: Buffer;
  readonly picture: Buffer;
}

/** AVCDecoderConfigurationRecord: NAL units have four bytes of length before them. */
export const decoderConfiguration = ({ sequence, picture }: Pick<Track, 'sequence' | 'picture'>): Buffer =>
  Buffer.concat([
    u8(1, sequence[1]!, sequence[2]!, sequence[3]!, 0xff, 0xe1),
    u16(sequence.length),
    sequence,
    u8(1),
    u16(picture.length),
    picture,
  ]);

/** What comes before all segments. */
export function initialSegment(track: Track): Buffer {
  const { width, height } = track;
  const sampleEntry = box(
    'avc1',
    Buffer.alloc(6),
    u16(1), // data_reference_index
    Buffer.alloc(16),
    u16(width),
    u16(height),
    u32(0x480000), // 72 dpi
    u32(0x480000),
    u32(0),
    u16(1), // frame_count
    Buffer.alloc(32), // compressorname
    u16(0x18),
    u16(0xffff),
    box('avcC', decoderConfiguration(track)),
  );
  const sampleTable = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), sampleEntry),
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0), u32(0)),
    fullBox('stco', 0, 0, u32(0)),
  );
  const media = box(
    'mdia',
    fullBox('mdhd', 0, 0, u32(0), u32(0), u32(timescale), u32(0), u16(0x55c4), u16(0)),
    fullBox('hdlr', 0, 0, u32(0), Buffer.from('vide'), Buffer.alloc(12), Buffer.from('camera\0')),
    box(
      'minf',
      fullBox('vmhd', 0, 1, Buffer.alloc(8)),
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
      sampleTable,
    ),
  );
  const header = fullBox(
    'tkhd',
    0,
    3,
    u32(0),
    u32(0),
    u32(trackId),
    u32(0),
    u32(0),
    Buffer.alloc(16),
    identity,
    u32(width << 16),
    u32(height << 16),
  );
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5'), u32(512), Buffer.from('iso5iso6mp41')),
    box(
      'moov',
      fullBox(
        'mvhd',
        0,
        0,
        u32(0),
        u32(0),
        u32(timescale),
        u32(0),
        u32(0x10000),
        u16(0x100),
        Buffer.alloc(10),
        identity,
        Buffer.alloc(24),
        u32(trackId + 1),
      ),
      box('trak', header, media),
      box('mvex', fullBox('trex', 0, 0, u32(trackId), u32(1), u32(0), u32(0), u32(0))),
    ),
  ]);
}

export interface Sample {
  readonly unit: Buffer;
  readonly isKeyFrame: boolean;
}

/** Some pictures, each shown for the same time. */
export function mediaSegment(
  sequenceNumber: number,
  { startMs, frameMs, samples }: { startMs: number; frameMs: number; samples: readonly Sample[] },
): Buffer {
  const data = Buffer.concat(samples.flatMap(({ unit }) => [u32(unit.length), unit]));
  const rows = samples.map(({ unit, isKeyFrame }) =>
    Buffer.concat([u32(frameMs), u32(unit.length + 4), u32(isKeyFrame ? 0x02000000 : 0x01010000)]),
  );
  const fragment = (dataOffset: number): Buffer =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, u32(sequenceNumber)),
      box(
        'traf',
        fullBox('tfhd', 0, 0x020000, u32(trackId)), // default-base-is-moof
        fullBox('tfdt', 1, 0, u64(startMs)),
        fullBox('trun', 0, 0x000701, u32(samples.length), u32(dataOffset), ...rows),
      ),
    );
  return Buffer.concat([fragment(fragment(0).length + 8), box('mdat', data)]);
}
