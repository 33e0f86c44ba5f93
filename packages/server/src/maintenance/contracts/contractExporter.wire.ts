import { contractParties, contractStates, maintenanceCycles } from '@watchpost/contract';
import { zoneOf } from '../../access/index.ts';
import type { Exporter } from '../../downloads/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { type ContractFilter, type ContractRow, pageContracts } from './contract.store.ts';
import { contractState } from './document.ts';
import { contractQuestion } from './handlers.ts';

/** At once, so that what changes meanwhile puts none twice and leaves none out. */
const all = { offset: 0, limit: 1_000_000 };

export const contractExporter = ({
  db,
  clock,
}: {
  db: Db;
  clock: Clock;
}): Exporter<'maintenanceContracts', ContractRow & { today: string }> => {
  const questionOf = async (
    caller: Parameters<typeof pageContracts>[0],
    body: Parameters<typeof contractQuestion>[0],
  ): Promise<ContractFilter> =>
    contractQuestion(body, localOfEpoch(clock.now(), await zoneOf(caller, db)).slice(0, 10));
  return {
    kind: 'maintenanceContracts',
    columns: [
      { header: { zh: '合同名称', en: 'Contract' }, type: 'text', width: 26, value: ({ name }) => name },
      { header: { zh: '合同编号', en: 'Number' }, type: 'text', width: 20, value: ({ number }) => number },
      { header: { zh: '甲方企业', en: 'Party A' }, type: 'text', width: 24, value: (row) => row.party_a },
      { header: { zh: '维保单位', en: 'Team' }, type: 'text', width: 20, value: (row) => row.team_name },
      {
        header: { zh: '状态', en: 'State' },
        type: 'text',
        value: (row, language) => contractStates[contractState(row, row.today)][language],
      },
      { header: { zh: '签约日期', en: 'Signing date' }, type: 'text', width: 14, value: (row) => row.signing_date },
      { header: { zh: '开始日期', en: 'From' }, type: 'text', width: 14, value: (row) => row.valid_from },
      { header: { zh: '结束日期', en: 'To' }, type: 'text', width: 14, value: (row) => row.valid_to },
      {
        header: { zh: '维保周期', en: 'Cycle' },
        type: 'text',
        value: (row, language) => `${row.cycle_count} × ${maintenanceCycles[row.cycle][language]}`,
      },
      {
        header: { zh: '首次维保日期', en: 'First maintenance' },
        type: 'text',
        width: 16,
        value: (row) => row.first_on,
      },
      { header: { zh: '应完成次数', en: 'Visits due' }, type: 'number', value: (row) => row.compliance.due },
      { header: { zh: '按期完成次数', en: 'Done in time' }, type: 'number', value: (row) => row.compliance.on_time },
      {
        header: { zh: '金额（元）', en: 'Amount (¥)' },
        type: 'number',
        value: (row) => (row.amount_fen === null ? null : row.amount_fen / 100),
      },
      {
        header: { zh: '项目', en: 'Projects' },
        type: 'text',
        width: 36,
        value: (row, language) =>
          row.projects.map(({ name, name_en }) => inLanguage(name, name_en, language)).join(', ') || null,
      },
      {
        header: { zh: '模板', en: 'Templates' },
        type: 'text',
        width: 36,
        value: (row) => row.templates.map(({ name }) => name).join(', ') || null,
      },
      {
        header: { zh: '签署', en: 'Signed by' },
        type: 'text',
        width: 30,
        value: (row, language) =>
          row.signatures.map(({ party, name }) => `${contractParties[party][language]}: ${name}`).join(', ') || null,
      },
      { header: { zh: '备注', en: 'Note' }, type: 'text', width: 32, value: ({ note }) => note || null },
    ],
    async count({ caller, input: { body } }) {
      const order = { by: body.SortType, ascending: body.IsAsc };
      const question = await questionOf(caller.tenant, body);
      return (await pageContracts(caller.tenant, db, question, order, { offset: 0, limit: 1 })).total;
    },
    async *rows({ caller, input: { body } }) {
      const order = { by: body.SortType, ascending: body.IsAsc };
      const question = await questionOf(caller.tenant, body);
      for (const row of (await pageContracts(caller.tenant, db, question, order, all)).rows)
        yield { ...row, today: question.today };
    },
  };
};
