import type { EnergyMonthRow, EnergyOfProject } from '@watchpost/contract';
import type { Exporter } from '../downloads/index.ts';
import type { SheetColumn } from '../platform/excel/writeWorkbook.ts';
import type { EnergyDeps } from './deps.ts';
import { byProject, monthsOf } from './figures/handlers.ts';

type Deps = Pick<EnergyDeps, 'db' | 'clock' | 'history' | 'historyShare'>;
/** A file that nobody waits for is made to its end: its figures are read at once. */
const neverAborted = new AbortController().signal;
const kwh = (wh: number | null) => (wh === null ? null : wh / 1000);
const yuan = (fen: number | null) => (fen === null ? null : fen / 100);

// biome-ignore format: a table is read by columns
const monthColumns: readonly SheetColumn<EnergyMonthRow>[] = [
  { header: { zh: '分项', en: 'Sub-item' }, type: 'text', width: 30, value: (row) => `${'　'.repeat(row.Depth)}${row.SubentryName}` },
  ...Array.from({ length: 12 }, (_, i): SheetColumn<EnergyMonthRow> => ({
    header: { zh: `${i + 1} 月（kWh）`, en: `Month ${i + 1} (kWh)` }, type: 'number', width: 14, value: (row) => kwh(row.MonthList[i]!.Wh),
  })),
  { header: { zh: '全年（kWh）', en: 'Year (kWh)' }, type: 'number', width: 16, value: (row) => kwh(row.Wh) },
  { header: { zh: '全年（元）', en: 'Year (¥)' }, type: 'number', width: 16, value: (row) => yuan(row.CostFen) },
];
// biome-ignore format: a table is read by columns
const projectColumns: readonly SheetColumn<EnergyOfProject>[] = [
  { header: { zh: '项目', en: 'Project' }, type: 'text', width: 28, value: (row) => row.ProjectName },
  { header: { zh: '用电量（kWh）', en: 'Energy (kWh)' }, type: 'number', width: 16, value: (row) => kwh(row.Wh) },
  { header: { zh: '电费（元）', en: 'Cost (¥)' }, type: 'number', width: 14, value: (row) => yuan(row.CostFen) },
  { header: { zh: '深谷（kWh）', en: 'Deep off-peak (kWh)' }, type: 'number', width: 14, value: (row) => kwh(row.ClassWhList[5]!) },
  { header: { zh: '低谷（kWh）', en: 'Off-peak (kWh)' }, type: 'number', width: 14, value: (row) => kwh(row.ClassWhList[1]!) },
  { header: { zh: '平段（kWh）', en: 'Flat (kWh)' }, type: 'number', width: 14, value: (row) => kwh(row.ClassWhList[2]!) },
  { header: { zh: '高峰（kWh）', en: 'Peak (kWh)' }, type: 'number', width: 14, value: (row) => kwh(row.ClassWhList[3]!) },
  { header: { zh: '尖峰（kWh）', en: 'Rush hour (kWh)' }, type: 'number', width: 14, value: (row) => kwh(row.ClassWhList[4]!) },
  { header: { zh: '碳排放（kg）', en: 'CO2 (kg)' }, type: 'number', width: 14, value: (row) => row.Co2Grams / 1000 },
  { header: { zh: '最大负荷（kW）', en: 'Peak load (kW)' }, type: 'number', width: 14, value: (row) => kwh(row.PeakW) },
  { header: { zh: '负荷率（%）', en: 'Load factor (%)' }, type: 'number', width: 14, value: (row) => row.LoadFactor },
  { header: { zh: '单位面积日用电（Wh/m²）', en: 'Wh/m² a day' }, type: 'number', width: 20, value: (row) => row.WhPerSquareMetre },
  { header: { zh: '能源绩效（%）', en: 'EnPI (%)' }, type: 'number', width: 14, value: (row) => (row.Performance?.IsFit ? row.Performance.Enpi : null) },
  { header: { zh: '能源绩效 ±（%）', en: 'EnPI ± (%)' }, type: 'number', width: 14, value: (row) => (row.Performance?.IsFit ? row.Performance.EnpiBand : null) },
  { header: { zh: '数据完整率（%）', en: 'Coverage (%)' }, type: 'number', width: 14, value: (row) => row.CoveragePercent },
];

/** The month table of a project as a file. */
export const energyMonthExporter = (deps: Deps): Exporter<'energyMonths', EnergyMonthRow> => ({
  kind: 'energyMonths',
  columns: monthColumns,
  count: async ({ caller, input, language }) => (await monthsOf(deps, caller, language, input.body)).TotalCount,
  async *rows({ caller, input, language }) {
    yield* (await monthsOf(deps, caller, language, input.body)).Data;
  },
});

/** Projects side by side as a file. */
export const energyProjectExporter = (deps: Deps): Exporter<'energyByProject', EnergyOfProject> => ({
  kind: 'energyByProject',
  columns: projectColumns,
  count: async ({ caller, input, language }) =>
    (await byProject(deps, caller, language, input.body, neverAborted)).TotalCount,
  async *rows({ caller, input, language }) {
    yield* (await byProject(deps, caller, language, input.body, neverAborted)).Data;
  },
});
