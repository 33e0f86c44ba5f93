import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of cameras. Spec §5.3, §8. */
export const cameraErrors = {
  unknownCamera: {
    code: 404,
    zh: '该摄像头不存在或不对您开放，请刷新',
    en: 'This camera does not exist or is not open to you. Refresh.',
  },
  nameTaken: {
    code: 409,
    field: 'CameraName',
    zh: '摄像头绑定失败：项目中已有名为「{name}」的摄像头',
    en: 'Camera not bound: the project has a camera named “{name}” already.',
  },
  unknownDevice: {
    code: 404,
    zh: '摄像头绑定失败：项目中没有该设备，或不对您开放',
    en: 'Camera not bound: the project has no such device, or it is not open to you.',
  },
  onlySomeDevices: {
    code: 403,
    zh: '摄像头绑定失败：您只能看到部分设备，请选择其中一台作为关联设备',
    en: 'Camera not bound: you see only some devices of this project. Choose one of them as its device.',
  },
  addressRefused: {
    code: 400,
    field: 'VideoAddress',
    zh: '视频链接地址无效：找不到该主机，或不允许连接（内网主机须由平台管理员列入 ALLOWED_PRIVATE_HOSTS）',
    en: 'Not a valid video link address: the host is unknown or must not be connected to. A private host has to be listed in ALLOWED_PRIVATE_HOSTS by the operator of this installation.',
  },
  kindWithAddress: {
    code: 400,
    field: 'VideoAddress',
    zh: '更改视频类型时，请同时填写新的视频地址',
    en: 'With another kind of video, enter its address, too.',
  },
  tooMany: {
    code: 409,
    zh: '一个项目最多绑定 {max} 个摄像头',
    en: 'A project has {max} cameras at most.',
  },
  ticketInvalid: {
    code: 403,
    zh: '视频地址已失效，或您已无权查看，请刷新页面',
    en: 'This video address has expired, or the camera is not open to you any more. Reload the page.',
  },
  noStream: {
    code: 503,
    zh: '无法获取视频：{reason}',
    en: 'No video: {reasonEn}',
  },
  tooManyStreams: {
    code: 429,
    zh: '同时播放的视频过多，请关闭一些后重试',
    en: 'Too many videos are playing at once. Close some and try again.',
  },
} satisfies ErrorCatalogue;
