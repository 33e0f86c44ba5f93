import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/**
 * Assets of a project go along, without their amounts, contracts and documents, among which are invoices, and are to be verified anew. They are no longer parts of assets
 * that stay. A code that the other company has already gets the number of the asset behind it. Stocktakes of the project go along.
 */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  const ids = [...projectIds];
  await sql`DELETE FROM asset_of_contract WHERE asset_id IN (SELECT id FROM asset WHERE project_id = ANY(${ids}::int[])
    AND company_id <> ${toCompanyId})`.execute(transaction);
  await sql`DELETE FROM asset_document WHERE asset_id IN (SELECT id FROM asset WHERE project_id = ANY(${ids}::int[])
    AND company_id <> ${toCompanyId})`.execute(transaction);
  await sql`UPDATE asset_disposal SET proceeds_fen = NULL WHERE asset_id IN (SELECT id FROM asset
    WHERE project_id = ANY(${ids}::int[]) AND company_id <> ${toCompanyId})`.execute(transaction);
  await sql`UPDATE asset a SET company_id = ${toCompanyId}, amount_fen = NULL, replacement_fen = NULL, verification = 'toBeVerified',
      code = CASE WHEN EXISTS (SELECT 1 FROM asset o WHERE o.company_id = ${toCompanyId} AND lower(o.code) = lower(a.code))
        THEN a.code || '-' || a.id ELSE a.code END
    WHERE a.project_id = ANY(${ids}::int[]) AND a.company_id <> ${toCompanyId}`.execute(transaction);
  await sql`UPDATE asset a SET parent_id = NULL FROM asset u
    WHERE u.id = a.parent_id AND u.company_id <> a.company_id
      AND (a.project_id = ANY(${ids}::int[]) OR u.project_id = ANY(${ids}::int[]))`.execute(transaction);
  await sql`UPDATE stocktake SET company_id = ${toCompanyId} WHERE project_id = ANY(${ids}::int[])`.execute(
    transaction,
  );
  return [];
};
