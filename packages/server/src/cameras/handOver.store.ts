import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/** Cameras with their last pictures. The old company may use a picture of its own for several things, so only those nothing else uses. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  const of = sql`c.project_id = ANY(${[...projectIds]}::int[])`;
  await sql`UPDATE uploaded_file f SET company_id = ${toCompanyId}
    WHERE f.id IN (SELECT c.cover_file_id FROM camera c WHERE ${of}) AND f.company_id <> ${toCompanyId}
      AND (SELECT count(*) FROM file_in_use u WHERE u.file_id = f.id)
        = (SELECT count(*) FROM camera c WHERE ${of} AND c.cover_file_id = f.id)`.execute(transaction);
  await sql`UPDATE camera c SET company_id = ${toCompanyId} WHERE ${of} AND c.company_id <> ${toCompanyId}`.execute(
    transaction,
  );
  return [];
};
