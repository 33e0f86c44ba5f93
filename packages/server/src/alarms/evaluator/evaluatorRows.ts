import type { Bilingual } from '@watchpost/contract';
import type { CalendarRow } from '../../projects/index.ts';
import type { Subject } from '../engine/index.ts';

/** An enabled rule on one thing that it watches. */
export interface WatchedRuleRow {
  rule_id: number;
  /** As JSON. */
  definition: string;
  subject_kind: Subject['type'];
  subject_id: number;
  strategy_id: number;
  repeat_minutes: number | null;
  notify_on_clear: boolean;
}

export interface WatchedPointRow {
  id: number;
  company_id: number;
  project_id: number;
  /** Null: a virtual or computed point. */
  gateway_id: number | null;
  slave_id: number | null;
  protocol: string | null;
  name: string;
  name_en: string | null;
  unit: string;
  decimals: number;
  sampling_interval_seconds: number;
  value_type: 'analog' | 'status';
  status_values: ({ value: number } & Bilingual)[];
  device_id: number | null;
  /** All of them. */
  device_ids: number[];
  device_name: string | null;
  device_name_en: string | null;
  area_id: number | null;
  area_name: string | null;
  area_name_en: string | null;
  point_type_id: number;
  time_zone: string;
}

export interface SourceRow {
  kind: 'gateway' | 'slave';
  id: number;
  gateway_id: number;
  company_id: number;
  project_id: number;
  name: string;
  name_en: string | null;
}

export interface WatchedRows {
  rules: WatchedRuleRow[];
  points: WatchedPointRow[];
  sources: SourceRow[];
  calendar: CalendarRow[];
  /** By point, when its rules changed last; epoch ms. */
  changed: ReadonlyMap<number, number>;
}

/** What changed since a moment is read, and added to what is known. */
export interface KnownChanges {
  readonly since: Date;
  readonly known: ReadonlyMap<number, number>;
}
