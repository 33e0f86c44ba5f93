import { dataFormatWords } from '@watchpost/contract';
import { durationWord } from './pdf/words.ts';
import type { Plan, Wish } from './plan.ts';

/** More names would not be read. */
const mostNames = 2;

const words = {
  more: {
    zh: (first: string, n: number) => `${first} 等 ${n} 个点位`,
    en: (first: string, n: number) => `${first} and ${n - 1} more`,
  },
  every: { zh: (interval: string) => `间隔 ${interval}`, en: (interval: string) => `every ${interval}` },
  merged: { zh: '点位并排', en: 'side by side' },
} as const;

/** `Store 1 · Freezer 3 · Air, Freezer 4 · Air · 2026-11-01 00:00 – 2026-11-08 00:00 · every 10 min · PDF, side by side`. */
export function detailOf({ language, projectName, points, fileType, isMerge, files }: Plan, wish: Wish): string {
  const comma = language === 'en' ? ', ' : '、';
  const names = points.map(({ label }) => label);
  const format = [
    dataFormatWords[fileType][language],
    ...(isMerge ? [words.merged[language]] : []),
    ...(files ? ['ZIP'] : []),
  ];
  return [
    projectName,
    names.length <= mostNames ? names.join(comma) : words.more[language](names[0]!, names.length),
    `${wish.start.slice(0, 16)} – ${wish.end.slice(0, 16)}`,
    words.every[language](durationWord(wish.intervalMinutes * 60_000, language)),
    format.join(comma),
  ].join(' · ');
}
