import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/** The base maps of the plans. The old company may use a picture of its own for several things, so only those nothing else uses. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  const of = sql`p.project_id = ANY(${[...projectIds]}::int[])`;
  await sql`UPDATE uploaded_file f SET company_id = ${toCompanyId}
    WHERE f.id IN (SELECT p.base_file_id FROM plan p WHERE ${of}) AND f.company_id <> ${toCompanyId}
      AND (SELECT count(*) FROM file_in_use u WHERE u.file_id = f.id)
        = (SELECT count(*) FROM plan p WHERE ${of} AND p.base_file_id = f.id)`.execute(transaction);
  return [];
};
