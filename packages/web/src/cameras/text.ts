import type { CameraKind, CameraState } from '@watchpost/contract';
import { defineText } from '../lib/defineText.ts';

export const cameraText = defineText({
  cameras: { zh: '摄像头', en: 'Cameras' },
  bind: { zh: '绑定摄像头', en: 'Bind camera' },
  edit: { zh: '编辑', en: 'Edit' },
  editCamera: { zh: '编辑摄像头', en: 'Edit camera' },
  unbind: { zh: '解绑', en: 'Unbind' },
  watch: { zh: '观看', en: 'Watch' },
  check: { zh: '立即检测', en: 'Check now' },
  close: { zh: '关闭', en: 'Close' },
  bound: { zh: '摄像头绑定成功', en: 'Camera bound' },
  saved: { zh: '摄像头已保存', en: 'Camera saved' },
  unbound: { zh: '摄像头已解绑', en: 'Camera unbound' },
  checked: {
    zh: (name: string, state: string) => `${name}：${state}`,
    en: (name: string, state: string) => `${name}: ${state}`,
  },
  unbindTitle: {
    zh: (n: number) => (n === 1 ? '解绑此摄像头？' : `解绑 ${n} 个摄像头？`),
    en: (n: number) => (n === 1 ? 'Unbind this camera?' : `Unbind ${n} cameras?`),
  },
  unbindHint: {
    zh: '它们将从视频墙和列表中消失，最后一张画面也一并删除。摄像头和媒体服务器不受影响。',
    en: 'They leave the video wall and the lists, and their last pictures go with them. Camera and media server are not touched.',
  },
  empty: { zh: '还没有摄像头', en: 'No cameras yet' },
  emptyHint: {
    zh: '绑定摄像头后，即可在视频墙上实时观看。',
    en: 'Once a camera is bound, its live pictures stand on the video wall.',
  },
  emptyWall: { zh: '此项目还没有摄像头', en: 'This project has no cameras yet' },
  emptyWallHint: {
    zh: '在“终端管理 › 摄像头”中绑定摄像头。',
    en: 'Bind them under “Cameras” in the menu.',
  },
  noneMatching: { zh: '没有符合条件的摄像头', en: 'No camera matches' },
  clearFilters: { zh: '清除筛选', en: 'Clear filters' },
  count: { zh: (n: number) => `${n} 个摄像头`, en: (n: number) => (n === 1 ? '1 camera' : `${n} cameras`) },
  layout: { zh: '画面数', en: 'Pictures at once' },
  search: { zh: '搜索摄像头或设备', en: 'Search camera or device' },
  allSubsystems: { zh: '全部子系统', en: 'All subsystems' },
  manage: { zh: '应用与视频管理', en: 'Application and video management' },
  manageOf: {
    zh: (name: string) => `应用与视频管理 · ${name}`,
    en: (name: string) => `Application and video management · ${name}`,
  },
  manageEmpty: { zh: '此设备还没有关联摄像头', en: 'No camera looks at this device yet' },
  takeOne: { zh: '关联已有摄像头', en: 'Add a camera of the project' },
  take: { zh: '关联', en: 'Add' },
  letGo: { zh: '取消关联', en: 'Take off' },
  letGoDone: { zh: '已取消关联', en: 'Taken off this device' },
  disabled: { zh: '项目已停用', en: 'This project is disabled' },
  expired: { zh: '项目服务已到期', en: 'The service of this project has ended' },
  disabledHint: { zh: '停用期间不显示实时画面。', en: 'Nothing live is shown meanwhile.' },
});

