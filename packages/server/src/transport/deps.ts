import type { Caller } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { FileUrls } from '../files/index.ts';
import type { History } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import type { DeviceWriter, LiveValues, PointLimits, PresentLive } from '../points/index.ts';

export interface TransportDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly history: History;
  readonly live: LiveValues;
  readonly presentLive: PresentLive;
  readonly deviceWriter: DeviceWriter;
  readonly fileUrls: FileUrls;
  /** Where people open this installation; null: not set. */
  readonly publicUrl: string | null;
  /** The tightest limits that are set up for a point; null: none. */
  readonly usualLimitsOfPoint: (pointId: number) => PointLimits | null;
}

export type TransportContext = CallContext<Caller>;
