import { z } from 'zod';
import { say } from '../inputWords.ts';
import { clearable } from '../projects/fields.ts';
import { freeText, id, nameOf, orEmpty } from '../scalars.ts';
import { addressShapes, type CameraKind, cameraKinds, hiddenPart } from './kinds.ts';

export const cameraName = nameOf({ zh: '摄像头名称', en: 'A camera name' }, 1, 25);

const schemeOf = (address: string): string | null =>
  /^([a-z][a-z\d+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase() ?? null;

/** Spoken by cameras and encoders; no browser plays them. */
const forMediaServers = ['rtsp', 'rtsps', 'rtmp', 'rtmps', 'srt', 'rtp', 'udp'];

/** The address of a live stream, on one line; which kinds of address there are is looked at together with the kind. */
export const videoAddress = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(1000, { abort: true })
  .refine((address) => !address.includes(hiddenPart), {
    abort: true,
    error: say({
      zh: '请重新填写完整的视频地址（包括账号、密码和参数）',
      en: 'Enter the whole address again, with login and parameters',
    }),
  })
  .refine((address) => !forMediaServers.includes(schemeOf(address) ?? ''), {
    abort: true,
    error: say({
      zh: '浏览器不能播放 RTSP、RTMP 等地址。请用 MediaMTX、ZLMediaKit 等流媒体服务接入摄像头，并填写它给出的 HLS 或 WHEP 地址',
      en: 'Browsers cannot play RTSP, RTMP and the like. Let a media server such as MediaMTX or ZLMediaKit read the camera, and enter its HLS or WHEP address',
    }),
  })
  .refine((address) => /^\S+$/.test(address) && URL.canParse(address) && new URL(address).hostname !== '', {
    error: say({ zh: '视频链接地址无效', en: 'Not a valid video link address' }),
  });

const shapeWords: Readonly<Record<CameraKind, ReturnType<typeof say>>> = {
  hls: say({
    zh: 'HLS 地址以 http:// 或 https:// 开头，以 .m3u8 结尾',
    en: 'An HLS address begins with http:// or https:// and ends with .m3u8',
  }),
  flv: say({
    zh: 'FLV 地址以 http(s):// 或 ws(s):// 开头，以 .flv 结尾',
    en: 'An FLV address begins with http(s):// or ws(s):// and ends with .flv',
  }),
  whep: say({
    zh: 'WebRTC 地址以 http:// 或 https:// 开头，以 /whep 结尾',
    en: 'A WebRTC address begins with http:// or https:// and ends with /whep',
  }),
};

/** Whether an address that can be read is one of this kind. What cannot be read has been said already. */
export function fitsKind(kind: CameraKind, address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { protocol, pathname } = new URL(address);
  const { schemes, path } = addressShapes[kind];
  return (schemes as readonly string[]).includes(protocol) && path.test(pathname);
}

interface Addressed {
  Kind?: CameraKind | undefined;
  VideoAddress?: string | undefined;
}

/** An address that is given fits the kind that is given with it. */
const addressFits = <Schema extends z.ZodType<Addressed>>(schema: Schema): Schema =>
  cameraKinds.reduce<z.ZodType<Addressed>>(
    (checked, kind) =>
      checked.refine(
        ({ Kind, VideoAddress }) => Kind !== kind || VideoAddress === undefined || fitsKind(kind, VideoAddress),
        { path: ['VideoAddress'], error: shapeWords[kind] },
      ),
    schema,
  ) as unknown as Schema;

export const NewCamera = addressFits(
  z.object({
    ProjectId: id,
    Mtid: orEmpty(id).describe('the device it looks at; it belongs to that device’s subsystem'),
    CameraName: cameraName,
    DeviceNumber: freeText(50).optional().describe('the number on its plate'),
    Kind: z.enum(cameraKinds),
    VideoAddress: videoAddress,
    Note: freeText(200).optional(),
  }),
);

/** What is left out stays as it is. An address is sent with its kind: one says what the other may be. */
export const CameraChange = addressFits(
  z.object({
    Key: id,
    Mtid: clearable(id),
    CameraName: cameraName.optional(),
    DeviceNumber: freeText(50).optional(),
    Kind: z.enum(cameraKinds).optional(),
    VideoAddress: orEmpty(videoAddress).describe('none: as it was'),
    Note: freeText(200).optional(),
  }),
);
