import { defineText } from '../../lib/defineText.ts';

export const text = defineText({
  from: { zh: '开始日期', en: 'First day' },
  to: { zh: '结束日期', en: 'Last day' },
  preset: {
    zh: (n: number) => (n === 1 ? '今天' : `近 ${n} 天`),
    en: (n: number) => (n === 1 ? 'Today' : `Last ${n} days`),
  },
  future: { zh: '不能选择今天之后的日期。', en: 'Days after today cannot be chosen.' },
  reversed: { zh: '开始日期不能晚于结束日期。', en: 'The first day must not be after the last.' },
  tooLong: {
    zh: (most: number, asked: number) => `最多选择 ${most} 天，现为 ${asked} 天。`,
    en: (most: number, asked: number) => `At most ${most} days; these are ${asked}.`,
  },
  stillShown: {
    zh: (from: string, to: string) => `下方仍为 ${from} 至 ${to}。`,
    en: (from: string, to: string) => `Below is still ${from} to ${to}.`,
  },
});
