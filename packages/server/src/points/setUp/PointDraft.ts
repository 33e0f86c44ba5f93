import type { CycleSource, PointKind } from '@watchpost/contract';
import type { ModbusMapping } from '../store.ts';
import type { SetUpPoint } from './setUp.store.ts';

/** What is set up about a point, checked by the schema of its call; what was left out has its usual value. */
export interface PointDraft {
  readonly kind: PointKind;
  readonly name: string;
  readonly nameEn: string | null;
  readonly typeId: number;
  /** Null: the first of its type. */
  readonly unit: string | null;
  readonly decimals: number;
  readonly level: number;
  readonly writable: boolean;
  readonly samplingIntervalSeconds: number;
  /** Absent: somebody said it. */
  readonly cycleSource?: CycleSource;
  readonly rangeLow: number | null;
  readonly rangeHigh: number | null;
  readonly errorValues: readonly number[];
  readonly frozenAfterSeconds: number | null;
  readonly modbus: ModbusMapping | null;
  readonly mqttKey: string | null;
  readonly mqttDevice: string | null;
  readonly formula: string | null;
  readonly inputs: readonly { readonly name: string; readonly id: number }[];
}

/** Where a point hangs. Both null: nowhere, it is virtual or computed. */
export interface PointPlace {
  readonly projectId: number;
  readonly gatewayId: number | null;
  readonly slaveId: number | null;
}

/** In seconds, where nothing else is said. */
export const usualCycleSeconds = 60;

/** As it stands, in the same words as a draft. */
export const draftNow = (row: SetUpPoint): PointDraft => ({
  kind: row.kind,
  name: row.name,
  nameEn: row.name_en,
  typeId: row.point_type_id,
  unit: row.unit,
  decimals: row.decimals,
  level: row.level,
  writable: row.writable,
  samplingIntervalSeconds: row.sampling_interval_seconds,
  ...(row.cycle_source === 'declared' ? {} : { cycleSource: row.cycle_source }),
  rangeLow: row.range_low,
  rangeHigh: row.range_high,
  errorValues: row.error_values,
  frozenAfterSeconds: row.frozen_after_seconds,
  modbus: row.modbus,
  mqttKey: row.mqtt_key,
  mqttDevice: row.mqtt_device,
  formula: row.formula,
  inputs: row.inputs.map(({ name, id }) => ({ name, id })),
});
