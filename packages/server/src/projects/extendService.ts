import type { CompanyTenant } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import { logged, type OneWrite } from '../logs/index.ts';
import { emitProjectsChanged } from './emitProjectsChanged.ts';
import { moveServiceEnd } from './manage.store.ts';

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
  const rows = await moveServiceEnd(tenant, transaction, projectIds, end);
  for (const { id, name, service_end } of rows)
    log({
      companyId: tenant.companyId,
      projectId: id,
      subject: { kind: 'project', id, name },
      ...logged({ service_end }, { service_end: end }),
    });
  const moved = rows.map(({ id }) => id);
  if (moved.length > 0) await emitProjectsChanged(write, events, tenant.companyId, moved, { access: true });
  return moved;
}
