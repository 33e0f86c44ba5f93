import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/** The pictures that projects show: the old company may use a picture of its own for several, so only those nothing else uses. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  await sql`UPDATE uploaded_file SET company_id = ${toCompanyId}
    WHERE id IN (SELECT cover_file_id FROM project WHERE id = ANY(${[...projectIds]}::int[]))
      AND company_id <> ${toCompanyId}
      AND (SELECT count(*) FROM file_in_use WHERE file_id = uploaded_file.id) = 1`.execute(transaction);
  return [];
};
