import type { Bilingual, ProjectState } from '@watchpost/contract';
import type { SheetColumn } from '../platform/excel/writeWorkbook.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import type { PartitionTree } from './PartitionTree.ts';
import { pathOf } from './present.ts';
import type { DeletedProject, ListedProject } from './projectPage.store.ts';
import { projectStateOf } from './projectState.ts';

/** One file holds so many rows at most; more is not read by people but by programs, which page through the call. */
export const maxExportedProjects = 20_000;

const industries: Readonly<Record<number, Bilingual>> = {
  1: { zh: '冷链仓储与运输', en: 'Cold chain' },
  2: { zh: '商超', en: 'Supermarket' },
  3: { zh: '农牧', en: 'Livestock' },
  4: { zh: '文物', en: 'Cultural relics' },
};
const states: Readonly<Record<ProjectState, Bilingual>> = {
  valid: { zh: '有效', en: 'Valid' },
  disabled: { zh: '已停用', en: 'Disabled' },
  expired: { zh: '已到期', en: 'Expired' },
  deleted: { zh: '已删除', en: 'Deleted' },
};

/** What the cells of a row are made with, besides the row. */
export interface SheetFrame {
  readonly partitions: PartitionTree;
  readonly nowMs: number;
}
/** A row together with it: the columns are the same for every company and moment. */
export type InSheet<Row> = Row & { readonly frame: SheetFrame };

interface CommonRow {
  name: string;
  name_en: string | null;
  code: string;
  parent_id: number | null;
  industry: number;
  address: string;
}

const commonColumns: readonly SheetColumn<InSheet<CommonRow>>[] = [
  {
    header: { zh: '项目名称', en: 'Project' },
    type: 'text',
    width: 30,
    value: ({ name, name_en }, language) => inLanguage(name, name_en, language),
  },
  { header: { zh: '项目编号', en: 'Code' }, type: 'text', value: ({ code }) => code },
  {
    header: { zh: '所属分区', en: 'Partition' },
    type: 'text',
    width: 30,
    value: ({ parent_id, frame }, language) => pathOf(frame.partitions, parent_id, language).join(' / '),
  },
  {
    header: { zh: '行业', en: 'Industry' },
    type: 'text',
    value: ({ industry }, language) => industries[industry]?.[language] ?? String(industry),
  },
  { header: { zh: '地址', en: 'Address' }, type: 'text', width: 40, value: ({ address }) => address },
];

const countColumns: readonly SheetColumn<{ device_count: number; gateway_count: number }>[] = [
  { header: { zh: '设备数', en: 'Devices' }, type: 'number', decimals: 0, value: (row) => row.device_count },
  { header: { zh: '网关数', en: 'Gateways' }, type: 'number', decimals: 0, value: (row) => row.gateway_count },
];

export const projectColumns: readonly SheetColumn<InSheet<ListedProject>>[] = [
  ...commonColumns,
  {
    header: { zh: '状态', en: 'State' },
    type: 'text',
    width: 10,
    value: (row, language) => states[projectStateOf(row, row.frame.nowMs)][language],
  },
  { header: { zh: '项目等级', en: 'Grade' }, type: 'number', decimals: 0, value: ({ level }) => level },
  {
    header: { zh: '标签', en: 'Labels' },
    type: 'text',
    value: ({ labels }, language) => labels.join(language === 'zh' ? '、' : ', '),
  },
  { header: { zh: '时区', en: 'Time zone' }, type: 'text', value: (row) => row.time_zone },
  // A day without a clock: as text it means the same day everywhere.
  { header: { zh: '服务开始', en: 'Service starts' }, type: 'text', width: 14, value: (row) => row.service_start },
  { header: { zh: '服务结束', en: 'Service ends' }, type: 'text', width: 14, value: (row) => row.service_end },
  ...countColumns,
  { header: { zh: '成员数', en: 'Members' }, type: 'number', decimals: 0, value: (row) => row.member_count },
  { header: { zh: '创建人', en: 'Created by' }, type: 'text', value: (row) => row.created_name },
  { header: { zh: '创建时间', en: 'Created' }, type: 'date', value: (row) => row.created_at },
];

export const deletedColumns: readonly SheetColumn<InSheet<DeletedProject>>[] = [
  ...commonColumns,
  { header: { zh: '服务结束', en: 'Service ends' }, type: 'text', width: 14, value: (row) => row.service_end },
  ...countColumns,
  { header: { zh: '删除人', en: 'Deleted by' }, type: 'text', value: (row) => row.deleted_name },
  { header: { zh: '删除时间', en: 'Deleted' }, type: 'date', value: (row) => row.deleted_at },
];
