import { customerStates } from '@watchpost/contract';
import type { Exporter } from '../downloads/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { inYuan } from '../platform/yuan.ts';
import { type CustomerRow, type DueBy, pageCustomers } from './customer.store.ts';
import { customerHeader, furtherHeaders } from './customerSheet.wire.ts';
import { dueBy } from './dueBy.ts';
import { alarmProjectsOf, customerQuestion } from './handlers.ts';
import { customerState } from './present.ts';

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
    { header: customerHeader('ShopName'), type: 'text', width: 26, value: (row) => row.shop_name },
    {
      header: customerHeader('ContactList'),
      type: 'text',
      width: 36,
      value: ({ contacts }) =>
        contacts.map(({ name, mobile, email }) => [name, mobile, email].filter(Boolean).join(' ')).join('\n') || null,
    },
    {
      header: customerHeader('ContractNumber'),
      type: 'text',
      width: 20,
      value: (row) => row.contract_number,
    },
    { header: customerHeader('StartDate'), type: 'text', width: 12, value: (row) => row.valid_from },
    { header: customerHeader('EndDate'), type: 'text', width: 12, value: (row) => row.valid_to },
    {
      header: furtherHeaders.state,
      type: 'text',
      value: (row, language) => customerStates[customerState(row, row.due)][language],
    },
    { header: customerHeader('MonitoringYears'), type: 'number', value: (row) => row.monitoring_years },
    { header: customerHeader('Province'), type: 'text', value: ({ province }) => province || null },
    { header: customerHeader('City'), type: 'text', value: ({ city }) => city || null },
    {
      header: customerHeader('ServiceProvider'),
      type: 'text',
      width: 20,
      value: ({ provider }) => provider || null,
    },
    {
      header: furtherHeaders.controlled,
      type: 'text',
      value: (row, language) => (row.controlled ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' })[language],
    },
    { header: customerHeader('YearlyFee'), type: 'number', value: (row) => inYuan(row.yearly_fen) },
    { header: furtherHeaders.health, type: 'number', value: ({ health }) => health },
    {
      header: customerHeader('ProjectNames'),
      type: 'text',
      width: 36,
      value: ({ projects }, language) =>
        projects.map(({ name, name_en }) => inLanguage(name, name_en, language)).join('\n') || null,
    },
    { header: customerHeader('Note'), type: 'text', width: 32, value: ({ note }) => note || null },
  ],
  async count({ caller, input: { body } }) {
    const due = await dueBy(caller.tenant, db, clock.now());
    const order = { by: body.SortType, ascending: body.IsAsc };
    return (await pageCustomers(caller.tenant, db, customerQuestion(body), due, order, { offset: 0, limit: 1 }, []))
      .total;
  },
  async *rows({ caller, input: { body } }) {
    const due = await dueBy(caller.tenant, db, clock.now());
    const order = { by: body.SortType, ascending: body.IsAsc };
    const { rows } = await pageCustomers(
      caller.tenant,
      db,
      customerQuestion(body),
      due,
      order,
      all,
      alarmProjectsOf(caller),
    );
    for (const row of rows) yield { ...row, due };
  },
});
