import { type PreAlarm, type WarningKind, warningEndWords, warningFeedbacks, warningKinds } from '@watchpost/contract';
import { type Severity, severityText } from '../alarms/index.ts';
import type { Exporter } from '../downloads/index.ts';
import type { Db } from '../platform/db/database.ts';
import { countWarnings, pageWarnings } from './list.store.ts';
import { presentWarning } from './present.ts';
import { warningQuestion } from './warningQuestion.wire.ts';

/** More than a thousand devices have in ten years; read at once, so that warnings that begin meanwhile move none of them. */
const maxWarnings = 200_000;

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The list of fault warnings as a file, with what the service department said last. */
export const warningExporter = ({ db }: { db: Db }): Exporter<'faultWarnings', PreAlarm> => ({
  kind: 'faultWarnings',
  columns: [
    {
      header: { zh: '级别', en: 'Severity' },
      type: 'text',
      width: 12,
      value: ({ Level }, language) => capitalized(severityText(Level as Severity)[language]),
    },
    {
      header: { zh: '类型', en: 'Kind' },
      type: 'text',
      value: ({ Type }, language) => warningKinds[Type as WarningKind][language],
    },
    { header: { zh: '项目', en: 'Project' }, type: 'text', width: 24, value: ({ ProjectName }) => ProjectName },
    { header: { zh: '区域', en: 'Area' }, type: 'text', value: ({ Area }) => Area },
    { header: { zh: '设备', en: 'Device' }, type: 'text', width: 24, value: ({ MName }) => MName },
    { header: { zh: '点位', en: 'Point' }, type: 'text', width: 24, value: ({ PointName }) => PointName },
    { header: { zh: '内容', en: 'What is found' }, type: 'text', width: 50, value: ({ Content }) => Content },
    { header: { zh: '最近', en: 'Now' }, type: 'number', decimals: 1, value: ({ Value }) => Value },
    { header: { zh: '此前', en: 'Before' }, type: 'number', decimals: 1, value: ({ PastValue }) => PastValue },
    { header: { zh: '同类设备', en: 'Peers' }, type: 'number', decimals: 1, value: ({ LikeValue }) => LikeValue },
    { header: { zh: '限值', en: 'Limit' }, type: 'number', decimals: 1, value: ({ LimitValue }) => LimitValue },
    { header: { zh: '单位', en: 'Unit' }, type: 'text', width: 10, value: ({ Unit }) => Unit || null },
    { header: { zh: '预计到达', en: 'Expected' }, type: 'date', value: ({ ExpectedEPOCH }) => ExpectedEPOCH },
    { header: { zh: '开始', en: 'Since' }, type: 'date', value: ({ StartEPOCH }) => StartEPOCH },
    { header: { zh: '结束', en: 'Until' }, type: 'date', value: ({ EndEPOCH }) => EndEPOCH },
    {
      header: { zh: '结束原因', en: 'Ended because' },
      type: 'text',
      value: ({ EndReason }, language) => EndReason && warningEndWords[EndReason][language],
    },
    {
      header: { zh: '服务部反馈', en: 'Feedback' },
      type: 'text',
      value: ({ Feedback }, language) => Feedback && warningFeedbacks[Feedback][language],
    },
    {
      header: { zh: '反馈说明', en: 'Remark' },
      type: 'text',
      width: 40,
      value: ({ FeedbackRemark }) => FeedbackRemark || null,
    },
    { header: { zh: '反馈人', en: 'Feedback by' }, type: 'text', value: ({ FeedbackName }) => FeedbackName },
    { header: { zh: '反馈时间', en: 'Feedback at' }, type: 'date', value: ({ FeedbackEPOCH }) => FeedbackEPOCH },
  ],
  count: ({ caller, input }) => countWarnings(caller.tenant, db, warningQuestion(input.body)),
  async *rows({ caller, input, language }) {
    const rows = await pageWarnings(caller.tenant, db, warningQuestion(input.body), { offset: 0, limit: maxWarnings });
    for (const row of rows) yield presentWarning(row, language);
  },
});
