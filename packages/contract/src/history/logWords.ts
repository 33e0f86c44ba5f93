import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const historyLogWords = defineLogWords({
  subjects: {},
  fields: {
    historyFrom: { zh: '历史数据起', en: 'History from' },
    historyKeptDays: { zh: '历史数据保留（天）', en: 'History kept (days)' },
    historyTo: { zh: '历史数据止', en: 'History until' },
    readings: { zh: '读数数量', en: 'Readings' },
  },
});
