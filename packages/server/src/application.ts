import { noteLateSamples } from './compliance/index.ts';
import type { Config } from './config.ts';
import { noteLateReadings } from './energy/index.ts';
import type { EventBus } from './events.ts';
import { followConfiguration } from './followConfiguration.ts';
import { type Ground, openGround } from './ground.ts';
import type { Ingest } from './ingest/index.ts';
import { allExporters } from './modules.ts';
import type { Outbox } from './notifications/index.ts';
import { openField } from './openField.ts';
import { openPeople } from './openPeople.ts';
import { openProviders } from './openProviders.ts';
import { openStores } from './openStores.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { Ownership } from './platform/db/ownership.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log/log.ts';
import { type Served, serve } from './serve.ts';
import { startAlarms } from './startAlarms.ts';
import { startAllJobs } from './startAllJobs.ts';
import { noteLateTagReadings } from './transport/index.ts';

export interface ApplicationOptions {
  config: Config;
  database: Database;
  /** Of that database; `database` is opened with it. */
  owner: Ownership;
  clock: Clock;
  log: Log;
  /** Tests: check every reply against the contract. */
  checkReplies?: boolean;
  /** Tests: false, and no job begins by the clock, in the middle of what is tested. They call it themselves. */
  byTheClock?: boolean;
}

export interface Application {
  readonly httpPort: number;
  readonly mqttPort: number | null;
  readonly dtuPort: number | null;
  readonly ingest: Ingest;
  readonly events: EventBus;
  readonly outbox: Outbox;
  /** Resolves when every `configurationChanged` emitted until now is in force. */
  configurationSettled(): Promise<void>;
  /** Stops listening, finishes what was taken, lets go of everything but the database. */
  stop(): Promise<void>;
}

/**
 * The whole server on a migrated database: everything is rebuilt from it, then the doors open. Each part says in `running` how it
 * stops, so that everything stops in the reverse of the order below.
 */
export async function startApplication(options: ApplicationOptions): Promise<Application> {
  const ground = openGround(options);
  try {
    return await start(ground, options);
  } catch (error) {
    await ground.running.disposeAsync().catch(() => {});
    throw error;
  }
}

async function start(
  ground: Ground,
  { checkReplies = false, byTheClock = true }: Pick<ApplicationOptions, 'checkReplies' | 'byTheClock'>,
): Promise<Application> {
  const { config, log, events, running } = ground;
  /** Ends reads that nobody but the server itself waits for. */
  const stopping = new AbortController();
  let served: Served | null = null;
  /** Where providers of messages find us: by the name people use; the simulator, on this machine. */
  const receiptBase = (): string =>
    config.publicUrl ?? `${config.tls ? 'https' : 'http'}://127.0.0.1:${served?.httpPort() ?? config.httpPort}`;

  const stores = await openStores(ground);
  const providers = await openProviders(ground);
  const people = await openPeople(ground);
  const alarming = await startAlarms(ground, stores, providers, { receiptBase, stopping: stopping.signal });
  const field = openField(ground, stores, providers, alarming);
  const { ingest, writing, returns } = field;
  const exporters = allExporters({ ground, stores, alarming });
  const parts = { ground, stores, providers, people, alarming, field, exporters };
  served = await serve(parts, { checkReplies });
  const { channel } = served;

  const { versions, gateways, points, projects } = stores;
  running.defer(() => versions.stop());
  // What others stand on first; the alarms before a new point delivers its first reading.
  const configuration = followConfiguration({
    events,
    log,
    readers: [
      versions.before,
      gateways,
      points,
      projects,
      { reread: () => alarming.alarms.reload() },
      ingest,
      channel,
      versions.after,
    ],
  });
  running.defer(() => configuration.stop());
  running.defer(() => stopping.abort(new Error('The server stops')));
  let jobs: Jobs | null = null;
  running.defer(() => jobs?.stop());
  running.defer(() => writing.close());
  running.defer(() => returns.stop());

  running.defer(noteLateReadings(ground));
  running.defer(noteLateSamples(ground));
  running.defer(noteLateTagReadings(ground));
  versions.start(ingest);
  await writing.start();
  await ingest.start();
  await channel.start(served.server);
  returns.start();
  jobs = await startAllJobs(parts, { byTheClock });
  await served.listen();
  // Last: what waits may be answered at once, and the answer must find us.
  alarming.outbox.start();
  return {
    httpPort: served.httpPort(),
    mqttPort: ingest.mqttPort,
    dtuPort: ingest.dtuPort,
    ingest,
    events,
    outbox: alarming.outbox,
    configurationSettled: () => configuration.settled(),
    stop: () => running.disposeAsync(),
  };
}
