import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

export interface DesiredVersion {
  version: number;
  /** We read it, so we know by what; one that publishes says so itself, or nobody does. */
  isPolled: boolean;
}

/** By gateway, which version of its configuration it should have. */
export async function desiredVersions(
  _system: SystemTenant,
  db: DbOrTransaction,
): Promise<Map<number, DesiredVersion>> {
  const { rows } = await sql<{ gateway_id: number; desired_version: number; is_polled: boolean }>`
    SELECT c.gateway_id, c.desired_version, g.protocol <> 'MQTT' AS is_polled
    FROM gateway_configuration c JOIN gateway g ON g.id = c.gateway_id`.execute(db);
  return new Map(
    rows.map(({ gateway_id, desired_version, is_polled }) => [
      gateway_id,
      { version: desired_version, isPolled: is_polled },
    ]),
  );
}

/**
 * Keeps which version gateways have, where it is news. Of those that we poll a version of before does not count any more; one
 * that says it itself may have been set back.
 */
export async function writeReported(
  _system: SystemTenant,
  db: DbOrTransaction,
  versions: ReadonlyMap<number, number>,
  at: Date,
): Promise<void> {
  await sql`
    UPDATE gateway_configuration c SET reported_version = r.version, reported_at = ${at}
    FROM unnest(${[...versions.keys()]}::int[], ${[...versions.values()]}::int[]) AS r(id, version)
    WHERE c.gateway_id = r.id AND c.reported_version IS DISTINCT FROM r.version AND r.version BETWEEN 0 AND c.desired_version
      AND (coalesce(c.reported_version, -1) < r.version OR EXISTS (SELECT 1 FROM gateway g WHERE g.id = r.id AND g.protocol = 'MQTT'))`.execute(
    db,
  );
}
