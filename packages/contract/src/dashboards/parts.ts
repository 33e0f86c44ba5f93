import type { Bilingual } from '../call.ts';

/** The parts of a dashboard, in the order in which they stand where nobody and no industry says otherwise. */
export const dashboardPartWords = {
  alarms: { zh: '报警', en: 'Alarms' },
  starred: { zh: '关注设备', en: 'Starred devices' },
  nearest: { zh: '最接近限值', en: 'Nearest to a limit' },
  plan: { zh: '平面图', en: 'Floor plan' },
  diagram: { zh: '组态图', en: 'Diagram' },
  totals: { zh: '设备类型', en: 'Device classes' },
  energy: { zh: '今日用电', en: 'Energy today' },
  visitors: { zh: '今日客流', en: 'Visitors today' },
  values: { zh: '同类设备', en: 'Devices of a class' },
  curves: { zh: '24 小时曲线', en: 'Curves of 24 h' },
  camera: { zh: '视频', en: 'Camera' },
  areas: { zh: '区域', en: 'Areas' },
  shortcuts: { zh: '快捷入口', en: 'Shortcuts' },
  weather: { zh: '天气', en: 'Weather' },
} as const satisfies Record<string, Bilingual>;
export type DashboardPart = keyof typeof dashboardPartWords;
export const dashboardParts = Object.keys(dashboardPartWords) as [DashboardPart, ...DashboardPart[]];
