import pg from 'pg';
import type { Log } from '../log/log.ts';

/** Any number that nothing else in this database locks. */
const lockKey = 7_203_114_551;
const retryMs = 1_000;

/** Another server works on this database. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

export interface OnlyServer {
  release(): Promise<void>;
}

/**
 * Makes sure that one server works on a database: alarms are evaluated in memory, and two evaluators would raise everything
 * twice. The lock belongs to a connection of its own; when that breaks, it is taken again as soon as the database is back.
 *
 * @param onLost called when another server took it meanwhile: then this one must stop
 * @throws DatabaseInUse
 */
export async function becomeOnlyServer(
  url: string,
  log: Log,
  onLost: (error: DatabaseInUse) => void,
): Promise<OnlyServer> {
  let client: pg.Client | null = null;
  let released = false;

  const take = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    // Errors end the connection; what to do then is decided there.
    next.on('error', () => {});
    await next.connect();
    const { rows } = await next.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lockKey]);
    if (!rows[0]?.taken) {
      await next.end();
      throw new DatabaseInUse(
        'Another Watchpost server already works on this database: stop that one, or use another database.',
      );
    }
    client = next;
    next.once('end', () => {
      if (!released) void retake();
    });
  };
  const retake = async (): Promise<void> => {
    while (!released) {
      try {
        await take();
        return;
      } catch (error) {
        if (error instanceof DatabaseInUse) {
          onLost(error);
          return;
        }
        log.debug({ err: error }, 'The database is away');
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  };

  await take();
  return {
    async release() {
      released = true;
      await client?.end().catch(() => {});
    },
  };
}
