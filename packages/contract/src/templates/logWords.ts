import { defineLogWords, type Words } from '../logs/defineLogWords.ts';

const templateSources: Words = {
  maker: { zh: '厂家资料', en: 'the maker' },
  field: { zh: '用户反馈', en: 'field reports' },
  own: { zh: '自行录入', en: 'own' },
};

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const templateLogWords = defineLogWords({
  subjects: {
    template: { zh: '模板', en: 'Template' },
  },
  fields: {
    appliedTo: { zh: '应用到', en: 'Applied to' },
    source: { zh: '来源', en: 'Source', values: templateSources },
  },
});
