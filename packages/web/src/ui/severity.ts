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

/** Each has a shape of its own, in a square of 16. */
export const severityShapes: Record<Severity, string> = {
  urgent: 'M8 0.5 15.5 8 8 15.5 0.5 8Z',
  important: 'M8 1.5 15.5 14.5H0.5Z',
  general: 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Z',
  record: 'M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11Zm0 2a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z',
};
