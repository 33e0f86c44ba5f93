import { type Bilingual, kindWords, type PointListRow, type pointListCalls } from '@watchpost/contract';
import type { Exporter, ExportQuestion } from '../downloads/index.ts';
import { gatewayTenantOf } from '../gateways/index.ts';
import type { Handlers } from '../handlers.ts';
import type { SheetColumn } from '../platform/excel/writeWorkbook.ts';
import type { LivePointDeps } from './livePoints.ts';
import { allPoints, listPoints } from './places/list/listPoints.wire.ts';

const rowsAtOnce = 500;

const text = (
  header: Bilingual,
  value: (row: PointListRow) => string | null,
  width = 18,
): SheetColumn<PointListRow> => ({ header, type: 'text', width, value });
const number = (header: Bilingual, value: (row: PointListRow) => number | null): SheetColumn<PointListRow> => ({
  header,
  type: 'number',
  value,
});
const yes: Bilingual = { zh: '是', en: 'Yes' };
const no: Bilingual = { zh: '否', en: 'No' };

const columns: readonly SheetColumn<PointListRow>[] = [
  text({ zh: '点位名称', en: 'Point name' }, (row) => row.PointName, 24),
  {
    header: { zh: '数据来源', en: 'Source' },
    type: 'text',
    width: 12,
    value: (row, language) => kindWords[row.Kind][language],
  },
  text({ zh: '点类型', en: 'Point type' }, (row) => row.PointTypeName),
  text({ zh: '单位', en: 'Unit' }, (row) => row.Unit, 8),
  number({ zh: '当前值', en: 'Value' }, (row) => row.Value),
  text({ zh: '状态含义', en: 'Meaning' }, (row) => row.ValueText),
  { header: { zh: '测量时间', en: 'Measured' }, type: 'date', value: (row) => row.Time },
  text({ zh: '网关', en: 'Gateway' }, (row) => row.GatewayName, 24),
  text({ zh: '从站', en: 'Slave' }, (row) => row.SlaveName),
  number({ zh: '从站地址', en: 'Slave address' }, (row) => row.SlaveAddress),
  text({ zh: '寄存器 / 键 / 公式', en: 'Register, key or formula' }, (row) => row.Source, 34),
  text({ zh: '设备', en: 'Devices' }, (row) => row.DeviceList.map(({ ModelTreeName }) => ModelTreeName).join('; '), 30),
  text({ zh: '区域', en: 'Areas' }, (row) => row.LocationList.map(({ LocationName }) => LocationName).join('; '), 24),
  number({ zh: '级别', en: 'Level' }, (row) => row.Level),
  number({ zh: '采集周期（秒）', en: 'Cycle (seconds)' }, (row) => row.Cycle),
  {
    header: { zh: '可写', en: 'Writable' },
    type: 'text',
    width: 8,
    value: (row, language) => (row.IsWrite ? yes : no)[language],
  },
  {
    header: { zh: '已设报警', en: 'Alarm rule' },
    type: 'text',
    width: 10,
    value: (row, language) => (row.IsSetAlarm ? yes : no)[language],
  },
];

type Question = ExportQuestion<Parameters<Exporter<'points', never>['count']>[0]['input']>;
type Body = Parameters<Handlers<typeof pointListCalls>['getPointPage']>[1]['body'];

/** The points of a project as their list shows them. */
export function pointExporter(deps: Pick<LivePointDeps, 'db' | 'clock' | 'live'>): Exporter<'points', PointListRow> {
  const pageOf = ({ caller, input, language }: Question, range: { offset: number; limit: number }) =>
    listPoints(deps, { tenant: gatewayTenantOf(caller), language }, input.body as Body, range);
  return {
    kind: 'points',
    columns,
    count: async (question) => (await pageOf(question, { offset: 0, limit: 1 })).TotalCount,
    rows: ({ caller, input, language }) =>
      allPoints(deps, { tenant: gatewayTenantOf(caller), language }, input.body as Body, rowsAtOnce),
  };
}
