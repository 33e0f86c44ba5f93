import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/**
 * Strategies, and alarms with what people did about them. Ended ones first: the open ones are wanted all the time.
 * Templates stay with the company that made them. Recipients stay when they belong to the new company.
 */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  const toMove = sql`project_id = ANY(${[...projectIds]}::int[]) AND company_id <> ${toCompanyId}`;
  await sql`UPDATE alarm SET company_id = ${toCompanyId} WHERE ${toMove} AND returned_at IS NOT NULL`.execute(
    transaction,
  );
  await sql`UPDATE alarm SET company_id = ${toCompanyId} WHERE ${toMove}`.execute(transaction);
  await sql`UPDATE alarm_shelf SET company_id = ${toCompanyId} WHERE ${toMove}`.execute(transaction);
  const { rows } = await sql<{ id: number }>`
    UPDATE alarm_strategy SET company_id = ${toCompanyId}, template_id = NULL WHERE ${toMove} RETURNING id`.execute(
    transaction,
  );
  await sql`DELETE FROM alarm_strategy_contact c USING alarm_strategy s WHERE s.id = c.strategy_id
    AND s.project_id = ANY(${[...projectIds]}::int[])
    AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.company_id = ${toCompanyId} AND m.user_id = c.user_id)`.execute(
    transaction,
  );
  // The points bring their types along meanwhile; a strategy whose type has no equal there shows none, not that of the old company.
  await sql`UPDATE alarm_strategy s SET point_type_id = same.id
    FROM point_type t JOIN point_type same ON same.company_id = ${toCompanyId} AND same.code = t.code
    WHERE s.project_id = ANY(${[...projectIds]}::int[]) AND t.id = s.point_type_id AND t.company_id <> ${toCompanyId}`.execute(
    transaction,
  );
  return [{ kind: 'alarmStrategy', ids: rows.map(({ id }) => id) }];
};
