import { type WarningFeedback, warningFeedbacks, warningKinds } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { OneWrite } from '../logs/index.ts';
import { findWarning, insertFeedback, lockWarning } from './list.store.ts';

/**
 * Feedback on a warning, with its line in the log, by its dialog or from a repair order about it.
 *
 * @param said of a warning that was found for the tenant, or by an order that was
 * @returns whether the warning was still there
 */
export async function sayOfWarning(
  tenant: UserTenant,
  { transaction, log }: Pick<OneWrite, 'transaction' | 'log'>,
  said: { id: number; feedback: WarningFeedback; remark: string; at: Date },
): Promise<boolean> {
  if (!(await lockWarning(tenant, transaction, said.id))) return false;
  // An engineer from outside has the order and not the warning: the order's own line says what they did.
  const before = await findWarning(tenant, transaction, said.id);
  await insertFeedback(tenant, transaction, said);
  if (!before) return true;
  const { zh, en } = warningKinds[before.kind];
  log({
    companyId: before.company_id,
    projectId: before.project_id,
    subject: { kind: 'faultWarning', id: before.id, name: before.device_name },
    before: before.feedback && {
      kind: { zh, en },
      feedback: warningFeedbacks[before.feedback],
      remarks: before.remark ?? '',
    },
    after: { kind: { zh, en }, feedback: warningFeedbacks[said.feedback], remarks: said.remark },
  });
  return true;
}
