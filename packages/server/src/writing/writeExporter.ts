import { writeOutcomes } from '@watchpost/contract';
import type { Exporter } from '../downloads/index.ts';
import type { Db } from '../platform/db/database.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { outcomeInWords, whoWrote } from './present.ts';
import { recordQuestion } from './records/handlers.ts';
import { countRecords, listRecords, type RecordRow } from './records.store.ts';
import { valueInWords } from './words.ts';

const rowsAtOnce = 1_000;

export const writeExporter = ({ db }: { db: Db }): Exporter<'writeRecords', RecordRow> => ({
  kind: 'writeRecords',
  columns: [
    { header: { zh: '时间', en: 'Time' }, type: 'date', value: ({ requested_at }) => requested_at.getTime() },
    {
      header: { zh: '操作人', en: 'Who' },
      type: 'text',
      value: (row, language) => whoWrote(row, language),
    },
    {
      header: { zh: '项目', en: 'Project' },
      type: 'text',
      width: 24,
      value: (row, language) => inLanguage(row.project_name, row.project_name_en, language),
    },
    {
      header: { zh: '设备', en: 'Device' },
      type: 'text',
      width: 24,
      value: (row, language) => row.device_name && inLanguage(row.device_name, row.device_name_en, language),
    },
    {
      header: { zh: '点位', en: 'Point' },
      type: 'text',
      width: 24,
      value: (row, language) => inLanguage(row.point_name, row.point_name_en, language),
    },
    {
      header: { zh: '原值', en: 'Before' },
      type: 'text',
      value: (row, language) => (row.old_value === null ? null : valueInWords(row, row.old_value)[language]),
    },
    {
      header: { zh: '写入值', en: 'Written' },
      type: 'text',
      value: (row, language) => valueInWords(row, row.value)[language],
    },
    {
      header: { zh: '回读值', en: 'Read back' },
      type: 'text',
      value: (row, language) => (row.read_back === null ? null : valueInWords(row, row.read_back)[language]),
    },
    { header: { zh: '原因', en: 'Reason' }, type: 'text', width: 32, value: ({ reason }) => reason || null },
    {
      header: { zh: '结果', en: 'Outcome' },
      type: 'text',
      value: ({ outcome }, language) => writeOutcomes[outcome][language],
    },
    {
      header: { zh: '说明', en: 'Message' },
      type: 'text',
      width: 48,
      value: (row, language) => outcomeInWords(row, language),
    },
  ],

  async count({ caller, input }) {
    return countRecords(caller.tenant, db, await recordQuestion(db, caller, input.query));
  },

  async *rows({ caller, input }) {
    const filter = await recordQuestion(db, caller, input.query);
    let beforeId: number | null = null;
    for (;;) {
      const rows: RecordRow[] = await listRecords(caller.tenant, db, filter, { limit: rowsAtOnce, beforeId });
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) return;
      beforeId = last.id;
    }
  },
});
