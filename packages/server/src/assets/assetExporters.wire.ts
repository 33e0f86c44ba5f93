import {
  assetContractKinds,
  assetContractStates,
  assetSources,
  assetUsages,
  assetVerifications,
  relationWords,
} from '@watchpost/contract';
import { zoneOf } from '../access/index.ts';
import type { Exporter } from '../downloads/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { inYuan } from '../platform/yuan.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { type ContractRow, pageContracts } from './contracts/contract.store.ts';
import { contractState } from './present.ts';
import { type AssetRow, pageAssets } from './register/asset.store.ts';
import { assetHeader, relationHeader, verificationHeader } from './register/assetSheet.wire.ts';
import { assetQuestion, viewerOf } from './register/handlers.ts';

/** At once, so that what changes meanwhile puts none twice and leaves none out. */
const all = { offset: 0, limit: 1_000_000 };
const one = { offset: 0, limit: 1 };

export const assetExporter = ({ db }: { db: Db }): Exporter<'assets', AssetRow> => ({
  kind: 'assets',
  columns: [
    { header: assetHeader('AssetCode'), type: 'text', width: 18, value: ({ code }) => code },
    { header: assetHeader('AssetName'), type: 'text', width: 26, value: ({ name }) => name },
    { header: assetHeader('Category'), type: 'text', value: ({ category }) => category || null },
    { header: assetHeader('Model'), type: 'text', width: 18, value: ({ model }) => model || null },
    { header: assetHeader('FactoryNumber'), type: 'text', value: (row) => row.factory_number || null },
    {
      header: assetHeader('ProjectName'),
      type: 'text',
      width: 24,
      value: (row, language) => row.project_name && inLanguage(row.project_name, row.project_name_en, language),
    },
    { header: assetHeader('Location'), type: 'text', width: 24, value: ({ location }) => location || null },
    {
      header: assetHeader('DeviceName'),
      type: 'text',
      width: 24,
      value: (row, language) => row.device_name && inLanguage(row.device_name, row.device_name_en, language),
    },
    {
      header: relationHeader,
      type: 'text',
      value: ({ device_id }, language) => relationWords[device_id === null ? 'unrelated' : 'related'][language],
    },
    { header: assetHeader('InstallDate'), type: 'text', width: 12, value: (row) => row.install_date },
    {
      header: assetHeader('Source'),
      type: 'text',
      value: (row, language) => assetSources[row.source][language],
    },
    { header: assetHeader('Supplier'), type: 'text', width: 20, value: ({ supplier }) => supplier || null },
    { header: assetHeader('Distributor'), type: 'text', width: 20, value: (row) => row.distributor || null },
    { header: assetHeader('Amount'), type: 'number', value: (row) => inYuan(row.amount_fen) },
    { header: assetHeader('ServiceLife'), type: 'number', value: (row) => row.service_life_months },
    { header: assetHeader('ReplacementCost'), type: 'number', value: (row) => inYuan(row.replacement_fen) },
    { header: assetHeader('WarrantyUntil'), type: 'text', width: 12, value: (row) => row.warranty_until },
    { header: assetHeader('ParentCode'), type: 'text', width: 18, value: ({ parent }) => parent?.code ?? null },
    {
      header: assetHeader('Usage'),
      type: 'text',
      value: (row, language) => assetUsages[row.usage][language],
    },
    {
      header: verificationHeader,
      type: 'text',
      value: (row, language) => assetVerifications[row.verification][language],
    },
    {
      header: assetHeader('IsMonitor'),
      type: 'text',
      value: (row, language) => (row.is_monitored ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' })[language],
    },
    { header: assetHeader('Note'), type: 'text', width: 32, value: ({ note }) => note || null },
  ],
  count: async ({ caller, input: { body } }) =>
    (await pageAssets(caller.tenant, db, viewerOf(caller), assetQuestion(body), { by: 'code', ascending: true }, one))
      .total,
  async *rows({ caller, input: { body } }) {
    const order = { by: body.SortType, ascending: body.IsAsc };
    yield* (await pageAssets(caller.tenant, db, viewerOf(caller), assetQuestion(body), order, all)).rows;
  },
});

export const assetContractExporter = ({
  db,
  clock,
}: {
  db: Db;
  clock: Clock;
}): Exporter<'assetContracts', ContractRow & { today: string }> => ({
  kind: 'assetContracts',
  columns: [
    { header: { zh: '合同编号', en: 'Contract number' }, type: 'text', width: 18, value: ({ number }) => number },
    { header: { zh: '合同名称', en: 'Contract' }, type: 'text', width: 26, value: ({ name }) => name },
    {
      header: { zh: '类型', en: 'Kind' },
      type: 'text',
      value: (row, language) => assetContractKinds[row.kind][language],
    },
    { header: { zh: '供应商', en: 'Supplier' }, type: 'text', width: 20, value: ({ supplier }) => supplier || null },
    { header: { zh: '开始日期', en: 'From' }, type: 'text', width: 12, value: (row) => row.valid_from },
    { header: { zh: '结束日期', en: 'To' }, type: 'text', width: 12, value: (row) => row.valid_to },
    {
      header: { zh: '状态', en: 'State' },
      type: 'text',
      value: (row, language) => assetContractStates[contractState(row, row.today)][language],
    },
    { header: { zh: '金额（元）', en: 'Amount (yuan)' }, type: 'number', value: (row) => inYuan(row.amount_fen) },
    {
      header: { zh: '资产', en: 'Assets' },
      type: 'text',
      width: 40,
      value: ({ assets }, language) =>
        assets.map(({ name, code }) => `${name} (${code})`).join(language === 'zh' ? '、' : ', ') || null,
    },
    { header: { zh: '备注', en: 'Note' }, type: 'text', width: 32, value: ({ note }) => note || null },
  ],
  async count({ caller, input: { body } }) {
    const today = localOfEpoch(clock.now(), await zoneOf(caller.tenant, db)).slice(0, 10);
    const filter = { text: body.Text, kinds: body.KindList, state: body.State, today };
    return (await pageContracts(caller.tenant, db, viewerOf(caller), filter, { by: 'end', ascending: true }, one))
      .total;
  },
  async *rows({ caller, input: { body } }) {
    const today = localOfEpoch(clock.now(), await zoneOf(caller.tenant, db)).slice(0, 10);
    const filter = { text: body.Text, kinds: body.KindList, state: body.State, today };
    const order = { by: body.SortType, ascending: body.IsAsc };
    for (const row of (await pageContracts(caller.tenant, db, viewerOf(caller), filter, order, all)).rows)
      yield { ...row, today };
  },
});
