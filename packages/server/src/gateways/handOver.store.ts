import { sql } from 'kysely';
import type { MoveToCompany } from '../handOver.ts';
import { endSharing } from './sharing/sharing.store.ts';

/** Slaves, cards and what was refused hang on the gateway; ways into the site go along, with whom it was shared does not. */
export const moveToCompany: MoveToCompany = async (system, transaction, { projectIds, toCompanyId }) => {
  await sql`UPDATE vpn_entry SET company_id = ${toCompanyId}, created_by = NULL
    WHERE project_id = ANY(${[...projectIds]}::int[]) AND company_id <> ${toCompanyId}`.execute(transaction);
  const { rows } = await sql<{ id: number }>`UPDATE gateway SET company_id = ${toCompanyId}
    WHERE project_id = ANY(${[...projectIds]}::int[]) AND company_id <> ${toCompanyId} RETURNING id`.execute(
    transaction,
  );
  const ids = rows.map(({ id }) => id);
  await endSharing(system, transaction, ids);
  return [{ kind: 'gateway', ids }];
};
