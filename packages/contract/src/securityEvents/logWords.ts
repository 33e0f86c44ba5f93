import { defineLogWords } from '../logs/defineLogWords.ts';
import { securityEventKinds } from './kinds.ts';

/** An export of the list logs its filter. */
export const securityEventLogWords = defineLogWords({
  subjects: {},
  fields: { KindList: { zh: '安全事件', en: 'Security events', values: securityEventKinds } },
});
