import path from 'node:path';
import { createFileUrls } from './files/index.ts';
import { createVersionFollower, loadGatewayCatalogue } from './gateways/index.ts';
import type { Ground } from './ground.ts';
import { createHistoryShare, keptAfterDeletion, openHistory, type WhichPoints } from './history/index.ts';
import { installationSecret } from './platform/db/installationSecret.ts';
import { createStorage } from './platform/storage/storage.ts';
import { LiveValues, loadPointCatalogue } from './points/index.ts';
import { loadProjectCatalogue } from './projects/index.ts';
import { keepSystemTemplates } from './templates/index.ts';

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** History, what is kept in memory of the configuration, and files. */
export async function openStores({ config, db, pool, clock, log, events, running }: Ground) {
  const history = openHistory({ db: pool, clock, log, tailFolder: path.join(config.dataDir, 'tail') });
  await history.start();
  running.defer(() => history.stop());
  const live = new LiveValues();
  live.apply(await history.latest());
  // Before the gateways: what is read after it is at least as new.
  const versions = await createVersionFollower({ db, clock, log, events });
  await keepSystemTemplates(db);
  return {
    history,
    historyShare: createHistoryShare(),
    /** How many days the records of points stay when these are deleted now; null: for ever. */
    keptAfterDeletion: (which: WhichPoints) => keptAfterDeletion(db, which, config.deletedHistoryDays),
    live,
    versions,
    points: await loadPointCatalogue(db),
    gateways: await loadGatewayCatalogue(db),
    projects: await loadProjectCatalogue(db),
    fileUrls: createFileUrls(await installationSecret(db, 'files'), clock),
    reportSecret: await installationSecret(db, 'repairReports'),
    fileStorage: createStorage(path.join(config.dataDir, 'files')),
    downloadStorage: createStorage(path.join(config.dataDir, 'downloads')),
  };
}
