import { sql } from 'kysely';
import type { SystemTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';

/**
 * Points go with their gateways into another project of the same company. They serve no device by now; areas, relations and
 * formulas of the old project let go of them here.
 *
 * @returns their ids
 */
export async function movePointsToProject(
  _system: SystemTenant,
  transaction: DbOrTransaction,
  gatewayIds: readonly number[],
  projectId: number,
): Promise<number[]> {
  const moved = sql`(SELECT id FROM point WHERE gateway_id = ANY(${[...gatewayIds]}::int[]))`;
  await sql`DELETE FROM point_area WHERE point_id IN ${moved}`.execute(transaction);
  await sql`DELETE FROM point_relevance WHERE point_id IN ${moved} OR related_point_id IN ${moved}`.execute(
    transaction,
  );
  await sql`DELETE FROM point_input WHERE input_id IN ${moved}`.execute(transaction);
  const { rows } = await sql<{ id: number }>`
    UPDATE point SET project_id = ${projectId} WHERE gateway_id = ANY(${[...gatewayIds]}::int[]) RETURNING id`.execute(
    transaction,
  );
  return rows.map(({ id }) => id);
}
