import { commonErrors, pointErrors } from '@watchpost/contract';
import type { UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { projectsOfPoints } from './store.ts';

/** The project that a question about points is about: the one it names, else the one that all of its points are in. */
export async function needProjectOfPoints(
  tenant: UserTenant,
  db: DbOrTransaction,
  pointIds: readonly number[],
  named: number | undefined,
): Promise<number> {
  if (named !== undefined) return named;
  const [projectId, ...others] = await projectsOfPoints(tenant, db, pointIds);
  if (projectId === undefined) throw new Refusal(commonErrors.notFound);
  if (others.length > 0) throw new Refusal(pointErrors.severalProjects);
  return projectId;
}
