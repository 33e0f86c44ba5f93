import type { Formula } from '@watchpost/contract';
import type { Caller } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import type { LivePointDeps } from './livePoints.ts';
import type { LiveReading } from './liveValues.ts';
import type { DeviceWriter } from './places/DeviceWriter.ts';
import type { PointCatalogue } from './pointCatalogue.ts';

export interface PointDeps extends LivePointDeps {
  readonly events: EventBus;
  readonly points: PointCatalogue;
  readonly deviceWriter: DeviceWriter;
  /** Whether anything is recorded of any of these points. */
  readonly history: { has(pointIds: readonly number[]): Promise<boolean> };
  /** How many days what is recorded of them stays when they are deleted now; null: for ever. */
  keptAfterDeletion(which: { pointIds: readonly number[] }): Promise<number | null>;
  /** Writes a value to a point as remote writing does: by its rights and limits, and kept in the write log. */
  writePoint(context: PointContext, order: { pointId: number; value: number }): Promise<unknown>;
  /** What a formula says of the readings as they stand; null while there is none. */
  valueOfFormula(formula: Formula, inputs: readonly { name: string; id: number }[]): LiveReading | null;
}

export type PointContext = CallContext<Caller>;