export const fieldText = defineText({
  picture: { zh: '画面', en: 'Picture' },
  name: { zh: '摄像头名称', en: 'Camera' },
  number: { zh: '设备编号', en: 'Device number' },
  numberHint: { zh: '铭牌上的序列号或编号', en: 'As it stands on its plate' },
  kind: { zh: '视频类型', en: 'Kind of video' },
  address: { zh: '视频地址', en: 'Video address' },
  device: { zh: '关联设备', en: 'Device' },
  deviceHint: {
    zh: '摄像头拍摄的设备；能看到该设备的成员也能看到画面',
    en: 'The device in view; members who see it also see the video',
  },
  subsystem: { zh: '子系统', en: 'Subsystem' },
  project: { zh: '项目', en: 'Project' },
  state: { zh: '状态', en: 'State' },
  checked: { zh: '检测时间', en: 'Checked' },
  note: { zh: '备注', en: 'Note' },
  createdBy: { zh: '绑定人', en: 'Bound by' },
  updated: { zh: '更新时间', en: 'Changed' },
  searchList: { zh: '搜索名称、编号、地址或设备', en: 'Search name, number, address or device' },
  hlsHint: {
    zh: '例如 https://media.example.com:8888/cam1/index.m3u8',
    en: 'Such as https://media.example.com:8888/cam1/index.m3u8',
  },
  flvHint: {
    zh: '例如 https://media.example.com/live/cam1.live.flv，也可以 ws:// 或 wss:// 开头',
    en: 'Such as https://media.example.com/live/cam1.live.flv; ws:// and wss:// also work',
  },
  whepHint: {
    zh: '例如 https://media.example.com:8889/cam1/whep。延迟最低；浏览器须能直接连到媒体服务器',
    en: 'Such as https://media.example.com:8889/cam1/whep. The least delay; browsers must reach the media server themselves',
  },
  keptHint: {
    zh: '账号、密码和参数加密保存，不再显示；不修改则保持不变',
    en: 'Login and parameters are kept encrypted and not shown again; left as it is, nothing changes',
  },
});

export const kindText: Readonly<Record<CameraKind, { zh: string; en: string }>> = {
  hls: { zh: 'HLS', en: 'HLS' },
  flv: { zh: 'FLV', en: 'FLV' },
  whep: { zh: 'WebRTC', en: 'WebRTC' },
};

export const stateText = defineText({
  reachable: { zh: '可观看', en: 'Reachable' },
  unreachable: { zh: '无法连接', en: 'Unreachable' },
  unchecked: { zh: '未检测', en: 'Not checked yet' },
  since: { zh: (time: string) => `${time} 起`, en: (time: string) => `since ${time}` },
} satisfies Record<CameraState, unknown> & Record<string, unknown>);

export const tileText = defineText({
  live: { zh: '直播', en: 'Live' },
  connecting: { zh: '正在连接…', en: 'Connecting …' },
  noPicture: { zh: '没有画面', en: 'No picture' },
  interrupted: { zh: '视频中断', en: 'The video was interrupted.' },
  cannotDecode: {
    zh: '视频流存在，但此浏览器无法播放。请将摄像头设为 H.264 编码（可使用子码流）',
    en: 'The stream is there, but this browser cannot play it. Set the camera to H.264, on its sub-stream if need be.',
  },
  notReached: {
    zh: '视频流存在，但此浏览器连不上媒体服务器',
    en: 'The stream is there, but this browser does not reach the media server.',
  },
  since: { zh: (time: string) => `${time} 起无法连接`, en: (time: string) => `Unreachable since ${time}` },
  lastPicture: { zh: (age: string) => `最后画面：${age}`, en: (age: string) => `Last picture: ${age}` },
  retry: { zh: '重试', en: 'Try again' },
  snapshot: { zh: '截图', en: 'Take a picture' },
  snapshotOf: { zh: (name: string) => `截图：${name}`, en: (name: string) => `Take a picture: ${name}` },
  snapshotKept: { zh: '截图已保存为摄像头封面', en: 'Kept as the camera’s last picture' },
  snapshotTainted: {
    zh: '浏览器不允许读取此视频的画面，无法截图',
    en: 'The browser does not let this video be read, so no picture can be taken.',
  },
  snapshotNothing: { zh: '画面尚未显示，请稍后再截图', en: 'There is no picture yet. Try again in a moment.' },
  fullScreen: { zh: '全屏', en: 'Full screen' },
  fullScreenOf: { zh: (name: string) => `全屏：${name}`, en: (name: string) => `Full screen: ${name}` },
  leaveFullScreen: { zh: '退出全屏', en: 'Leave full screen' },
  videoOf: { zh: (name: string) => `${name} 的实时画面`, en: (name: string) => `Live pictures of ${name}` },
  coverOf: { zh: (name: string) => `${name} 的最后画面`, en: (name: string) => `Last picture of ${name}` },
});
