import { commonErrors, pointErrors } from '@watchpost/contract';
import { needInProject } from '../../access/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { PointContext } from '../PointDeps.ts';
import { findLinked, type LinkedPoint } from './places.store.ts';

/** Points of projects that the caller may configure: all of them or a refusal. */
export async function needPoints(
  { caller }: PointContext,
  transaction: Parameters<typeof findLinked>[1],
  pointIds: readonly number[],
  lock: 'lock' | 'look' = 'lock',
): Promise<LinkedPoint[]> {
  const ids = [...new Set(pointIds)];
  const points = await findLinked(caller.tenant, transaction, ids, lock);
  if (points.length < ids.length) throw new Refusal(commonErrors.notFound);
  for (const projectId of new Set(points.map(({ project_id }) => project_id)))
    needInProject(caller, projectId, ['projectConfig']);
  return points;
}

/** All points are of one project: a device of another one cannot have them. */
export const projectOf = (points: readonly LinkedPoint[]): number => {
  const ids = new Set(points.map(({ project_id }) => project_id));
  const [projectId] = ids;
  if (projectId === undefined || ids.size > 1) throw new Refusal(pointErrors.placeUnknown);
  return projectId;
};
