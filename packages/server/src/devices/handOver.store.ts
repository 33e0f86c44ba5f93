import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';

export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  const { rows } = await sql<{ id: number }>`UPDATE device SET company_id = ${toCompanyId}
    WHERE project_id = ANY(${[...projectIds]}::int[]) AND company_id <> ${toCompanyId} RETURNING id`.execute(
    transaction,
  );
  return [{ kind: 'device', ids: rows.map(({ id }) => id) }];
};
