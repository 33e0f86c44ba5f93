import type { Bilingual, DataState } from '@watchpost/contract';
import type { SheetColumn } from '../../platform/excel/writeWorkbook.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { DeviceState, StatusTotals } from '../states/deviceStates.ts';
import type { ListedDevice, NamedProject } from './store.ts';

const statuses: Readonly<Record<DeviceState['status'], Bilingual>> = {
  0: { zh: '离线', en: 'Offline' },
  1: { zh: '在线', en: 'Online' },
  2: { zh: '报警', en: 'In alarm' },
};
const dataStates: Readonly<Record<DataState, Bilingual>> = {
  complete: { zh: '完整', en: 'Complete' },
  incomplete: { zh: '部分无数据', en: 'Incomplete' },
  offline: { zh: '无数据', en: 'None' },
};

/** A row of a sheet knows how it stood when the sheet was made. */
export type DeviceInSheet = ListedDevice & { readonly state: DeviceState };

export const devicesInSheet = (
  rows: readonly ListedDevice[],
  states: { of(deviceId: number): DeviceState },
): DeviceInSheet[] => rows.map((row) => ({ ...row, state: states.of(row.id) }));

const yes: Bilingual = { zh: '是', en: 'Yes' };
const no: Bilingual = { zh: '否', en: 'No' };

export const deviceColumns: readonly SheetColumn<DeviceInSheet>[] = [
  {
    header: { zh: '设备名称', en: 'Device' },
    type: 'text',
    width: 30,
    value: ({ name, name_en }, language) => inLanguage(name, name_en, language),
  },
  {
    header: { zh: '项目', en: 'Project' },
    type: 'text',
    width: 24,
    value: (row, language) => inLanguage(row.project_name, row.project_name_en, language),
  },
  {
    header: { zh: '子系统', en: 'Subsystem' },
    type: 'text',
    value: (row, language) => (language === 'zh' ? row.subsystem_zh : row.subsystem_en),
  },
  {
    header: { zh: '设备类型', en: 'Class' },
    type: 'text',
    value: (row, language) => (language === 'zh' ? row.class_zh : row.class_en),
  },
  {
    header: { zh: '区域', en: 'Area' },
    type: 'text',
    value: ({ area_name, area_name_en }, language) =>
      area_name === null ? null : inLanguage(area_name, area_name_en, language),
  },
  {
    header: { zh: '状态', en: 'Status' },
    type: 'text',
    width: 10,
    value: ({ state }, language) => statuses[state.status][language],
  },
  {
    header: { zh: '数据', en: 'Data' },
    type: 'text',
    width: 12,
    value: ({ state }, language) => dataStates[state.dataState][language],
  },
  { header: { zh: '当前报警', en: 'Alarms' }, type: 'number', decimals: 0, value: ({ state }) => state.alarmCount },
  { header: { zh: '点位数', en: 'Points' }, type: 'number', decimals: 0, value: (row) => row.point_count },
  { header: { zh: '点位级别', en: 'Point level' }, type: 'number', decimals: 0, value: ({ level }) => level },
  {
    header: { zh: '报警已配置', en: 'Alarm configured' },
    type: 'text',
    width: 12,
    value: ({ is_watched }, language) => (is_watched ? yes : no)[language],
  },
  {
    header: { zh: '可写', en: 'Can be written' },
    type: 'text',
    width: 12,
    value: ({ is_writable }, language) => (is_writable ? yes : no)[language],
  },
  { header: { zh: '序列号', en: 'Serial number' }, type: 'text', value: (row) => row.serial_number },
  { header: { zh: '品牌', en: 'Brand' }, type: 'text', value: ({ brand }) => brand },
  { header: { zh: '型号', en: 'Model' }, type: 'text', value: ({ model }) => model },
  { header: { zh: '规格', en: 'Specification' }, type: 'text', value: ({ specification }) => specification },
  // A day without a clock: as text it means the same day everywhere.
  { header: { zh: '生产日期', en: 'Produced' }, type: 'text', width: 14, value: (row) => row.production_date },
  {
    header: { zh: '标签', en: 'Labels' },
    type: 'text',
    value: ({ labels }, language) => labels.join(language === 'zh' ? '、' : ', '),
  },
  { header: { zh: '创建时间', en: 'Created' }, type: 'date', value: (row) => row.created_at },
];

const counted = (header: Bilingual, key: keyof StatusTotals): SheetColumn<{ totals: StatusTotals }> => ({
  header,
  type: 'number',
  decimals: 0,
  value: ({ totals }) => totals[key],
});

export const projectColumns: readonly SheetColumn<NamedProject & { totals: StatusTotals }>[] = [
  {
    header: { zh: '项目', en: 'Project' },
    type: 'text',
    width: 30,
    value: ({ name, name_en }, language) => inLanguage(name, name_en, language),
  },
  counted({ zh: '设备数', en: 'Devices' }, 'total'),
  counted({ zh: '在线', en: 'Online' }, 'online'),
  counted({ zh: '离线', en: 'Offline' }, 'offline'),
  counted({ zh: '报警', en: 'In alarm' }, 'alarm'),
  counted({ zh: '部分无数据', en: 'Incomplete' }, 'incomplete'),
];
