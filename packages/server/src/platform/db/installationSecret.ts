import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** A secret of this installation, made when it is first asked for. It lives in the database, so that every process has the same. */
export async function installationSecret(db: Db, name: string): Promise<string> {
  const fresh = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ value: string }>`
    INSERT INTO setting (name, value) VALUES (${`secret:${name}`}, ${fresh})
    ON CONFLICT (name) DO UPDATE SET value = setting.value RETURNING value`.execute(db);
  return rows[0]!.value;
}
