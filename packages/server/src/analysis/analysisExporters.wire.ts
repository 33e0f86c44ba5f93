import type { AllCalls, CallData, DeviceFigures, RankedProject } from '@watchpost/contract';
import type { Exporter } from '../downloads/index.ts';
import type { SheetColumn } from '../platform/excel/writeWorkbook.ts';
import type { AnalysisDeps } from './deps.ts';
import { groupsOf } from './devices/handlers.ts';
import { homeOf } from './home/handlers.ts';

type Deps = Pick<AnalysisDeps, 'db' | 'clock'>;
type Group = CallData<AllCalls['getDeviceAnalysis']>['GroupList'][number];
const hours = (seconds: number | null) => (seconds === null ? null : seconds / 3600);

// biome-ignore format: a table is read by columns
const figureColumns: readonly SheetColumn<DeviceFigures>[] = [
  { header: { zh: '设备数', en: 'Devices' }, type: 'number', width: 10, value: (row) => row.Devices },
  { header: { zh: '报警数', en: 'Alarms' }, type: 'number', width: 10, value: (row) => row.Alarms },
  { header: { zh: '紧急报警', en: 'Urgent' }, type: 'number', width: 10, value: (row) => row.Urgent },
  { header: { zh: '每台每月报警', en: 'Alarms per device and month' }, type: 'number', decimals: 2, width: 16, value: (row) => row.PerDeviceMonth },
  { header: { zh: '超限时长（h）', en: 'Beyond limits (h)' }, type: 'number', decimals: 1, width: 16, value: (row) => hours(row.ExcursionSeconds) },
  { header: { zh: '超温度时（℃·h）', en: 'Degree-hours (K·h)' }, type: 'number', decimals: 1, width: 16, value: (row) => row.DegreeHours },
  { header: { zh: '设备可用率（%）', en: 'Equipment availability (%)' }, type: 'number', decimals: 2, width: 16, value: (row) => row.DeviceAvailability },
  { header: { zh: '确认时长中位数（h）', en: 'To acknowledge, median (h)' }, type: 'number', decimals: 2, width: 18, value: (row) => hours(row.AckMedian) },
  { header: { zh: '恢复时长中位数（h）', en: 'To return, median (h)' }, type: 'number', decimals: 2, width: 18, value: (row) => hours(row.BackMedian) },
];
// biome-ignore format: a table is read by columns
const projectColumns: readonly SheetColumn<RankedProject>[] = [
  { header: { zh: '项目', en: 'Project' }, type: 'text', width: 28, value: (row) => row.ProjectName },
  ...figureColumns,
  { header: { zh: '预期报警', en: 'Alarms expected' }, type: 'number', decimals: 1, width: 14, value: (row) => row.Expected },
  { header: { zh: '数据可用率（%）', en: 'Data availability (%)' }, type: 'number', decimals: 2, width: 16, value: (row) => row.DataAvailability },
  { header: { zh: '用电量（kWh）', en: 'Energy (kWh)' }, type: 'number', width: 14, value: (row) => row.Kwh },
  { header: { zh: '面积（m²）', en: 'Floor area (m²)' }, type: 'number', width: 14, value: (row) => row.SquareMetres },
  { header: { zh: '单位面积用电（kWh/m²）', en: 'kWh/m²' }, type: 'number', decimals: 2, width: 18, value: (row) => row.KwhPerM2 },
];
// biome-ignore format: a table is read by columns
const groupColumns: readonly SheetColumn<Group>[] = [
  { header: { zh: '分组', en: 'Group' }, type: 'text', width: 28, value: (row) => row.Name },
  ...figureColumns,
  { header: { zh: '平均故障间隔（h）', en: 'MTBF (h)' }, type: 'number', width: 16, value: (row) => row.MtbfHours },
];

/** The projects of the analysis as a file, in its order. */
export const analysedProjectExporter = (deps: Deps): Exporter<'analysedProjects', RankedProject> => ({
  kind: 'analysedProjects',
  columns: projectColumns,
  count: async ({ caller, input, language }) =>
    (await homeOf(deps, caller.tenant, language, input.body)).ProjectList.length,
  async *rows({ caller, input, language }) {
    yield* (await homeOf(deps, caller.tenant, language, input.body)).ProjectList;
  },
});

/** Equipment by group as a file, in the order of its page. */
export const analysedDeviceExporter = (deps: Deps): Exporter<'analysedDevices', Group> => ({
  kind: 'analysedDevices',
  columns: groupColumns,
  count: async ({ caller, input, language }) =>
    (await groupsOf(deps, caller.tenant, language, input.body)).GroupList.length,
  async *rows({ caller, input, language }) {
    yield* (await groupsOf(deps, caller.tenant, language, input.body)).GroupList;
  },
});
