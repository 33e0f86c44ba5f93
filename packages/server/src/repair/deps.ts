import type { Caller } from '../access/index.ts';
import type { AlarmService } from '../alarms/index.ts';
import type { EventBus } from '../events.ts';
import type { FileUrls } from '../files/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import type { PointLimits } from '../points/index.ts';

export interface RepairDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly fileUrls: FileUrls;
  readonly alarms: Pick<AlarmService, 'lookAtShelves'>;
  /** The tightest limits that are set up for a point; null: none. */
  readonly usualLimitsOfPoint: (pointId: number) => PointLimits | null;
}

export type RepairContext = CallContext<Caller>;
