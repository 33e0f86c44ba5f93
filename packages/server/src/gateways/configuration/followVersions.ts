import { system } from '../../access/index.ts';
import type { ConfigurationReader, EventBus } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { desiredVersions, writeReported } from './version.store.ts';

interface Running {
  readonly links: { statusOf(kind: 'gateway', id: number): { up: boolean } | null };
  /** Tells a gateway that listens for it. */
  tellVersion(gatewayId: number, version: number): void;
}

/** Which configuration gateways should have, and what those that publish say they have. */
export interface ConfigurationVersions {
  /** Null: there is no such gateway. */
  desiredOf(gatewayId: number): number | null;
  reported(gatewayId: number, version: number): void;
}

/** Records which configuration the lines of polled gateways use, and notifies the other gateways of the configured version. */
export interface VersionFollower extends ConfigurationVersions {
  /** Runs before all other readers: the versions read here are never newer than the configuration they read. */
  readonly before: ConfigurationReader;
  /** Runs after all other readers: from here the lines use the new configuration. */
  readonly after: ConfigurationReader;
  /** To be called before the first line can come up. */
  start(running: Running): void;
  stop(): void;
}

/** To be made before the gateways are read for the first time. */
export async function createVersionFollower({
  db,
  clock,
  log,
  events,
}: {
  db: Db;
  clock: Clock;
  log: Log;
  events: EventBus;
}): Promise<VersionFollower> {
  const owner = {};
  /** What the lines are read by. */
  let followed = await desiredVersions(system, db);
  let read = followed;
  let running: Running | null = null;

  async function report(gatewayIds: Iterable<number>): Promise<void> {
    const versions = new Map<number, number>();
    for (const id of gatewayIds) {
      const desired = followed.get(id);
      if (desired?.isPolled && running?.links.statusOf('gateway', id)?.up) versions.set(id, desired.version);
    }
    await write(versions);
  }

  async function write(versions: ReadonlyMap<number, number>): Promise<void> {
    if (versions.size === 0) return;
    try {
      await writeReported(system, db, versions, new Date(clock.now()));
    } catch (error) {
      // Said again when it comes up the next time, or with the next change.
      log.warn({ err: error }, 'It could not be stored which configuration gateways have');
    }
  }

  return {
    desiredOf: (gatewayId) => followed.get(gatewayId)?.version ?? null,
    reported: (gatewayId, version) => void write(new Map([[gatewayId, version]])),
    before: {
      async reread() {
        read = await desiredVersions(system, db);
      },
    },
    after: {
      async reread() {
        const changed = [...read].filter(([id, { version }]) => followed.get(id)?.version !== version);
        followed = read;
        for (const [id, { version, isPolled }] of changed) if (!isPolled) running?.tellVersion(id, version);
        await report(changed.map(([id]) => id));
      },
    },
    start(all) {
      running = all;
      events.on(owner, 'linesChanged', ({ changes }) => {
        void report(changes.filter(({ kind, up }) => kind === 'gateway' && up).map(({ id }) => id));
      });
    },
    stop() {
      events.removeOwner(owner);
    },
  };
}
