import { sql } from 'kysely';
import type { SystemTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';

/** By gateway, which version of its configuration it should have: of those that we poll. */
export async function desiredVersions(_system: SystemTenant, db: DbOrTransaction): Promise<Map<number, number>> {
  const { rows } = await sql<{ gateway_id: number; desired_version: number }>`
    SELECT c.gateway_id, c.desired_version FROM gateway_configuration c JOIN gateway g ON g.id = c.gateway_id
    WHERE g.protocol <> 'MQTT'`.execute(db);
  return new Map(rows.map(({ gateway_id, desired_version }) => [gateway_id, desired_version]));
}

/** Keeps which version gateways have, where it is news. A version of before does not count any more. */
export async function writeReported(
  _system: SystemTenant,
  db: DbOrTransaction,
  versions: ReadonlyMap<number, number>,
  at: Date,
): Promise<void> {
  await sql`
    UPDATE gateway_configuration c SET reported_version = r.version, reported_at = ${at}
    FROM unnest(${[...versions.keys()]}::int[], ${[...versions.values()]}::int[]) AS r(id, version)
    WHERE c.gateway_id = r.id AND coalesce(c.reported_version, -1) < r.version AND r.version <= c.desired_version`.execute(
    db,
  );
}
