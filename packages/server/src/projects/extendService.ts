import type { CompanyTenant } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import { logged, type OneWrite } from '../logs/index.ts';
import { emitProjectsChanged } from './emitProjectsChanged.ts';
import { findProjects, updateProject } from './manage.store.ts';

/**
 * Lets the service of projects run to a day, inside a write of another domain that has asked for the right to it. Deleted projects
 * and those of another company are left alone; a service that ends later stays.
 *
 * @param end `YYYY-MM-DD`, the last day
 * @returns the projects whose end moved
 */
export async function extendService(
  { events }: { readonly events: EventBus },
  write: OneWrite,
  tenant: CompanyTenant,
  projectIds: readonly number[],
  end: string,
): Promise<number[]> {
  const { transaction, log } = write;
  const moved: number[] = [];
  for (const project of await findProjects(tenant, transaction, projectIds)) {
    if (project.service_end === null || project.service_end >= end) continue;
    const values = { service_end: end };
    await updateProject(tenant, transaction, project.id, values);
    moved.push(project.id);
    log({
      companyId: tenant.companyId,
      projectId: project.id,
      subject: { kind: 'project', id: project.id, name: project.name },
      ...logged(project, values),
    });
  }
  if (moved.length > 0) await emitProjectsChanged(write, events, tenant.companyId, moved, { access: true });
  return moved;
}
