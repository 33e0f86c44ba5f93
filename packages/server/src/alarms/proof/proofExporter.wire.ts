import type { Bilingual } from '@watchpost/contract';
import type { Exporter } from '../../downloads/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { dayAfter } from '../../platform/zonedTime.ts';
import { type AlarmProofDeps, proofQuestionOf } from './handlers.ts';
import { countProvedPoints, type ProvedPointRow, readProvedPoints } from './proof.store.ts';

const words = (zh: string, en: string): Bilingual => ({ zh, en });
const minutesOf = (seconds: number): number => Math.round(seconds / 6) / 10;

/** Why minutes were not judged, and whether anything is left that nobody can explain. */
function verdictOf({ differences, ...row }: ProvedPointRow): Bilingual {
  if (differences > 0) return words('记录与历史不一致', 'Record differs from history');
  if (row.gap_seconds + row.bad_seconds + row.suppressed_seconds === 0)
    return words('每一分钟都作了判断', 'Every minute judged');
  return row.gap_seconds > row.offline_seconds + row.refused_seconds
    ? words('有时间无法判断，原因不明', 'Not judged for a time, reason unknown')
    : words('每一分钟都作了判断或有说明', 'Every minute judged or explained');
}

/** The comparison of alarms with history as a file for an auditor: a row for each point and day. */
export const proofExporter = ({ db }: Pick<AlarmProofDeps, 'db'>): Exporter<'alarmProof', ProvedPointRow> => ({
  kind: 'alarmProof',
  columns: [
    { header: words('日期', 'Day'), type: 'text', width: 12, value: ({ day }) => day },
    {
      header: words('项目', 'Project'),
      type: 'text',
      width: 24,
      value: (row, language) => inLanguage(row.project_name, row.project_name_en, language),
    },
    {
      header: words('设备', 'Device'),
      type: 'text',
      width: 24,
      value: (row, language) =>
        row.device_name === null ? null : inLanguage(row.device_name, row.device_name_en, language),
    },
    {
      header: words('点位', 'Point'),
      type: 'text',
      width: 24,
      value: (row, language) => inLanguage(row.point_name, row.point_name_en, language),
    },
    { header: words('报警条件', 'Conditions'), type: 'number', value: ({ rules }) => rules },
    { header: words('报警数', 'Alarms'), type: 'number', value: ({ alarms }) => alarms },
    { header: words('与历史不一致', 'Differences'), type: 'number', value: ({ differences }) => differences },
    {
      header: words('没有数据（分钟）', 'No data (min)'),
      type: 'number',
      decimals: 1,
      value: ({ gap_seconds }) => minutesOf(gap_seconds),
    },
    {
      header: words('其中线路中断（分钟）', 'of it line lost (min)'),
      type: 'number',
      decimals: 1,
      value: ({ offline_seconds }) => minutesOf(offline_seconds),
    },
    {
      header: words('其中时间有误被拒收（分钟）', 'of it refused for their time (min)'),
      type: 'number',
      decimals: 1,
      value: ({ refused_seconds }) => minutesOf(refused_seconds),
    },
    {
      header: words('数据质量差（分钟）', 'Bad quality (min)'),
      type: 'number',
      decimals: 1,
      value: ({ bad_seconds }) => minutesOf(bad_seconds),
    },
    {
      header: words('按设计抑制（分钟）', 'Suppressed by design (min)'),
      type: 'number',
      decimals: 1,
      value: ({ suppressed_seconds }) => minutesOf(suppressed_seconds),
    },
    {
      header: words('结论', 'Verdict'),
      type: 'text',
      width: 36,
      value: (row, language) => verdictOf(row)[language],
    },
  ],
  count: ({ caller, input }) => countProvedPoints(caller.tenant, db, proofQuestionOf(input.body)),
  async *rows({ caller, input }) {
    const question = proofQuestionOf(input.body);
    for (let day = question.from; day <= question.until; day = dayAfter(day, 1))
      yield* await readProvedPoints(caller.tenant, db, { ...question, from: day, until: day });
  },
});
