import type { Bilingual, DevicePointRow } from '@watchpost/contract';
import type { Exporter, ExportQuestion } from '../../downloads/index.ts';
import type { SheetColumn } from '../../platform/excel/writeWorkbook.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { allDevicePoints, listDevicePoints } from './handlers.ts';

const rowsAtOnce = 500;

const statuses: readonly Bilingual[] = [
  { zh: '无数据', en: 'No data' },
  { zh: '正常', en: 'Normal' },
  { zh: '报警', en: 'In alarm' },
  { zh: '数据异常', en: 'Bad data' },
];
const yes: Bilingual = { zh: '是', en: 'Yes' };
const no: Bilingual = { zh: '否', en: 'No' };

const text = (
  header: Bilingual,
  value: (row: DevicePointRow) => string | null,
  width = 18,
): SheetColumn<DevicePointRow> => ({ header, type: 'text', width, value });
const yesOrNo = (header: Bilingual, value: (row: DevicePointRow) => boolean): SheetColumn<DevicePointRow> => ({
  header,
  type: 'text',
  width: 10,
  value: (row, language) => (value(row) ? yes : no)[language],
});

const columns: readonly SheetColumn<DevicePointRow>[] = [
  text({ zh: '项目', en: 'Project' }, (row) => row.ProjectName, 24),
  text({ zh: '设备', en: 'Device' }, (row) => row.MName, 24),
  text({ zh: '子系统', en: 'Subsystem' }, (row) => row.BigTypeName),
  text({ zh: '设备类型', en: 'Class' }, (row) => row.SmallTypeName),
  text({ zh: '区域', en: 'Area' }, (row) => row.LocationName),
  text({ zh: '点位', en: 'Point' }, (row) => row.PointName, 24),
  text({ zh: '点类型', en: 'Point type' }, (row) => row.PointTypeName),
  {
    header: { zh: '状态', en: 'Status' },
    type: 'text',
    width: 10,
    value: (row, language) => statuses[row.PointStatus]?.[language] ?? null,
  },
  { header: { zh: '当前值', en: 'Value' }, type: 'number', value: (row) => row.Value },
  text({ zh: '状态含义', en: 'Meaning' }, (row) => row.ValueText),
  text({ zh: '单位', en: 'Unit' }, (row) => row.Unit, 8),
  { header: { zh: '测量时间', en: 'Measured' }, type: 'date', value: (row) => row.Time },
  { header: { zh: '级别', en: 'Level' }, type: 'number', decimals: 0, value: (row) => row.Level },
  { header: { zh: '上上限', en: 'High-high' }, type: 'number', value: (row) => row.SuperUpperLimit },
  { header: { zh: '上限', en: 'High' }, type: 'number', value: (row) => row.UpperLimit },
  { header: { zh: '下限', en: 'Low' }, type: 'number', value: (row) => row.LowerLimit },
  { header: { zh: '下下限', en: 'Low-low' }, type: 'number', value: (row) => row.SuperLowerLimit },
  yesOrNo({ zh: '报警已配置', en: 'Alarm configured' }, (row) => row.IsSetAlarm),
  yesOrNo({ zh: '可写', en: 'Writable' }, (row) => row.IsWrite),
];

type Question = ExportQuestion<Parameters<Exporter<'devicePoints', never>['count']>[0]['input']>;

/** Points of devices as their list shows them, with what they say at the moment. */
export function devicePointExporter(
  deps: Omit<DeviceDeps, 'events' | 'fileUrls' | 'history'>,
): Exporter<'devicePoints', DevicePointRow> {
  const pageOf = ({ caller, input, language }: Question, range: { offset: number; limit: number }) =>
    listDevicePoints(deps, { tenant: caller.tenant, language }, input.body, range);
  return {
    kind: 'devicePoints',
    columns,
    count: async (question) => (await pageOf(question, { offset: 0, limit: 1 })).TotalCount,
    rows: ({ caller, input, language }) =>
      allDevicePoints(deps, { tenant: caller.tenant, language }, input.body, rowsAtOnce),
  };
}
