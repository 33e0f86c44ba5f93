import type { PointKind } from '@watchpost/contract';
import type { ModbusMapping } from '../store.ts';

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

/** Whose answer a point waits for where nothing else is said. */
export const usualCycleSeconds = 60;
