import type { Bilingual, DeletedProjectRow, ProjectListRow, ProjectState } from '@watchpost/contract';
import type { SheetColumn } from '../platform/excel/writeWorkbook.ts';

/** One file holds so many rows at most; more is not read by people but by programs, which page through the call. */
export const maxExportedProjects = 20_000;

const industries: Readonly<Record<number, Bilingual>> = {
  1: { zh: '冷链', en: 'Cold chain' },
  2: { zh: '商超', en: 'Supermarket' },
  3: { zh: '农牧', en: 'Livestock' },
  4: { zh: '文物', en: 'Cultural relics' },
};
const states: Readonly<Record<ProjectState, Bilingual>> = {
  valid: { zh: '正常', en: 'Valid' },
  disabled: { zh: '已停用', en: 'Disabled' },
  expired: { zh: '已到期', en: 'Expired' },
  deleted: { zh: '已删除', en: 'Deleted' },
};

const common: readonly SheetColumn<{
  ProjectName: string;
  Code: string;
  Path: string[];
  Industry: number;
  Address: string;
}>[] = [
  { header: { zh: '项目名称', en: 'Project' }, type: 'text', width: 30, value: ({ ProjectName }) => ProjectName },
  { header: { zh: '编码', en: 'Code' }, type: 'text', value: ({ Code }) => Code },
  { header: { zh: '所属分区', en: 'Partition' }, type: 'text', width: 30, value: ({ Path }) => Path.join(' / ') },
  {
    header: { zh: '行业', en: 'Industry' },
    type: 'text',
    value: ({ Industry }, language) => industries[Industry]?.[language] ?? String(Industry),
  },
  { header: { zh: '地址', en: 'Address' }, type: 'text', width: 40, value: ({ Address }) => Address },
];

export const projectColumns: readonly SheetColumn<ProjectListRow>[] = [
  ...common,
  {
    header: { zh: '状态', en: 'State' },
    type: 'text',
    width: 10,
    value: ({ State }, language) => states[State][language],
  },
  { header: { zh: '级别', en: 'Level' }, type: 'number', decimals: 0, value: ({ ProjectLevel }) => ProjectLevel },
  {
    header: { zh: '标签', en: 'Labels' },
    type: 'text',
    value: ({ TagList }, language) => TagList.join(language === 'zh' ? '、' : ', '),
  },
  { header: { zh: '时区', en: 'Time zone' }, type: 'text', value: ({ TimeZone }) => TimeZone },
  // A day without a clock: as text it means the same day everywhere.
  {
    header: { zh: '服务开始', en: 'Service start' },
    type: 'text',
    width: 14,
    value: ({ ServiceStart }) => ServiceStart,
  },
  { header: { zh: '服务结束', en: 'Service end' }, type: 'text', width: 14, value: ({ ServiceEnd }) => ServiceEnd },
  { header: { zh: '设备数', en: 'Devices' }, type: 'number', decimals: 0, value: ({ DeviceCount }) => DeviceCount },
  { header: { zh: '网关数', en: 'Gateways' }, type: 'number', decimals: 0, value: ({ GatewayCount }) => GatewayCount },
  { header: { zh: '成员数', en: 'Members' }, type: 'number', decimals: 0, value: ({ MemberCount }) => MemberCount },
  { header: { zh: '创建人', en: 'Created by' }, type: 'text', value: ({ CreateName }) => CreateName },
  { header: { zh: '创建时间', en: 'Created' }, type: 'text', value: ({ CreateTime }) => CreateTime },
];

export const deletedColumns: readonly SheetColumn<DeletedProjectRow>[] = [
  ...common,
  { header: { zh: '服务结束', en: 'Service end' }, type: 'text', width: 14, value: ({ ServiceEnd }) => ServiceEnd },
  { header: { zh: '设备数', en: 'Devices' }, type: 'number', decimals: 0, value: ({ DeviceCount }) => DeviceCount },
  { header: { zh: '网关数', en: 'Gateways' }, type: 'number', decimals: 0, value: ({ GatewayCount }) => GatewayCount },
  { header: { zh: '删除人', en: 'Deleted by' }, type: 'text', value: ({ DeleteName }) => DeleteName },
  { header: { zh: '删除时间', en: 'Deleted' }, type: 'text', value: ({ DeleteTime }) => DeleteTime },
];
