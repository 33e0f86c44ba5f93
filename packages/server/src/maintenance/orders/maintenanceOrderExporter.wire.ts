import { maintenanceStates } from '@watchpost/contract';
import { zoneOf } from '../../access/index.ts';
import type { Exporter } from '../../downloads/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { isOverdue } from '../present.ts';
import { orderQuestion } from './handlers.ts';
import { type OrderRow, pageOrders } from './order.store.ts';
import { visitViewer } from './visitViewer.ts';

/** At once, so that what changes meanwhile puts none twice and leaves none out. */
const all = { offset: 0, limit: 1_000_000 };

export const maintenanceOrderExporter = ({
  db,
  clock,
}: {
  db: Db;
  clock: Clock;
}): Exporter<'maintenanceOrders', OrderRow & { today: string }> => ({
  kind: 'maintenanceOrders',
  columns: [
    { header: { zh: '维保合同', en: 'Contract' }, type: 'text', width: 26, value: (row) => row.contract_name },
    {
      header: { zh: '项目', en: 'Project' },
      type: 'text',
      width: 26,
      value: (row, language) => inLanguage(row.project_name, row.project_name_en, language),
    },
    { header: { zh: '维保单位', en: 'Team' }, type: 'text', width: 20, value: (row) => row.team_name },
    { header: { zh: '周期日期', en: 'Day of the cycle' }, type: 'text', width: 14, value: (row) => row.nominal_on },
    { header: { zh: '计划日期', en: 'Planned' }, type: 'text', width: 14, value: (row) => row.planned_on },
    {
      header: { zh: '状态', en: 'State' },
      type: 'text',
      value: ({ state }, language) => maintenanceStates[state][language],
    },
    {
      header: { zh: '逾期', en: 'Overdue' },
      type: 'text',
      value: (row, language) => (isOverdue(row, row.today) ? { zh: '是', en: 'Yes' }[language] : null),
    },
    { header: { zh: '维保人员', en: 'Assigned to' }, type: 'text', value: (row) => row.assignee_name },
    { header: { zh: '完成时间', en: 'Finished' }, type: 'date', value: (row) => row.done_at?.getTime() ?? null },
    {
      header: { zh: '异常项', en: 'Bad items' },
      type: 'number',
      value: (row) => (row.done_at === null ? null : row.bad_count),
    },
    { header: { zh: '确认人', en: 'Confirmed by' }, type: 'text', value: (row) => row.confirmed_by },
    { header: { zh: '原因', en: 'Reason' }, type: 'text', width: 32, value: ({ reason }) => reason || null },
    {
      header: { zh: '未签字原因', en: 'Why not signed' },
      type: 'text',
      width: 32,
      value: (row) => row.confirm_reason || null,
    },
  ],
  async count({ caller, input: { body } }) {
    const today = localOfEpoch(clock.now(), await zoneOf(caller.tenant, db)).slice(0, 10);
    const order = { by: body.SortType, ascending: body.IsAsc };
    return (await pageOrders(visitViewer(caller), db, orderQuestion(body, today), order, { offset: 0, limit: 1 }))
      .total;
  },
  async *rows({ caller, input: { body } }) {
    const today = localOfEpoch(clock.now(), await zoneOf(caller.tenant, db)).slice(0, 10);
    const order = { by: body.SortType, ascending: body.IsAsc };
    for (const row of (await pageOrders(visitViewer(caller), db, orderQuestion(body, today), order, all)).rows)
      yield { ...row, today };
  },
});
