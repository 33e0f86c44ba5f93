import type { Tenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { isServed } from './projectState.ts';
import { findFactsOfProjects } from './store.ts';

/** Those of the projects whose present values may be shown. What is measured meanwhile is kept. */
export async function shownLive(
  tenant: Tenant,
  db: DbOrTransaction,
  projectIds: readonly number[],
  nowMs: number,
): Promise<ReadonlySet<number>> {
  const projects = await findFactsOfProjects(tenant, db, projectIds);
  return new Set(projects.filter((project) => isServed(project, nowMs)).map(({ id }) => id));
}

/** Whether present values of a project may be shown. */
export const showsLive = async (
  tenant: Tenant,
  db: DbOrTransaction,
  projectId: number,
  nowMs: number,
): Promise<boolean> => (await shownLive(tenant, db, [projectId], nowMs)).has(projectId);
