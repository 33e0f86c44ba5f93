import { once } from 'node:events';
import { addressForPeople, loadConfig } from './config.ts';
import { fillEmptyDatabase } from './demo/index.ts';
import type { Filling } from './fillApart.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/db/database.ts';
import { createLog } from './platform/log/log.ts';

/** Entry of the process that makes the demo for the server that started it. Ends with that server, and with its own work. */
process.on('disconnect', () => process.exit(1));
// Only a message is waited for at first: that keeps the process.
process.channel?.ref();
const config = loadConfig();
const log = createLog(config.logLevel);
const [{ url, epoch }] = (await once(process, 'message')) as [Filling];
const database = openDatabase(url, log, { epoch });
try {
  await fillEmptyDatabase({
    ...{ database, config, clock: systemClock, log },
    publicUrl: addressForPeople(config),
    progress: (text) => process.send?.(text),
  });
  await database.close();
  process.exit(0);
} catch (error) {
  log.fatal({ err: error }, 'The demo could not be made');
  process.exit(1);
}
