import { buffer } from 'node:stream/consumers';
import type { Language } from '@watchpost/contract';
import { type SheetColumn, writeWorkbook } from '../../platform/excel/writeWorkbook.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { DayFigures } from './FigureSum.ts';
import type { PackFacts } from './packFacts.ts';

/** Figures of a sealed day of a point. */
export interface FiguresOfDay extends DayFigures {
  readonly day: string;
  readonly samples: number;
}

interface Row extends FiguresOfDay {
  readonly pointId: number;
}

const rowsOf = ({ pointIds }: PackFacts, days: ReadonlyMap<number, readonly FiguresOfDay[]>): Row[] =>
  pointIds.flatMap((pointId) => (days.get(pointId) ?? []).map((row) => ({ ...row, pointId })));

/** Figures by point and day, for programs: points by their numbers, as in the manifest. */
export function daysCsv(facts: PackFacts, days: ReadonlyMap<number, readonly FiguresOfDay[]>): Buffer {
  const lines = rowsOf(facts, days).map((row) => {
    const { decimals } = facts.names.get(row.pointId)!;
    const cell = (value: number | null): string => (value === null ? '' : value.toFixed(decimals));
    const figures = [row.min, row.mean, row.max, row.mkt].map(cell);
    return [row.pointId, row.day, row.samples, row.good, ...figures].join(',');
  });
  return Buffer.from(`${['point,day,samples,good,min,mean,max,mkt', ...lines].join('\n')}\n`);
}

/** The same for people, with the names of device and point. @returns an .xlsx file */
export function figuresWorkbook(
  facts: PackFacts,
  days: ReadonlyMap<number, readonly FiguresOfDay[]>,
  timeZone: string,
  language: Language,
): Promise<Buffer> {
  const names = (pointId: number) => facts.names.get(pointId)!;
  /** As many decimals as the point has: a rounded number, so that it is the one in the report. */
  const rounded = (row: Row, value: number | null): number | null =>
    value === null ? null : Number(value.toFixed(names(row.pointId).decimals));
  const columns: SheetColumn<Row>[] = [
    {
      header: { zh: '设备', en: 'Device' },
      type: 'text',
      width: 28,
      value: ({ pointId }) => inLanguage(names(pointId).device_name, names(pointId).device_name_en, language),
    },
    {
      header: { zh: '点位', en: 'Point' },
      type: 'text',
      width: 24,
      value: ({ pointId }) => inLanguage(names(pointId).point_name, names(pointId).point_name_en, language),
    },
    { header: { zh: '日期', en: 'Day' }, type: 'text', width: 12, value: ({ day }) => day },
    { header: { zh: '样本', en: 'Samples' }, type: 'number', decimals: 0, value: ({ samples }) => samples },
    { header: { zh: '有效样本', en: 'Good samples' }, type: 'number', decimals: 0, value: ({ good }) => good },
    { header: { zh: '最低', en: 'Lowest' }, type: 'number', value: (row) => rounded(row, row.min) },
    { header: { zh: '平均', en: 'Mean' }, type: 'number', value: (row) => rounded(row, row.mean) },
    { header: { zh: '最高', en: 'Highest' }, type: 'number', value: (row) => rounded(row, row.max) },
    { header: { zh: '平均动力学温度', en: 'MKT' }, type: 'number', value: (row) => rounded(row, row.mkt) },
    { header: { zh: '单位', en: 'Unit' }, type: 'text', width: 8, value: ({ pointId }) => names(pointId).unit },
  ];
  const title = language === 'zh' ? '逐日数据' : 'Days';
  return buffer(writeWorkbook({ title, columns, rows: rowsOf(facts, days), language, timeZone }));
}
