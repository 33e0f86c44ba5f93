import { customerStates } from '@watchpost/contract';
import type { Exporter } from '../downloads/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { type CustomerRow, type DueBy, pageCustomers } from './customer.store.ts';
import { customerQuestion, dueBy } from './handlers.ts';
import { customerState, inYuan } from './present.ts';

/** At once, so that what changes meanwhile puts none twice and leaves none out. */
const all = { offset: 0, limit: 1_000_000 };

export const customerExporter = ({
  db,
  clock,
}: {
  db: Db;
  clock: Clock;
}): Exporter<'customers', CustomerRow & { due: DueBy }> => ({
  kind: 'customers',
  columns: [
    { header: { zh: '门店名称', en: 'Shop' }, type: 'text', width: 26, value: (row) => row.shop_name },
    {
      header: { zh: '联系人', en: 'Contacts' },
      type: 'text',
      width: 36,
      value: ({ contacts }) =>
        contacts.map(({ name, mobile, email }) => [name, mobile, email].filter(Boolean).join(' ')).join('\n') || null,
    },
    {
      header: { zh: '服务合同编号', en: 'Contract number' },
      type: 'text',
      width: 20,
      value: (row) => row.contract_number,
    },
    { header: { zh: '服务开始', en: 'Service from' }, type: 'text', width: 12, value: (row) => row.valid_from },
    { header: { zh: '服务到期', en: 'Service to' }, type: 'text', width: 12, value: (row) => row.valid_to },
    {
      header: { zh: '状态', en: 'State' },
      type: 'text',
      value: (row, language) => customerStates[customerState(row, row.due)][language],
    },
    { header: { zh: '监控年限', en: 'Monitoring years' }, type: 'number', value: (row) => row.monitoring_years },
    { header: { zh: '省份', en: 'Province' }, type: 'text', value: ({ province }) => province || null },
    { header: { zh: '城市', en: 'City' }, type: 'text', value: ({ city }) => city || null },
    {
      header: { zh: '服务商', en: 'Service provider' },
      type: 'text',
      width: 20,
      value: ({ provider }) => provider || null,
    },
    {
      header: { zh: '受控', en: 'Controlled' },
      type: 'text',
      value: (row, language) => (row.controlled ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' })[language],
    },
    { header: { zh: '年费（元）', en: 'Yearly fee (yuan)' }, type: 'number', value: (row) => inYuan(row.yearly_fen) },
    { header: { zh: '健康度', en: 'Health' }, type: 'number', value: ({ health }) => health },
    {
      header: { zh: '项目', en: 'Projects' },
      type: 'text',
      width: 36,
      value: ({ projects }, language) =>
        projects
          .map(({ name, name_en }) => inLanguage(name, name_en, language))
          .join(language === 'zh' ? '、' : ', ') || null,
    },
    { header: { zh: '备注', en: 'Note' }, type: 'text', width: 32, value: ({ note }) => note || null },
  ],
  async count({ caller, input: { body } }) {
    const due = await dueBy(caller.tenant, db, clock.now());
    const order = { by: body.SortType, ascending: body.IsAsc };
    return (await pageCustomers(caller.tenant, db, customerQuestion(body), due, order, { offset: 0, limit: 1 })).total;
  },
  async *rows({ caller, input: { body } }) {
    const due = await dueBy(caller.tenant, db, clock.now());
    const order = { by: body.SortType, ascending: body.IsAsc };
    const { rows } = await pageCustomers(caller.tenant, db, customerQuestion(body), due, order, all);
    for (const row of rows) yield { ...row, due };
  },
});
