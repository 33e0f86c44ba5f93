import type { MoveToCompany } from '../handOver.ts';

/** What was written goes with the project. Batches were of the old company's people, and may reach over several projects. */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId }) => {
  await transaction
    .updateTable('write_record')
    .set({ company_id: toCompanyId, batch_id: null, position: null })
    .where('project_id', 'in', [0, ...projectIds])
    .where('company_id', '<>', toCompanyId)
    .execute();
  return [];
};
