import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/**
 * Messages stay with their alarms; their recipients no longer see either. Rotas and webhooks end, because their people and
 * systems belong to the old company.
 */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  await sql`UPDATE notification SET company_id = ${toCompanyId}
    WHERE alarm_id IN (SELECT id FROM alarm WHERE project_id = ANY(${[...projectIds]}::int[]))
      AND company_id <> ${toCompanyId}`.execute(transaction);
  await sql`DELETE FROM duty_rota WHERE project_id = ANY(${[...projectIds]}::int[]) AND company_id <> ${toCompanyId}`.execute(
    transaction,
  );
  await sql`DELETE FROM company_webhook WHERE project_id = ANY(${[...projectIds]}::int[]) AND company_id <> ${toCompanyId}`.execute(
    transaction,
  );
  return [];
};
