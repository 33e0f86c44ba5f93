import { system } from './access/index.ts';
import { housekeepAccounts } from './account/index.ts';
import { deleteUnusedFiles } from './files/index.ts';
import { trimRejections } from './gateways/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/database.ts';
import type { Job } from './platform/jobs/jobs.ts';
import type { Storage } from './platform/storage/storage.ts';

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
    run: () => housekeepAccounts({ db, clock }),
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
