import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/**
 * Messages stay with the alarms they are about; those who got them no longer see either. Rotas and webhooks end: whoever is on duty
 * in them, or hears by them, is of the old company.
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
