import { type Bilingual, type PushLogRow, pushKinds } from '@watchpost/contract';
import type { SheetColumn } from '../../platform/excel/writeWorkbook.ts';
import type { PushDayRow, PushPersonRow } from './pushLog.store.ts';

export const smsColumns: readonly SheetColumn<PushLogRow>[] = [
  { header: { zh: '时间', en: 'Time' }, type: 'date', value: ({ CreateTime }) => CreateTime },
  { header: { zh: '发送时间', en: 'Sent' }, type: 'date', value: ({ SendTime }) => SendTime },
  { header: { zh: '回执时间', en: 'Receipt' }, type: 'date', value: ({ ReceiptTime }) => ReceiptTime },
  { header: { zh: '姓名', en: 'Name' }, type: 'text', value: ({ UserName }) => UserName },
  { header: { zh: '手机', en: 'Phone' }, type: 'text', value: ({ Mobile }) => Mobile },
  { header: { zh: '项目', en: 'Project' }, type: 'text', width: 24, value: ({ ProjectName }) => ProjectName },
  { header: { zh: '设备', en: 'Device' }, type: 'text', width: 24, value: ({ ModelTreeName }) => ModelTreeName },
  { header: { zh: '点位', en: 'Point' }, type: 'text', width: 24, value: ({ PointName }) => PointName },
  {
    header: { zh: '类型', en: 'Kind' },
    type: 'text',
    value: ({ PushType }, language) => (pushKinds[PushType] as Bilingual | undefined)?.[language] ?? '',
  },
  { header: { zh: '状态', en: 'State' }, type: 'text', value: ({ StateName }) => StateName },
  { header: { zh: '报警数', en: 'Alarms' }, type: 'number', decimals: 0, value: ({ AlarmCount }) => AlarmCount },
  { header: { zh: '发送次数', en: 'Tries' }, type: 'number', decimals: 0, value: ({ Attempts }) => Attempts },
  { header: { zh: '说明', en: 'Explanation' }, type: 'text', width: 36, value: ({ Explain }) => Explain || null },
  { header: { zh: '内容', en: 'Text' }, type: 'text', width: 60, value: ({ Content }) => Content },
];

const count = <Row>(zh: string, en: string, value: (row: Row) => number): SheetColumn<Row> => ({
  header: { zh, en },
  type: 'number',
  value,
});

export const dayColumns: readonly SheetColumn<PushDayRow>[] = [
  { header: { zh: '日期', en: 'Day' }, type: 'text', value: ({ day }) => day },
  count('弹窗', 'Popups', ({ app }) => app),
  count('短信', 'SMS', ({ sms }) => sms),
  count('电话', 'Calls', ({ voice }) => voice),
  count('邮件', 'E-mails', ({ email }) => email),
  count('Webhook', 'Webhooks', ({ webhook }) => webhook),
  count('涉及报警', 'Alarms told of', ({ alarms }) => alarms),
  count('失败', 'Failed', ({ failed }) => failed),
  count('未发送', 'Not sent', ({ skipped }) => skipped),
];

export const personColumns: readonly SheetColumn<PushPersonRow>[] = [
  { header: { zh: '姓名', en: 'Name' }, type: 'text', value: ({ user_name }) => user_name },
  count('弹窗', 'Popups', ({ app }) => app),
  count('已读', 'Read', ({ app_read }) => app_read),
  count('短信', 'SMS', ({ sms }) => sms),
  count('短信送达', 'SMS delivered', ({ sms_delivered }) => sms_delivered),
  count('短信失败', 'SMS failed', ({ sms_failed }) => sms_failed),
  count('电话', 'Calls', ({ voice }) => voice),
  count('电话接通', 'Calls answered', ({ voice_delivered }) => voice_delivered),
  count('电话失败', 'Calls failed', ({ voice_failed }) => voice_failed),
  count('邮件', 'E-mails', ({ email }) => email),
  count('邮件失败', 'E-mails failed', ({ email_failed }) => email_failed),
  count('涉及报警', 'Alarms told of', ({ alarms }) => alarms),
  count('未发送', 'Not sent', ({ skipped }) => skipped),
  count('手机确认报警', 'Alarms acknowledged by phone', ({ answered }) => answered),
];
