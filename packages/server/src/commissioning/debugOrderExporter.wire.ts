import { debugStatuses } from '@watchpost/contract';
import type { Exporter } from '../downloads/index.ts';
import type { Db } from '../platform/db/database.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { debugQuestion } from './handlers.ts';
import { type DebugOrderRow, pageOrders } from './order.store.ts';

/** At once, so that what changes meanwhile puts none twice and leaves none out. */
const all = { offset: 0, limit: 1_000_000 };
const inHours = (minutes: number | null): number | null => (minutes === null ? null : minutes / 60);

export const debugOrderExporter = ({ db }: { db: Db }): Exporter<'debugOrders', DebugOrderRow> => ({
  kind: 'debugOrders',
  columns: [
    { header: { zh: '工单编号', en: 'Order' }, type: 'text', width: 20, value: ({ number }) => number },
    {
      header: { zh: '项目', en: 'Project' },
      type: 'text',
      width: 26,
      value: (row, language) => inLanguage(row.project_name, row.project_name_en, language),
    },
    { header: { zh: '安装单位', en: 'Installer' }, type: 'text', width: 24, value: (row) => row.install_unit },
    { header: { zh: '机型', en: 'Machine type' }, type: 'text', value: (row) => row.machine_type || null },
    { header: { zh: '调试人员', en: 'Commissioning engineer' }, type: 'text', value: (row) => row.person_name },
    {
      header: { zh: '状态', en: 'Status' },
      type: 'text',
      value: ({ status }, language) => debugStatuses[status][language],
    },
    { header: { zh: '计划开始', en: 'Planned from' }, type: 'text', width: 12, value: (row) => row.planned_from },
    { header: { zh: '计划结束', en: 'Planned to' }, type: 'text', width: 12, value: (row) => row.planned_to },
    { header: { zh: '完成时间', en: 'Finished' }, type: 'date', value: (row) => row.finished_at?.getTime() ?? null },
    { header: { zh: '地区', en: 'Region' }, type: 'text', value: ({ region }) => region || null },
    { header: { zh: '地址', en: 'Address' }, type: 'text', width: 30, value: ({ address }) => address || null },
    {
      header: { zh: '预计工时', en: 'Estimated hours' },
      type: 'number',
      value: (row) => inHours(row.estimated_minutes),
    },
    { header: { zh: '实际工时', en: 'Actual hours' }, type: 'number', value: (row) => inHours(row.actual_minutes) },
    { header: { zh: '备注', en: 'Note' }, type: 'text', width: 32, value: ({ note }) => note || null },
  ],
  count: async ({ caller, input: { body } }) =>
    (
      await pageOrders(
        caller.tenant,
        db,
        debugQuestion(body),
        { by: body.SortType, ascending: body.IsAsc },
        { offset: 0, limit: 1 },
      )
    ).total,
  async *rows({ caller, input: { body } }) {
    const order = { by: body.SortType, ascending: body.IsAsc };
    yield* (await pageOrders(caller.tenant, db, debugQuestion(body), order, all)).rows;
  },
});
