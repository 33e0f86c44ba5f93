import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const writingLogWords = defineLogWords({
  subjects: {
    writeBatch: { zh: '批量写入', en: 'Batch of writes' },
  },
  fields: {
    allowedValues: { zh: '允许值', en: 'Allowed values' },
    interlock: { zh: '联锁', en: 'Interlock' },
    interlockPoint: { zh: '联锁点位', en: 'Interlock point' },
    max: { zh: '最大值', en: 'Maximum' },
    min: { zh: '最小值', en: 'Minimum' },
    minIntervalSeconds: { zh: '最小写入间隔（秒）', en: 'Least seconds between writes' },
    returnAt: { zh: '自动恢复时间', en: 'Returns at' },
    returnMinutes: { zh: '自动恢复（分钟）', en: 'Returns after (minutes)' },
    times: { zh: '次数', en: 'Times' },
    value: { zh: '值', en: 'Value' },
    values: { zh: '取值', en: 'Values' },
  },
});
