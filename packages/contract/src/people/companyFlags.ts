import type { Bilingual } from '../call.ts';

/**
 * What a company may have beyond monitoring and administration; the operator of the installation switches it on. Kept by these
 * names, so none is ever renamed. Spec §1: the entries show only when their flag is on.
 */
export const companyFlags = {
  workOrder: { zh: '工单', en: 'Work orders' },
  dataAnalysis: { zh: '数据分析', en: 'Analysis' },
  enterpriseService: { zh: '企业服务', en: 'Company setup' },
  systemManageNew: { zh: '系统管理（新）', en: 'Administration (new)' },
  remoteBoot: { zh: '远程开机', en: 'Remote start' },
  dataScreen: { zh: '数据大屏', en: 'Data screen' },
} as const satisfies Record<string, Bilingual>;

export type CompanyFlag = keyof typeof companyFlags;

export const companyFlagNames = Object.keys(companyFlags) as [CompanyFlag, ...CompanyFlag[]];
