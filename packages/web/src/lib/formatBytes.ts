import { dash, formatWithUnit } from './numbers.ts';

const units = ['B', 'KB', 'MB', 'GB'] as const;

/** A size as people read it, with one decimal from kilobytes on: `2.1 MB`; a dash for null. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return dash;
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return formatWithUnit(bytes / 1024 ** step, units[step] ?? 'B', step === 0 ? 0 : 1);
}
