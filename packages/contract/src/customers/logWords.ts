import { defineLogWords } from '../logs/defineLogWords.ts';
import { lostReasons } from './kinds.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const customerLogWords = defineLogWords({
  subjects: {
    customer: { zh: '客户', en: 'Customer' },
    customerReminder: { zh: '到期提醒规则', en: 'Reminder rule' },
  },
  fields: {
    customerDocument: { zh: '客户文件', en: 'Document of the customer' },
    customerContacts: { zh: '联系人', en: 'Contacts' },
    customerProjects: { zh: '客户项目', en: 'Projects of the customer' },
    daysBefore: { zh: '到期前天数', en: 'Days before expiry' },
    isControlled: { zh: '受控', en: 'Controlled' },
    lostReason: { zh: '流失原因', en: 'Why lost', values: lostReasons },
    monitoringYears: { zh: '监控年限', en: 'Monitoring years' },
    province: { zh: '省份', en: 'Province' },
    city: { zh: '城市', en: 'City' },
    remindEvery: { zh: '提醒频率（天）', en: 'Frequency (days)' },
    serviceContract: { zh: '服务合同编号', en: 'Service contract number' },
    serviceFrom: { zh: '服务开始', en: 'Service from' },
    serviceTo: { zh: '服务到期', en: 'Service to' },
    serviceProvider: { zh: '服务商', en: 'Service provider' },
    yearlyFee: { zh: '年费（分）', en: 'Yearly fee (fen)' },
  },
});
