import type { MoveToCompany } from '../handOver.ts';

const leftOut = {
  zh: '项目已移交给其他企业，未继续执行',
  en: 'The project was handed over to another company; the rest was not carried on with',
};

/**
 * What was written goes with the project. Batches were of the old company's people, and may reach over several projects: what
 * of them still waits is not sent any more.
 */
export const moveToCompany: MoveToCompany = async (_system, transaction, { projectIds, toCompanyId, at }) => {
  await transaction
    .updateTable('write_record')
    .set({ outcome: 'notSent', finished_at: at, message: JSON.stringify(leftOut) })
    .where('project_id', 'in', [0, ...projectIds])
    .where('company_id', '<>', toCompanyId)
    .where('outcome', '=', 'queued')
    .execute();
  await transaction
    .updateTable('write_record')
    .set({ company_id: toCompanyId, batch_id: null, position: null })
    .where('project_id', 'in', [0, ...projectIds])
    .where('company_id', '<>', toCompanyId)
    .execute();
  return [];
};
