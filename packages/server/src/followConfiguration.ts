import type {
  ChangedConfiguration,
  ConfigurationChange,
  ConfigurationKind,
  ConfigurationReader,
  EventBus,
} from './events.ts';
import type { Log } from './platform/log/log.ts';

/** A picture that could not be made true is tried again this often: the database is away. */
const retryMs = 1_000;

const kinds: readonly ConfigurationKind[] = [
  'project',
  'area',
  'gateway',
  'pointType',
  'point',
  'device',
  'alarmStrategy',
];

const together = (changes: readonly ConfigurationChange[]): ChangedConfiguration => ({
  ...(Object.fromEntries(
    kinds.map((kind) => [kind, new Set(changes.filter((change) => change.kind === kind).flatMap(({ ids }) => ids))]),
  ) as { [kind in ConfigurationKind]: Set<number> }),
  companies: new Set(changes.map(({ companyId }) => companyId)),
});

export interface ConfigurationFollower {
  /** Resolves when everything told of until now is in force. */
  settled(): Promise<void>;
  /** What is under way ends; nothing more is followed. */
  stop(): Promise<void>;
}

/**
 * Keeps every picture of the configuration true while the server runs: after `configurationChanged` the readers are asked, in
 * the order given, so that one may stand on those before it. One round at a time, or an older look at the database could
 * overtake a newer one; what is told during a round is read together in the next.
 */
export function followConfiguration({
  events,
  log,
  readers,
}: {
  events: EventBus;
  log: Log;
  readers: readonly ConfigurationReader[];
}): ConfigurationFollower {
  const owner = {};
  let waiting: ConfigurationChange[] = [];
  let running: Promise<void> | null = null;
  let stopped = false;
  let endPause: () => void = () => {};

  /** False when a reader failed. The others are asked all the same: a fault of one must not blind them. */
  async function round(changed: ChangedConfiguration): Promise<boolean> {
    let succeeded = true;
    for (const reader of readers) {
      try {
        await reader.reread(changed);
      } catch (error) {
        succeeded = false;
        // What reads for long is ended with the server: after the next start everything is read anew.
        if (stopped) continue;
        log.error({ err: error }, 'A change of the configuration could not be read; trying again until it can');
      }
    }
    return succeeded;
  }

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, retryMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    while (waiting.length > 0 && !stopped) {
      const changes = waiting;
      waiting = [];
      if (await round(together(changes))) continue;
      waiting = [...changes, ...waiting];
      if (!stopped) await pause();
    }
    running = null;
  }

  events.on(owner, 'configurationChanged', (change) => {
    waiting.push(change);
    running ??= run();
  });

  return {
    settled: async () => {
      await running;
    },
    async stop() {
      stopped = true;
      events.removeOwner(owner);
      endPause();
      await running;
    },
  };
}
