import { commonErrors, type dashboardCalls } from '@watchpost/contract';
import { needInProject } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { Handlers } from '../handlers.ts';
import { inOneWrite } from '../logs/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { presentLayout, readLayout } from './layout.wire.ts';
import { deleteDefault, findDefault, keepDefault, type Layout, nameOfProject } from './store.ts';

const logged = (layout: Layout | undefined) =>
  layout && { dashboardOrder: layout.part_order, dashboardHidden: layout.hidden };
const isSame = (one: Layout | undefined, other: Layout | undefined): boolean =>
  JSON.stringify(logged(one)) === JSON.stringify(logged(other));

export function dashboardHandlers(deps: { db: Db; clock: Clock; events: EventBus }): Handlers<typeof dashboardCalls> {
  const { db, clock, events } = deps;
  return {
    async getDashboardDefault({ caller }, { query }) {
      needInProject(caller, query.projectId, ['monitorView', 'monitorEdit']);
      return { Layout: presentLayout(await findDefault(caller.tenant, db, query.projectId)) };
    },

    saveDashboardDefault: (context, { body }) =>
      inOneWrite(deps, context, async ({ transaction, log, unchanged, afterCommit }) => {
        const { tenant } = context.caller;
        const { ProjectId: projectId } = body;
        needInProject(context.caller, projectId, ['projectConfig']);
        const name = await nameOfProject(tenant, transaction, projectId);
        if (name === undefined) throw new Refusal(commonErrors.notFound);
        const before = await findDefault(tenant, transaction, projectId);
        const after = readLayout(body.Layout);
        if (isSame(before, after)) {
          unchanged();
          return null;
        }
        if (after) await keepDefault(tenant, transaction, projectId, after, new Date(clock.now()));
        else await deleteDefault(tenant, transaction, projectId);
        log({
          companyId: tenant.companyId,
          projectId,
          subject: { kind: 'dashboard', id: projectId, name },
          before: logged(before),
          after: logged(after),
        });
        afterCommit(() => events.emit('listsChanged', { companyId: tenant.companyId, kinds: ['dashboard'] }));
        return null;
      }),
  };
}
