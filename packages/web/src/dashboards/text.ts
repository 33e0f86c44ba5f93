import { dashboardPartWords } from '@watchpost/contract';
import { type StatusCounts, statusText } from '../devices/index.ts';
import { defineText } from '../lib/defineText.ts';

const notNormal = ['alarm', 'beyond', 'notShown', 'offline', 'noData', 'noLimits'] as const;

/** "2 in alarm, 1 offline": how many stand otherwise than normal; empty: none do. */
const zhOf = (counts: StatusCounts, unit: string): string =>
  notNormal.flatMap((each) => (counts[each] ? [`${counts[each]} ${unit}${statusText[each].zh}`] : [])).join('，');
const enOf = (counts: StatusCounts): string =>
  notNormal
    .flatMap((each) => (counts[each] ? [`${counts[each]} ${statusText[each].en.toLowerCase()}`] : []))
    .join(', ');

export const dashboardText = defineText({
  ...dashboardPartWords,
  situation: {
    zh: (all: number, counts: StatusCounts) =>
      counts.normal === all ? `${all} 台设备全部正常` : `${all} 台设备：${zhOf(counts, '台')}`,
    en: (all: number, counts: StatusCounts) =>
      counts.normal === all ? `All ${all} devices are normal` : `${all} devices: ${enOf(counts)}`,
  },
  arrange: { zh: '调整看板', en: 'Arrange' },
  done: { zh: '完成', en: 'Done' },
  restore: { zh: '恢复默认', en: 'Restore defaults' },
  giveToAll: { zh: '设为所有人的默认', en: 'Use for everybody' },
  givenToAll: { zh: '已设为本项目所有人的默认看板', en: 'Everybody in this project has this dashboard now' },
  takeFromAll: { zh: '取消所有人的默认', en: 'Usual for everybody' },
  usualForAll: { zh: '已恢复系统默认看板', en: 'Everybody has the usual dashboard again' },
  show: { zh: (name: string) => `显示：${name}`, en: (name: string) => `Show ${name}` },
  up: { zh: (name: string) => `上移：${name}`, en: (name: string) => `Move ${name} up` },
  down: { zh: (name: string) => `下移：${name}`, en: (name: string) => `Move ${name} down` },
  noAlarmRight: { zh: '没有查看报警的权限', en: 'You have no permission to see alarms.' },
  addStar: { zh: '添加关注设备', en: 'Star a device' },
  unstar: { zh: (name: string) => `取消关注：${name}`, en: (name: string) => `Remove the star: ${name}` },
  noStarred: { zh: '还没有关注的设备', en: 'No starred devices yet' },
  addShortcut: { zh: '添加快捷入口', en: 'Add a shortcut' },
  removeShortcut: { zh: (name: string) => `移除：${name}`, en: (name: string) => `Remove ${name}` },
  noShortcuts: { zh: '还没有快捷入口', en: 'No shortcuts yet' },
  editAreas: { zh: '编辑区域', en: 'Edit areas' },
  noAreas: { zh: '没有可显示的区域', en: 'No areas to show' },
  noArea: { zh: '未分区', en: 'No area' },
  devices: { zh: (n: number) => `${n} 台设备`, en: (n: number) => (n === 1 ? '1 device' : `${n} devices`) },
  areaState: {
    zh: (counts: StatusCounts) => zhOf(counts, '') || statusText.normal.zh,
    en: (counts: StatusCounts) => enOf(counts) || statusText.normal.en.toLowerCase(),
  },
  noNearest: { zh: '没有设置了限值的实时数据', en: 'No live values with limits' },
  band: {
    zh: (value: string, lower: string, upper: string) => `${value}，限值 ${lower} 至 ${upper}`,
    en: (value: string, lower: string, upper: string) => `${value}, limits ${lower} to ${upper}`,
  },
  noEnergyRight: { zh: '没有查看能耗的权限', en: 'You have no permission to see energy.' },
  noEnergy: { zh: '今天还没有电量数据', en: 'No energy is known of today yet' },
  nothingToCompare: { zh: '上周同期数据不全，无法比较', en: 'Last week is not fully known: nothing to compare with' },
  againstWeek: {
    zh: (change: string, before: string) => `较上周同期 ${change}（${before} kWh）`,
    en: (change: string, before: string) => `${change} against a week ago (${before} kWh by this time)`,
  },
  loadNow: {
    zh: (kw: string, time: string) => `最近一刻钟 ${kw} kW，至 ${time}`,
    en: (kw: string, time: string) => `${kw} kW in the quarter of an hour to ${time}`,
  },
  quartersUnknown: {
    zh: (n: number) => `${n} 个刻钟未知，未计入`,
    en: (n: number) => `${n} ${n === 1 ? 'quarter' : 'quarters'} not known and not counted`,
  },
  firstOf: {
    zh: (shown: number, all: number) => `项目共 ${all} 台设备，看板按前 ${shown} 台统计`,
    en: (shown: number, all: number) =>
      `The project has ${all} devices. The parts that stand on devices show the first ${shown}.`,
  },
  noCounters: { zh: '项目没有客流计数设备', en: 'This project has no people counters' },
  noVisitors: { zh: '今天还没有客流数据', en: 'No visitors are known of today yet' },
  unknownCount: { zh: '未知', en: 'not known' },
  visitorCount: { zh: (n: string) => `${n} 人次`, en: (n: string) => `${n} visitors` },
  nothingUsual: { zh: '往周同日数据不足，无法比较', en: 'Earlier weeks are not known well enough to compare with' },
  againstUsual: {
    zh: (change: string, usual: string) => `较同一星期几的平常 ${change}（平常此时 ${usual}）`,
    en: (change: string, usual: string) => `${change} against the usual for this weekday (${usual} by this time)`,
  },
  classShown: { zh: '设备类型', en: 'Device class' },
  device: { zh: '设备', en: 'Device' },
  curveOf: { zh: (name: string) => `${name}，近 24 小时`, en: (name: string) => `${name}, last 24 h` },
  noCurves: { zh: '没有可绘制曲线的设备', en: 'No device has a value to draw' },
  noCurve: { zh: '近 24 小时没有数据', en: 'Nothing is known of the last 24 h' },
  noCameras: { zh: '项目没有摄像头', en: 'This project has no cameras' },
  cameraShown: { zh: '摄像头', en: 'Camera' },
  noWeather: { zh: '没有该项目所在地的天气', en: 'No weather is known of this place' },
  today: { zh: '今天', en: 'Today' },
  noPlan: { zh: '还没有平面图', en: 'No floor plan yet' },
  none: { zh: '本项目还没有设备', en: 'This project has no devices yet' },
});
