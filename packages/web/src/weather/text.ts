import { defineText } from '../lib/defineText.ts';

export const text = defineText({
  title: { zh: (name: string) => `天气 · ${name}`, en: (name: string) => `Weather · ${name}` },
  ahead: { zh: '未来 7 天', en: 'Next 7 days' },
  past: { zh: '历史天气', en: 'Past weather' },
  today: { zh: '今天', en: 'Today' },
  to: { zh: '转', en: 'to' },
  wind: { zh: (kmh: string) => `风 ${kmh} km/h`, en: (kmh: string) => `Wind ${kmh} km/h` },
  byDay: { zh: '按日', en: 'By day' },
  byMonth: { zh: '按月', en: 'By month' },
  period: { zh: '日期范围', en: 'Period' },
  date: { zh: '日期', en: 'Date' },
  project: { zh: '项目', en: 'Project' },
  search: { zh: '项目或地址', en: 'Project or address' },
  lowest: { zh: '最低气温', en: 'Lowest' },
  highest: { zh: '最高气温', en: 'Highest' },
  temperature: { zh: '气温', en: 'Temperature' },
  sky: { zh: '天气', en: 'Sky' },
  windColumn: { zh: '最大风速', en: 'Strongest wind' },
  export: { zh: '导出', en: 'Export' },
  none: { zh: '该时间段没有保存的天气', en: 'No weather is kept of this time' },
  daysKnown: {
    zh: (known: number, all: number) => `仅 ${known} / ${all} 天`,
    en: (known: number, all: number) => `${known} of ${all} days`,
  },
  rows: { zh: (n: string) => `共 ${n} 行`, en: (n: string) => `${n} rows` },
});
