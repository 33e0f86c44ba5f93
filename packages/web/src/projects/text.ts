import { defineText } from '../lib/defineText.ts';
import type { OverviewState } from './overview.ts';

export const overviewStateText = defineText({
  alarm: { zh: '有报警', en: 'In alarm' },
  beyond: { zh: '超限', en: 'Beyond limits' },
  offline: { zh: '有设备离线', en: 'Devices offline' },
  normal: { zh: '正常', en: 'Normal' },
  disabled: { zh: '已停用', en: 'Disabled' },
  expired: { zh: '已到期', en: 'Expired' },
} satisfies Record<OverviewState, { zh: string; en: string }>);

export const overviewText = defineText({
  map: { zh: '项目分布图', en: 'Map of your projects' },
  list: { zh: '项目列表', en: 'List of projects' },
  parts: { zh: '列表或地图', en: 'List or map' },
  partList: { zh: '列表', en: 'List' },
  partMap: { zh: '地图', en: 'Map' },
  summary: {
    zh: (all: number, alarming: number, unwatched: number) =>
      `${all} 个项目 · ${alarming} 个有报警${unwatched > 0 ? ` · ${unwatched} 个已停用或到期` : ''}`,
    en: (all: number, alarming: number, unwatched: number) =>
      `${all} project${all === 1 ? '' : 's'} · ${alarming} in alarm${unwatched > 0 ? ` · ${unwatched} disabled or expired` : ''}`,
  },
  search: { zh: '搜索名称、编号、地址', en: 'Search name, code, address' },
  state: { zh: '状态', en: 'State' },
  allStates: { zh: '全部状态', en: 'All states' },
  industry: { zh: '行业', en: 'Industry' },
  allIndustries: { zh: '全部行业', en: 'All industries' },
  chosen: {
    zh: (what: string, value: string) => `${what}：${value}`,
    en: (what: string, value: string) => `${what}: ${value}`,
  },
  sort: { zh: '排序', en: 'Order' },
  bySeverity: { zh: '按报警级别', en: 'Worst first' },
  byName: { zh: '按名称', en: 'By name' },
  alarms: {
    zh: (count: number) => `${count} 条当前报警`,
    en: (count: number) => `${count} open alarm${count === 1 ? '' : 's'}`,
  },
  beyondCount: {
    zh: (count: number) => `${count} 台超限`,
    en: (count: number) => `${count} beyond limits`,
  },
  offlineCount: { zh: (count: number) => `${count} 台离线`, en: (count: number) => `${count} offline` },
  lastData: { zh: (when: string) => `最近数据 ${when}`, en: (when: string) => `last data ${when}` },
  after: {
    zh: (words: readonly string[]) => `，${words.join('，')}，`,
    en: (words: readonly string[]) => `, ${words.join(', ')}, `,
  },
  noAlarms: { zh: '没有当前报警', en: 'No open alarms' },
  expiredOn: { zh: (day: string) => `服务已于 ${day} 到期`, en: (day: string) => `Service expired on ${day}` },
  disabledHint: {
    zh: '项目已停用：不显示实时数据，不发送通知；记录仍在继续。',
    en: 'This project is disabled: no live data and no notifications; recording goes on.',
  },
  expiredHint: {
    zh: '不再显示实时数据；记录仍在继续。请联系客户经理续期。',
    en: 'Live data is no longer shown; recording goes on. Contact your account manager.',
  },
  withoutPosition: {
    zh: (count: number) => `未标注位置（${count}）`,
    en: (count: number) => `Without a position (${count})`,
  },
  withoutPositionHint: {
    zh: '在项目配置中标注位置后，它们会出现在地图上。',
    en: 'They appear on the map once a position is set in their settings.',
  },
  noPosition: { zh: '尚未标注位置', en: 'No position set' },
  setPosition: { zh: '标注位置', en: 'Set position' },
  noneMatching: { zh: '没有符合条件的项目', en: 'No project matches' },
  noneMatchingHint: { zh: '换个关键词，或清除筛选。', en: 'Try other words, or clear the filters.' },
  clearFilters: { zh: '清除筛选', en: 'Clear filters' },
  none: { zh: '还没有分配给您的项目', en: 'No project is assigned to you' },
  noneHint: {
    zh: '请联系管理员将您加入项目。',
    en: 'Ask your administrator to add you to a project.',
  },
  more: { zh: (count: number) => `再显示 ${count} 个`, en: (count: number) => `Show ${count} more` },
  open: { zh: '进入项目', en: 'Open project' },
  seeAlarms: { zh: '查看报警', en: 'See alarms' },
  close: { zh: '关闭', en: 'Close' },
  here: { zh: (count: number) => `此处有 ${count} 个项目`, en: (count: number) => `${count} projects at this place` },
  noAddress: { zh: '未填写地址', en: 'No address' },
  code: { zh: '编号', en: 'Code' },
  byLevelFailed: { zh: '各级别数量未能加载', en: 'The counts by level could not be loaded' },
});
