import { type Bilingual, type OriginalTagReading, qualityOf, type TagKey, tagKeys } from '@watchpost/contract';
import type { History } from '../../history/index.ts';
import type { SheetColumn } from '../../platform/excel/writeWorkbook.ts';
import type { Calibration, TagRow } from './tag.store.ts';
import { type ClockSync, tagTimeAt } from './tagClock.ts';

type Values = Record<TagKey, number | null>;

const nothing: Values = { temperature: null, humidity: null, door: null, battery: null };

/** What is in force at a time, by calibrations in ascending order. */
export function offsetsAt(calibrations: readonly Calibration[], at: number): { tOffset: number; hOffset: number } {
  let found = { tOffset: 0, hOffset: 0 };
  for (const { valid_from, t_offset, h_offset } of calibrations) {
    if (valid_from.getTime() > at) break;
    found = { tOffset: t_offset, hOffset: h_offset };
  }
  return found;
}

const without = (value: number | null, offset: number): number | null =>
  value === null ? null : Number((value - offset).toFixed(6));

/**
 * Everything a tag measured in [from, to), one entry a time, in ascending order.
 *
 * @param as `corrected`: as it is kept; `original`: as it was sent
 */
export async function readTag(
  history: History,
  tag: TagRow,
  { calibrations, syncs }: { calibrations: readonly Calibration[]; syncs: readonly ClockSync[] },
  { from, to, as }: { from: number; to: number; as: 'corrected' | 'original' },
  signal?: AbortSignal,
): Promise<OriginalTagReading[]> {
  const keys = tagKeys.filter((key) => tag.points[key] !== undefined);
  const found = await history.raw(
    keys.map((key) => tag.points[key]!),
    from,
    to,
    signal,
  );
  const byTime = new Map<number, { values: Values; isDoubtful: boolean }>();
  for (const [place, samples] of found.entries()) {
    for (let i = 0; i < samples.length; i++) {
      const time = samples.measuredAt[i]!;
      const entry = byTime.get(time) ?? { values: { ...nothing }, isDoubtful: false };
      const value = samples.values[i]!;
      entry.values[keys[place]!] = Number.isNaN(value) ? null : value;
      if (qualityOf(samples.quality[i]!) !== 'good') entry.isDoubtful = true;
      byTime.set(time, entry);
    }
  }
  return [...byTime]
    .sort(([a], [b]) => a - b)
    .map(([Time, { values, isDoubtful }]) => {
      const offsets = offsetsAt(calibrations, Time);
      const { tOffset, hOffset } = as === 'original' ? offsets : { tOffset: 0, hOffset: 0 };
      return {
        Time,
        Temperature: without(values.temperature, tOffset),
        Humidity: without(values.humidity, hOffset),
        Door: values.door,
        Battery: values.battery,
        IsDoubtful: isDoubtful,
        ...offsets,
        TagEpoch: tagTimeAt(syncs, Time),
      };
    });
}

const number = (
  header: Bilingual,
  decimals: number,
  value: (row: OriginalTagReading) => number | null,
): SheetColumn<OriginalTagReading> => ({ type: 'number', header, decimals, value });

/** Columns of a spreadsheet of what a tag measured. */
export function historyColumns(tag: TagRow, as: 'corrected' | 'original'): SheetColumn<OriginalTagReading>[] {
  const has = (key: TagKey): boolean => tag.points[key] !== undefined;
  const doubt: Bilingual = { zh: '存疑', en: 'Doubtful' };
  return [
    { type: 'date', header: { zh: '测量时间', en: 'Measured' }, value: ({ Time }) => Time, saysZone: true },
    ...(as === 'original'
      ? [
          {
            type: 'date' as const,
            header: { zh: '标签时钟', en: 'Clock of the tag' },
            value: ({ TagEpoch }: OriginalTagReading) => TagEpoch,
          },
        ]
      : []),
    number({ zh: '温度（°C）', en: 'Temperature (°C)' }, 1, ({ Temperature }) => Temperature),
    ...(has('humidity') ? [number({ zh: '湿度（%RH）', en: 'Humidity (%RH)' }, 1, ({ Humidity }) => Humidity)] : []),
    ...(has('door') ? [number({ zh: '门磁', en: 'Door' }, 0, ({ Door }) => Door)] : []),
    ...(has('battery') ? [number({ zh: '电量（%）', en: 'Battery (%)' }, 0, ({ Battery }) => Battery)] : []),
    ...(as === 'original'
      ? [number({ zh: '温度偏移（°C）', en: 'Temperature offset (°C)' }, 1, ({ tOffset }) => tOffset)]
      : []),
    ...(as === 'original' && has('humidity')
      ? [number({ zh: '湿度偏移（%RH）', en: 'Humidity offset (%RH)' }, 1, ({ hOffset }) => hOffset)]
      : []),
    {
      type: 'text',
      header: doubt,
      value: ({ IsDoubtful }, language) => (IsDoubtful ? doubt[language] : null),
    },
  ];
}
