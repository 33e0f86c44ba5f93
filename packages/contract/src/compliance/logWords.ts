import { defineLogWords } from '../logs/defineLogWords.ts';
import { complianceProfiles, dispositionWords, findingCauseWords } from './kinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const complianceLogWords = defineLogWords({
  subjects: {
    calibrationCertificate: { zh: '校准证书', en: 'Calibration certificate' },
    compliancePack: { zh: '合规包', en: 'Compliance pack' },
    complianceProfile: { zh: '合规档案', en: 'Compliance profile' },
    recordFinding: { zh: '超限与缺口', en: 'Excursion or gap' },
  },
  fields: {
    certificateNumber: { zh: '证书编号', en: 'Certificate' },
    complianceHigh: { zh: '合规上限', en: 'Upper limit' },
    complianceLow: { zh: '合规下限', en: 'Lower limit' },
    complianceUnder: { zh: '适用标准', en: 'Profile', values: complianceProfiles },
    confirmedBySecond: { zh: '第二人已确认', en: 'Confirmed by a second person' },
    correctiveAction: { zh: '措施', en: 'Corrective action' },
    findingCause: { zh: '原因', en: 'Cause', values: findingCauseWords },
    goodsDisposition: { zh: '货物处理', en: 'Goods', values: dispositionWords },
    maxCertificateError: { zh: '最大误差', en: 'Largest error' },
    packPeriod: { zh: '合规包期间', en: 'Period of the pack' },
    packPublished: { zh: '已发布', en: 'Published' },
    sealedSince: { zh: '起始', en: 'Since' },
    sealedUntil: { zh: '结束', en: 'Until' },
    certifiedUntil: { zh: '证书有效期至', en: 'Certified until' },
  },
});
