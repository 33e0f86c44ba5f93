import { system } from './access/index.ts';
import { deleteOldFailures, deleteOldSessions } from './account/index.ts';
import { deleteUnusedFiles } from './files/index.ts';
import { trimRejections } from './gateways/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/database.ts';
import type { Job } from './platform/jobs/jobs.ts';
import type { Storage } from './platform/storage/storage.ts';

const dayMs = 86_400_000;
/** Longer than the refresh token's seven days: a stolen one that is used late is still recognised. */
const sessionsKeptDays = 30;
const rejectionsKeptPerGateway = 100;

/** What would otherwise grow for ever. */
export const housekeepingJobs = ({
  db,
  clock,
  fileStorage,
}: {
  db: Db;
  clock: Clock;
  fileStorage: Storage;
}): Record<string, Job> => ({
  deleteOldSignIns: {
    schedule: '17 * * * *',
    async run() {
      await deleteOldFailures(system, db, new Date(clock.now() - dayMs));
      await deleteOldSessions(system, db, new Date(clock.now() - sessionsKeptDays * dayMs));
    },
  },
  deleteUnusedFiles: {
    schedule: '41 * * * *',
    run: () => deleteUnusedFiles({ db, clock, storage: fileStorage }),
  },
  trimGatewayRejections: {
    schedule: '*/5 * * * *',
    run: () => trimRejections(system, db, rejectionsKeptPerGateway),
  },
});
