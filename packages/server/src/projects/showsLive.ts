import type { Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { hasExpired } from './expiry.ts';
import { findProjectFacts } from './store.ts';

/** Whether present values of a project may be shown: its service has not ended. What is measured meanwhile is kept. */
export async function showsLive(
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  nowMs: number,
): Promise<boolean> {
  const project = await findProjectFacts(tenant, db, projectId);
  return project !== undefined && !hasExpired(project.service_end, project.time_zone, nowMs);
}
