import { defineLogWords } from '../logs/defineLogWords.ts';
import { complianceProfiles, dispositionWords, findingCauseWords } from './kinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const complianceLogWords = defineLogWords({
  subjects: {
    calibrationCertificate: { zh: '校准证书', en: 'Calibration certificate' },
    compliancePack: { zh: '合规包', en: 'Compliance pack' },
    ownProfile: { zh: '企业合规档案', en: 'Profile of the company' },
    complianceProfile: { zh: '合规档案', en: 'Compliance profile' },
    recordFinding: { zh: '超限与缺口', en: 'Excursion or gap' },
  },
  fields: {
    certificateNumber: { zh: '证书编号', en: 'Certificate' },
    complianceHigh: { zh: '合规上限', en: 'Upper limit' },
    complianceLow: { zh: '合规下限', en: 'Lower limit' },
    complianceOwn: { zh: '企业合规档案', en: 'Profile of the company' },
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
    certificateFile: { zh: '证书文件', en: 'File of the certificate' },
    profileAnswerMinutes: { zh: '报警确认时限（分钟）', en: 'Acknowledge within, minutes' },
    profileBasedOn: { zh: '所依据的标准', en: 'Based on', values: complianceProfiles },
    profileExcursionMinutes: { zh: '超限计入时长（分钟）', en: 'An excursion counts from, minutes' },
    profileGapMinutes: { zh: '缺口时长（分钟）', en: 'Gap, minutes' },
    profileKeepYears: { zh: '保存年限', en: 'Kept for, years' },
    profileMaxError: { zh: '允许误差', en: 'Error allowed' },
    profileSampleSeconds: { zh: '采集周期（秒）', en: 'Time between samples, seconds' },
    profileVersion: { zh: '版本', en: 'Version' },
    certifiedUntil: { zh: '证书有效期至', en: 'Certified until' },
  },
});
