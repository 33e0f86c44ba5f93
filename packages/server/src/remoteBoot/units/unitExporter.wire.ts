import { bootUnitStates, relationWords } from '@watchpost/contract';
import type { Exporter } from '../../downloads/index.ts';
import type { Db } from '../../platform/db/database.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { unitQuestion } from './handlers.ts';
import { pageUnits, type UnitRow } from './unit.store.ts';

/** At once, so that what changes meanwhile puts none twice and leaves none out. */
const all = { offset: 0, limit: 1_000_000 };

export const bootUnitExporter = ({ db }: { db: Db }): Exporter<'bootUnits', UnitRow> => ({
  kind: 'bootUnits',
  columns: [
    { header: { zh: '机组名称', en: 'Unit' }, type: 'text', width: 26, value: ({ name }) => name },
    {
      header: { zh: '合同编号', en: 'Contract number' },
      type: 'text',
      width: 20,
      value: (row) => row.contract_number || null,
    },
    { header: { zh: '机组编号', en: 'Unit number' }, type: 'text', width: 20, value: (row) => row.unit_number },
    { header: { zh: '型号', en: 'Model' }, type: 'text', width: 18, value: ({ model }) => model },
    {
      header: { zh: '项目', en: 'Project' },
      type: 'text',
      width: 24,
      value: (row, language) => row.project_name && inLanguage(row.project_name, row.project_name_en, language),
    },
    {
      header: { zh: '关联状态', en: 'Relation' },
      type: 'text',
      value: ({ device_id }, language) => relationWords[device_id === null ? 'unrelated' : 'related'][language],
    },
    {
      header: { zh: '关联设备', en: 'Device' },
      type: 'text',
      width: 24,
      value: (row, language) => row.device_name && inLanguage(row.device_name, row.device_name_en, language),
    },
    {
      header: { zh: '安装状态', en: 'Installation' },
      type: 'text',
      width: 18,
      value: ({ state }, language) => bootUnitStates[state][language],
    },
    { header: { zh: '位置', en: 'Position' }, type: 'text', width: 20, value: ({ position }) => position || null },
    { header: { zh: '安装人员', en: 'Installer' }, type: 'text', width: 16, value: (row) => row.installer_name },
    { header: { zh: '更新时间', en: 'Updated' }, type: 'date', value: ({ updated_at }) => updated_at.getTime() },
  ],
  count: async ({ caller, input: { body } }) =>
    (await pageUnits(caller.tenant, db, unitQuestion(body), { by: 'name', ascending: true }, { offset: 0, limit: 1 }))
      .total,
  async *rows({ caller, input: { body } }) {
    const order = { by: body.SortType, ascending: body.IsAsc };
    yield* (await pageUnits(caller.tenant, db, unitQuestion(body), order, all)).rows;
  },
});
