import { sql } from 'kysely';
import type { Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { pointVisible } from '../points/index.ts';

/** Those of these alarms whose point still belongs to their project and may be seen by the tenant. */
export async function alarmsWithVisiblePoint(
  tenant: Tenant,
  db: DbOrTransaction,
  alarmIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM alarm a JOIN point p ON p.id = a.point_id AND p.project_id = a.project_id
    WHERE a.id = ANY(${[...alarmIds]}::int[]) AND ${pointVisible(tenant)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
