import type { Bilingual } from '../call.ts';

/**
 * How a camera's pictures are fetched. A camera's own RTSP is none of these: browsers do not play it, a media server turns it
 * into one that they do.
 */
export const cameraKinds = ['hls', 'flv', 'whep'] as const;
export type CameraKind = (typeof cameraKinds)[number];

/** Whether the stream answered when it was last asked for. */
export const cameraStates = ['reachable', 'unreachable', 'unchecked'] as const;
export type CameraState = (typeof cameraStates)[number];

/** Why there is no picture, for those who look at it. */
export const cameraFailures = {
  hostRefused: {
    zh: '不允许连接该地址，请联系平台管理员',
    en: 'This installation may not connect to that address. Ask its operator.',
  },
  noAnswer: { zh: '媒体服务器没有应答', en: 'The media server does not answer.' },
  loginRefused: { zh: '媒体服务器拒绝登录', en: 'The media server refuses the login.' },
  unknownStream: {
    zh: '媒体服务器上没有此视频流，摄像头可能已断开',
    en: 'The media server has no such stream. The camera may be off.',
  },
  serverTrouble: { zh: '媒体服务器出错', en: 'The media server reports an error.' },
  notAStream: { zh: '该地址返回的不是视频流', en: 'What this address answers is no video stream.' },
  noSessionAddress: {
    zh: '媒体服务器未给出结束会话的地址（WHEP 要求 Location），权限收回后无法停止画面',
    en: 'The media server names no address to end a session (Location, as WHEP asks for), so a viewer who loses the right would keep the picture.',
  },
} as const satisfies Record<string, Bilingual>;
export type CameraFailure = keyof typeof cameraFailures;

/** What an address looks like, by kind: of which schemes, and how its path ends. */
export const addressShapes = {
  hls: { schemes: ['http:', 'https:'], path: /\.m3u8$/i },
  flv: { schemes: ['http:', 'https:', 'ws:', 'wss:'], path: /\.flv$/i },
  whep: { schemes: ['http:', 'https:'], path: /\/whep\/?$/i },
} as const satisfies Record<CameraKind, { schemes: readonly string[]; path: RegExp }>;

/** Stands in a shown address for what is not shown: who only sees a camera does not learn its password. */
export const hiddenPart = '•••';

/** An address without what opens it: name, password and everything behind the question mark. */
export function shownAddress(address: string): string {
  const url = new URL(address);
  const login = url.username || url.password ? `${hiddenPart}@` : '';
  return `${url.protocol}//${login}${url.host}${url.pathname}${url.search ? `?${hiddenPart}` : ''}`;
}
