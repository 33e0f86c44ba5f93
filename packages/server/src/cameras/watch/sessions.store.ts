import { createHash } from 'node:crypto';
import type { SystemTenant } from '../../access/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { createSecretBox } from '../../platform/secretBox.ts';

/** A WebRTC session at a media server. */
export interface RunningSession {
  readonly ticket: string;
  /** Of the camera, with its login. */
  readonly address: string;
  /** Where the session is ended. */
  readonly href: string;
  /** Who watches. Absent: started by a version that did not keep it. */
  readonly userId?: number | null;
}

/** Remembers sessions beyond a restart. */
export interface SessionKeeper {
  keep(session: RunningSession): Promise<void>;
  forget(href: string): Promise<void>;
  /** The oldest first; those that cannot be read, because the key was changed, are forgotten. */
  all(): Promise<RunningSession[]>;
}

export function createSessionKeeper(
  _system: SystemTenant,
  { db, clock, secretKey }: { db: Db; clock: Clock; secretKey: string },
): SessionKeeper {
  const box = createSecretBox(secretKey);
  const keyOf = (href: string): string => createHash('sha256').update(href).digest('base64url');
  const forgetKey = async (key: string): Promise<void> => {
    await db.deleteFrom('camera_session').where('key', '=', key).execute();
  };
  return {
    async keep(session) {
      const row = { sealed: box.seal(JSON.stringify(session)), started_at: new Date(clock.now()) };
      await db
        .insertInto('camera_session')
        .values({ key: keyOf(session.href), ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute();
    },
    forget: (href) => forgetKey(keyOf(href)),
    async all() {
      const rows = await db.selectFrom('camera_session').orderBy('started_at').selectAll().execute();
      const found: RunningSession[] = [];
      for (const { key, sealed } of rows) {
        try {
          found.push(JSON.parse(box.open(sealed)) as RunningSession);
        } catch {
          await forgetKey(key);
        }
      }
      return found;
    },
  };
}
