import type { Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { isServed } from './projectState.ts';
import { findProjectFacts } from './store.ts';

/** Whether present values of a project may be shown. What is measured meanwhile is kept. */
export async function showsLive(
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  nowMs: number,
): Promise<boolean> {
  const project = await findProjectFacts(tenant, db, projectId);
  return project !== undefined && isServed(project, nowMs);
}
