import { dataFormatWords } from '@watchpost/contract';
import { durationWord } from './pdf/words.ts';
import { fileNameOf, type Plan, type Wish } from './plan.ts';

/** More names would not be read. */
const maxNames = 2;

const words = {
  more: {
    zh: (first: string, n: number) => `${first} 等 ${n} 个点位`,
    en: (first: string, n: number) => `${first} and ${n - 1} more`,
  },
  every: { zh: (interval: string) => `间隔 ${interval}`, en: (interval: string) => `every ${interval}` },
  merged: { zh: '点位并排', en: 'side by side' },
} as const;

/** `Store 1 · Freezer 3 · Air, Freezer 4 · Air · 2026-11-01 00:00 – 2026-11-08 00:00 · every 10 min · PDF, side by side`. */
export function detailOf(plan: Plan, wish: Wish): string {
  const { language, projectName, fileType, isMerge, files } = plan;
  const comma = language === 'en' ? ', ' : '、';
  const format = [
    dataFormatWords[fileType][language],
    ...(isMerge ? [words.merged[language]] : []),
    ...(files ? ['ZIP'] : []),
  ];
  return [
    projectName,
    namesOf(plan, maxNames),
    rangeOf(wish),
    words.every[language](durationWord(wish.intervalMinutes * 60_000, language)),
    format.join(comma),
  ].join(' · ');
}

/** What a file's name says of what is in it, so that two of one evening are told apart: `Store 1 Freezer 3 · Air 2026-11-01 0000 – 2026-11-08 0000`. */
export const fileTitleOf = (plan: Plan, wish: Wish): string =>
  `${fileNameOf(`${plan.projectName} ${namesOf(plan, 1)}`)} ${rangeOf(wish).replaceAll(':', '')}`;

function namesOf({ language, points }: Plan, most: number): string {
  const names = points.map(({ label }) => label);
  return names.length <= most
    ? names.join(language === 'en' ? ', ' : '、')
    : words.more[language](names[0]!, names.length);
}

const rangeOf = ({ start, end }: Wish): string => `${start.slice(0, 16)} – ${end.slice(0, 16)}`;
