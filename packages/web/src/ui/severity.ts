import { defineText } from '../lib/defineText.ts';

/** Level on the wire: 1 urgent, 2 important, 3 general, anything else record only. Spec §3. */
export type Severity = 'urgent' | 'important' | 'general' | 'record';

export const severityOf = (level: number): Severity =>
  level === 1 ? 'urgent' : level === 2 ? 'important' : level === 3 ? 'general' : 'record';

export const severityText = defineText({
  urgent: { zh: '紧急', en: 'Urgent' },
  important: { zh: '重要', en: 'Important' },
  general: { zh: '一般', en: 'General' },
  record: { zh: '仅记录', en: 'Record' },
});
