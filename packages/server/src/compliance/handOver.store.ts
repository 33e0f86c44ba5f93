import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/**
 * The papers of certificates. The old company may use a file of its own for several things, so only those nothing else uses. A profile
 * of the old company stays its own: what it judged names it, and the points are under it until somebody ends that.
 */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  const of = sql`p.project_id = ANY(${[...projectIds]}::int[])`;
  await sql`UPDATE uploaded_file f SET company_id = ${toCompanyId}
    WHERE f.id IN (SELECT c.file_id FROM calibration_certificate c JOIN point p ON p.id = c.point_id WHERE ${of})
      AND f.company_id <> ${toCompanyId} AND (SELECT count(*) FROM file_in_use u WHERE u.file_id = f.id)
        = (SELECT count(*) FROM calibration_certificate c JOIN point p ON p.id = c.point_id WHERE ${of} AND c.file_id = f.id)`.execute(
    transaction,
  );
  return [];
};
