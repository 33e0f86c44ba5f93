import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

/** Slaves and what was refused hang on the gateway. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  const { rows } = await sql<{ id: number }>`UPDATE gateway SET company_id = ${toCompanyId}
    WHERE project_id = ANY(${[...projectIds]}::int[]) AND company_id <> ${toCompanyId} RETURNING id`.execute(
    transaction,
  );
  return [{ kind: 'gateway', ids: rows.map(({ id }) => id) }];
};
