import type { WarningFeedback } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { insertFeedback, lockWarning } from './list.store.ts';

/** Feedback that follows from a repair order about the warning; the order was found for the tenant. Nothing where the warning is gone. */
export async function sayOfWarning(
  tenant: UserTenant,
  transaction: DbOrTransaction,
  said: { id: number; feedback: WarningFeedback; remark: string; at: Date },
): Promise<void> {
  if (await lockWarning(tenant, transaction, said.id)) await insertFeedback(tenant, transaction, said);
}
