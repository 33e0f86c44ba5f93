import type { EventBus } from '../events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log/log.ts';
import type { FigureDeps } from './figures.wire.ts';

export interface ReportDeps extends FigureDeps {
  readonly clock: Clock;
  readonly events: EventBus;
  readonly log: Log;
}
