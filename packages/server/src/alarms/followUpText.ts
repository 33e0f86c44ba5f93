import type { Bilingual, followUps } from '@watchpost/contract';

export type FollowUp = (typeof followUps)[number];

export const followUpText: Record<FollowUp, Bilingual> = {
  observing: { zh: '观察中', en: 'observing' },
  pendingProcessing: { zh: '待处理', en: 'pending processing' },
  noProcessingRequired: { zh: '无需处理', en: 'no processing required' },
  alarmOff: { zh: '报警关闭', en: 'alarm off' },
  humanIntervention: { zh: '需人工处理', en: 'needs someone on site' },
  contactStore: { zh: '联系门店', en: 'contact the store' },
};
