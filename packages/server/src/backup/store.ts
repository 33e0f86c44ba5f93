import type { ClientBase } from 'pg';
import type { SystemTenant } from '../access/index.ts';

/** Keys of every upload that is known. */
export async function keysOfFiles(_system: SystemTenant, client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>('SELECT id AS key FROM uploaded_file ORDER BY id');
  return rows.map(({ key }) => key);
}

/** Keys of the exports that can still be fetched. */
export async function keysOfDownloads(_system: SystemTenant, client: ClientBase, now: Date): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT id::text AS key FROM download WHERE state = 'done' AND expires_at > $1 ORDER BY id`,
    [now],
  );
  return rows.map(({ key }) => key);
}

/** Puts exports that were asked for and not made into the queue, which is not part of a backup. */
export async function queueUnfinishedDownloads(
  _system: SystemTenant,
  client: Pick<ClientBase, 'query'>,
): Promise<void> {
  await client.query(
    `SELECT graphile_worker.add_job('makeDownload', json_build_object('downloadId', id), max_attempts := 10)
     FROM download WHERE state IN ('waiting', 'running')`,
  );
}
