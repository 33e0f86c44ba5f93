import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const eventNoticeLogWords = defineLogWords({
  subjects: {
    eventNotice: { zh: '事件通知', en: 'Event notice' },
  },
  fields: {
    delayMinutes: { zh: '延迟通知（分钟）', en: 'Notify after (minutes)' },
    eventTypes: { zh: '事件类型', en: 'Events' },
    systemType: { zh: '系统类型', en: 'System' },
    tellsRecovery: { zh: '恢复时通知', en: 'Tells when it is over' },
  },
});
