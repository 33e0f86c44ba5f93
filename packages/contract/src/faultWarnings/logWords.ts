import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const faultWarningLogWords = defineLogWords({
  subjects: {
    faultWarning: { zh: '故障预警', en: 'Fault warning' },
  },
  fields: {
    feedback: { zh: '反馈', en: 'Feedback' },
  },
});
