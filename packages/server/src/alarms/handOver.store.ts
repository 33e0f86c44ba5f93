import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/** Strategies, and alarms with what people did about them. Those that are over first: the open ones are wanted all the time. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  const toMove = sql`project_id = ANY(${[...projectIds]}::int[]) AND company_id <> ${toCompanyId}`;
  await sql`UPDATE alarm SET company_id = ${toCompanyId} WHERE ${toMove} AND returned_at IS NOT NULL`.execute(
    transaction,
  );
  await sql`UPDATE alarm SET company_id = ${toCompanyId} WHERE ${toMove}`.execute(transaction);
  const { rows } = await sql<{ id: number }>`
    UPDATE alarm_strategy SET company_id = ${toCompanyId} WHERE ${toMove} RETURNING id`.execute(transaction);
  return [{ kind: 'alarmStrategy', ids: rows.map(({ id }) => id) }];
};
