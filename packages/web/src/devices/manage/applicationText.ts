import { defineText } from '../../lib/defineText.ts';

export const applicationText = defineText({
  tabs: { zh: '应用与视频管理', en: 'Applications and video' },
  boards: { zh: '看板', en: 'Boards' },
  video: { zh: '视频', en: 'Video' },
  none: { zh: '无设备', en: 'No devices' },
  waits: { zh: '待接入设备', en: 'no devices yet' },
  inAlarm: { zh: (n: number) => `${n} 台报警`, en: (n: number) => `${n} in alarm` },
  offline: { zh: (n: number) => `${n} 台离线`, en: (n: number) => `${n} offline` },
  choose: { zh: '选择看板', en: 'Choose boards' },
  chooseTitle: {
    zh: (count: number, name: string) => (count === 1 ? `${name}的看板` : `${count} 个项目的看板`),
    en: (count: number, name: string) => (count === 1 ? `Boards of ${name}` : `Boards of ${count} projects`),
  },
  chooseHint: {
    zh: '有设备的看板始终显示。尚无设备的看板可先显示在菜单中，或从菜单中隐藏。',
    en: 'A board with devices is always in the menu. One that waits for its devices can be shown in advance, or hidden.',
  },
  action: { zh: '操作', en: 'Action' },
  show: { zh: '显示', en: 'Show' },
  hide: { zh: '隐藏', en: 'Hide' },
  saved: { zh: '看板已更新', en: 'Boards changed' },
});
