import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/**
 * The pictures that projects show, photos of their stocktakes and orders: the old company may use a picture of its own
 * for several, so only those nothing else uses.
 */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  const ids = [...projectIds];
  await sql`UPDATE uploaded_file SET company_id = ${toCompanyId}
    WHERE id IN (
        SELECT cover_file_id FROM project WHERE id = ANY(${ids}::int[])
        UNION SELECT c.photo_file_id FROM stocktake_scan c JOIN stocktake s ON s.id = c.stocktake_id
          WHERE s.project_id = ANY(${ids}::int[])
        UNION SELECT file_id FROM work_attachment WHERE project_id = ANY(${ids}::int[]))
      AND company_id <> ${toCompanyId}
      AND (SELECT count(*) FROM file_in_use WHERE file_id = uploaded_file.id) = 1`.execute(transaction);
  return [];
};
