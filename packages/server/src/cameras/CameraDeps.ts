import type { EventBus } from '../events.ts';
import type { FileUrls } from '../files/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { OutboundGuard } from '../platform/outboundGuard.ts';
import type { Tickets } from './watch/tickets.ts';

export interface CameraDeps {
  db: Db;
  clock: Clock;
  events: EventBus;
  fileUrls: FileUrls;
  guard: OutboundGuard;
  cameraTickets: Tickets;
  /** The key under which secrets are kept. */
  secretKey: string;
}
