import { usePreference } from '../lib/preferences.ts';
import type { AlarmSort } from './alarmQuery.ts';

/** Columns of the alarm table, in their order. */
export type ColumnName =
  | 'level'
  | 'name'
  | 'area'
  | 'reason'
  | 'raised'
  | 'lasting'
  | 'status'
  | 'confirmedBy'
  | 'actions';

/** Those the server can sort by. */
export const sortOf: Partial<Record<ColumnName, AlarmSort>> = { level: 'level', raised: 'time', lasting: 'duration' };

const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
/** What the user does not want to see, on every computer of his. */
export const useHiddenColumns = () => usePreference<string[]>('alarms.hiddenColumns', ['area'], isNames);
