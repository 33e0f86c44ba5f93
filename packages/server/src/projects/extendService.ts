import type { CompanyTenant } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import { logged, type OneWrite } from '../logs/index.ts';
import { emitProjectsChanged } from './emitProjectsChanged.ts';
import { moveServiceEnd, moveServiceEndBack } from './manage.store.ts';

type Deps = { readonly events: EventBus };
export type ServiceEnd = { readonly id: number; readonly end: string };

/**
 * Lets the service of projects run to a day, inside a write of another domain that has asked for the right to it. Deleted projects
 * and those of another company are left alone; a service that ends later stays.
 *
 * @param end `YYYY-MM-DD`, the last day
 * @returns the projects whose end moved, each with its end before
 */
export async function extendService(
  deps: Deps,
  write: OneWrite,
  tenant: CompanyTenant,
  projectIds: readonly number[],
  end: string,
): Promise<ServiceEnd[]> {
  const rows = await moveServiceEnd(tenant, write.transaction, projectIds, end);
  await sayMoved(
    deps,
    write,
    tenant,
    rows.map((row) => ({ ...row, from: row.service_end, to: end })),
  );
  return rows.map(({ id, service_end }) => ({ id, end: service_end }));
}

/**
 * Takes back what `extendService` did, as it was returned there. A service whose end somebody has moved since stays.
 *
 * @param from the end that they were extended to
 * @returns how many projects end as before
 */
export async function undoExtension(
  deps: Deps,
  write: OneWrite,
  tenant: CompanyTenant,
  ends: readonly ServiceEnd[],
  from: string,
): Promise<number> {
  const rows = await moveServiceEndBack(tenant, write.transaction, ends, from);
  await sayMoved(
    deps,
    write,
    tenant,
    rows.map((row) => ({ ...row, from, to: row.service_end })),
  );
  return rows.length;
}

async function sayMoved(
  { events }: Deps,
  write: OneWrite,
  tenant: CompanyTenant,
  moved: readonly { readonly id: number; readonly name: string; readonly from: string; readonly to: string }[],
): Promise<void> {
  for (const { id, name, from, to } of moved)
    write.log({
      companyId: tenant.companyId,
      projectId: id,
      subject: { kind: 'project', id, name },
      ...logged({ service_end: from }, { service_end: to }),
    });
  const ids = moved.map(({ id }) => id);
  if (ids.length > 0) await emitProjectsChanged(write, events, tenant.companyId, ids, { access: true });
}
