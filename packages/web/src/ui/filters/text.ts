import { defineText } from '../../lib/defineText.ts';

export const text = defineText({
  filters: {
    zh: (n: number) => (n > 0 ? `筛选（${n}）` : '筛选'),
    en: (n: number) => (n > 0 ? `Filters (${n})` : 'Filters'),
  },
  projects: { zh: '项目', en: 'Projects' },
  allProjects: { zh: '全部项目', en: 'All projects' },
  chosen: {
    zh: (names: readonly string[], others: number) =>
      `项目：${names.join('、')}${others > 0 ? `等 ${names.length + others} 个` : ''}`,
    en: (names: readonly string[], others: number) =>
      `Projects: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`,
  },
  takeOff: { zh: '取消此筛选', en: 'Remove this filter' },
  clearFilters: { zh: '清除筛选', en: 'Clear filters' },
});
