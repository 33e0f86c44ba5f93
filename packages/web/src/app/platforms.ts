import type { Bilingual, CompanyFlag } from '@watchpost/contract';

/**
 * Every platform of the specification (§1) in the order of the header's switch. One shows as soon as the user may open one of its
 * screens. A platform with a flag that the company lacks has no screen to open.
 */
export const platforms = {
  BUSINESS: { zh: '远程监控', en: 'Monitoring' },
  Work_Order: { zh: '工单', en: 'Work orders', flag: 'workOrder' },
  DATA_ANALYSIS: { zh: '数据分析', en: 'Analysis', flag: 'dataAnalysis' },
  DEVICE_CONNECT: { zh: '企业服务', en: 'Company setup', flag: 'enterpriseService' },
  SYSTEM_MANAGE: { zh: '系统管理', en: 'Administration' },
  SYSTEM_MANAGE_New: { zh: '系统管理（新）', en: 'Administration (new)', flag: 'systemManageNew' },
  REMOTE_BOOT: { zh: '远程开机', en: 'Remote start', flag: 'remoteBoot' },
} as const satisfies Record<string, Platform>;

interface Platform extends Bilingual {
  /** The company's status flag that opens it; absent: every company has it. */
  readonly flag?: CompanyFlag;
}

export type PlatformName = keyof typeof platforms;
