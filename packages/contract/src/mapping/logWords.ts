import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const mappingLogWords = defineLogWords({
  subjects: {
    mappingProfile: { zh: '映射方案', en: 'Mapping' },
  },
  fields: {
    mapping: { zh: '映射', en: 'Mapping' },
    mappingProfileId: { zh: '映射方案', en: 'Mapping', pointsAt: 'mappingProfile' },
    topic: { zh: '主题', en: 'Topic' },
  },
});
