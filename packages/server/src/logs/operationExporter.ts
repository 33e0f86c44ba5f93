import { type Language, type OperationNames, operationFieldInWords, operationValueInWords } from '@watchpost/contract';
import { zoneOf } from '../access/index.ts';
import type { Exporter } from '../downloads/index.ts';
import type { Db } from '../platform/db/database.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { namesFor, operationQuestion } from './handlers.ts';
import { callInWords, subjectInWords, subjectNameOf, whoInWords } from './present.ts';
import { countOperations, listOperations, type OperationOfPage } from './store.ts';
import { inLanguageOfReader } from './subjectsInLanguage.ts';

const rowsAtOnce = 1_000;

/** A line with what its words are made of. */
type ExportedOperation = OperationOfPage & { names: OperationNames; timeZone: string };

/** `名称：一号库；停用：是` */
function fieldsInWords(fields: unknown, { names, timeZone }: ExportedOperation, language: Language): string | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const [colon, separator] = language === 'zh' ? ['：', '；'] : [': ', '; '];
  const speech = { language, names, dateTime: (epochMs: number) => localOfEpoch(epochMs, timeZone) };
  return Object.entries(fields)
    .map(([field, value]) => {
      const words = operationValueInWords(field, value, speech) ?? '–';
      return `${operationFieldInWords(field, language)}${colon}${words}`;
    })
    .join(separator);
}

export const operationExporter = ({ db }: { db: Db }): Exporter<'operationLog', ExportedOperation> => ({
  kind: 'operationLog',
  columns: [
    { header: { zh: '时间', en: 'Time' }, type: 'date', value: ({ at }) => at.getTime() },
    { header: { zh: '操作人', en: 'Who' }, type: 'text', value: (row, language) => whoInWords(row, language) || null },
    {
      header: { zh: '操作', en: 'What was done' },
      type: 'text',
      width: 36,
      value: ({ call }, language) => callInWords(call, language),
    },
    {
      header: { zh: '对象类型', en: 'Kind' },
      type: 'text',
      width: 14,
      value: (row, language) => subjectInWords(row.subject_kind, language),
    },
    {
      header: { zh: '对象', en: 'Subject' },
      type: 'text',
      width: 28,
      value: (row, language) => subjectNameOf(row, language) || null,
    },
    {
      header: { zh: '项目', en: 'Project' },
      type: 'text',
      width: 24,
      value: (row, language) => row.project_name && inLanguage(row.project_name, row.project_name_en, language),
    },
    {
      header: { zh: '变更前', en: 'Before' },
      type: 'text',
      width: 48,
      value: (row, language) => fieldsInWords(row.before, row, language),
    },
    {
      header: { zh: '变更后', en: 'After' },
      type: 'text',
      width: 48,
      value: (row, language) => fieldsInWords(row.after, row, language),
    },
    { header: { zh: 'IP 地址', en: 'Address' }, type: 'text', value: ({ address }) => address },
    { header: { zh: '客户端', en: 'Client' }, type: 'text', width: 40, value: (row) => row.user_agent || null },
  ],

  async count({ caller, input, language }) {
    return countOperations(caller.tenant, db, await operationQuestion(db, caller, input.body, language));
  },

  async *rows({ caller, input, language }) {
    const filter = await operationQuestion(db, caller, input.body, language);
    const timeZone = await zoneOf(caller.tenant, db, filter.projectId);
    let beforeId = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const found = await listOperations(caller.tenant, db, filter, { limit: rowsAtOnce, beforeId });
      const rows = await inLanguageOfReader(caller.tenant, db, found, language);
      const names = await namesFor(db, caller, rows, language);
      for (const row of rows) yield { ...row, names, timeZone };
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) return;
      beforeId = last.id;
    }
  },
});
