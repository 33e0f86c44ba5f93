import { dayMs } from '@watchpost/contract';
import type { Pool } from 'pg';
import { system } from './access/index.ts';
import { housekeepAccounts } from './account/index.ts';
import { checkCameras } from './cameras/index.ts';
import { deleteOldDownloads } from './downloads/index.ts';
import { deleteUnusedFiles } from './files/index.ts';
import { readCards, trimGatewayEvents, trimRejections } from './gateways/index.ts';
import { eraseDeleted, trimHistory } from './history/index.ts';
import { sealLog } from './logs/index.ts';
import { deleteOldMessages } from './notifications/index.ts';
import type { CardProvider } from './platform/cards/cardProvider.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/database.ts';
import type { Job } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log/log.ts';
import type { OutboundGuard } from './platform/outboundGuard.ts';
import type { Storage } from './platform/storage/storage.ts';
import { deleteOldEvents } from './securityEvents/index.ts';
import { trimTagMemories } from './transport/index.ts';

/** Of strangers the newest of each name is what helps an installer; a name's others only show that it knocks on. */
const rejectionsKept = { ofGateway: 100, ofName: 5, ofSender: 500, ofStrangers: 2_000 };
const eventsKeptPerGateway = 200;
/** Of each tag. A contact a minute for half a day dates what a gateway sends again; older ones tell how the clock went. */
const tagMemoriesKept = { contacts: 720, uploads: 100, datings: 1_000 };
const tagMemoryDays = 90;
/** Messages of deleted alarms and events: questions to a provider about a message come within this time. */
const messagesKeptDays = 30;

/** What would otherwise grow for ever. */
export const housekeepingJobs = ({
  db,
  clock,
  log,
  downloadStorage,
  fileStorage,
  cards,
  guard,
  secretKey,
  pool,
  deletedHistoryDays,
  securityEventDays,
}: {
  db: Db;
  pool: Pool;
  clock: Clock;
  log: Log;
  downloadStorage: Storage;
  fileStorage: Storage;
  cards: CardProvider | null;
  guard: OutboundGuard;
  secretKey: string;
  deletedHistoryDays: number | null;
  securityEventDays: number;
}): Record<string, Job> => ({
  checkCameras: {
    schedule: '* * * * *',
    run: () => checkCameras({ db, clock, guard, secretKey }),
  },
  deleteOldDownloads: {
    schedule: '53 * * * *',
    run: () => deleteOldDownloads({ db, clock, storage: downloadStorage }),
  },
  deleteOldMessages: {
    schedule: '37 18 * * *',
    run: () => deleteOldMessages(system, pool, new Date(clock.now() - messagesKeptDays * dayMs)),
  },
  deleteOldSignIns: {
    schedule: '17 * * * *',
    run: () => housekeepAccounts({ db, clock }),
  },
  deleteUnusedFiles: {
    schedule: '41 * * * *',
    run: () => deleteUnusedFiles({ db, clock, storage: fileStorage }),
  },
  deleteOldSecurityEvents: {
    schedule: '47 * * * *',
    run: () => deleteOldEvents(system, db, new Date(clock.now() - securityEventDays * dayMs)),
  },
  eraseDeletedHistory: {
    schedule: '22 19 * * *',
    run: async () => {
      const points = await eraseDeleted({ db, clock }, deletedHistoryDays);
      if (points > 0) log.info({ points }, 'Erased the history of deleted points');
    },
  },
  readCards: {
    // A new card is known soon; those of which much is known are not asked about again.
    schedule: '* * * * *',
    run: () => readCards({ db, clock, log, cards }),
  },
  sealOperationLog: {
    schedule: '* * * * *',
    run: () => sealLog({ db, clock, log }),
  },
  trimGatewayEvents: {
    schedule: '29 * * * *',
    run: () => trimGatewayEvents(system, db, eventsKeptPerGateway),
  },
  trimHistory: {
    // Where a project keeps its history for a time only: once a day, when little else goes on.
    schedule: '7 19 * * *',
    run: (_payload, stopping) => trimHistory(pool, clock.now(), stopping),
  },
  trimTagMemories: {
    schedule: '33 19 * * *',
    run: () =>
      trimTagMemories(system, db, { ...tagMemoriesKept, before: new Date(clock.now() - tagMemoryDays * dayMs) }),
  },
  trimGatewayRejections: {
    schedule: '*/5 * * * *',
    run: () => trimRejections(system, db, rejectionsKept),
  },
});
