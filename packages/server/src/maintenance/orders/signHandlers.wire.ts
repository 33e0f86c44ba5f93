import { type maintenanceCalls, maintenanceErrors } from '@watchpost/contract';
import { endWorkWindow } from '../../alarms/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { insertSignature, readAttachments, readSignatures } from '../../work/index.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { nameOf } from '../people.store.ts';
import { countItems, hashOfSheets, photosMissing } from './judgeSheets.wire.ts';
import { sheetsOf } from './order.store.ts';
import { refOf, type VisitSteps } from './visitSteps.wire.ts';

type Calls = Pick<typeof maintenanceCalls, 'signOrder' | 'finishOrder' | 'confirmOrder'>;

/** A visit comes to its end: finished, signed, confirmed. */
export function signHandlers(
  deps: MaintenanceDeps,
  { needFor, othersConfirm, step, subjectOf }: VisitSteps,
): Handlers<Calls> {
  const { clock } = deps;
  return {
    signOrder: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant, userId } = context.caller;
        const { transaction } = write;
        // What is signed no longer changes.
        const order = await needFor(context.caller, write, body.OrderId, 'sign');
        const isNew = await insertSignature(tenant, transaction, refOf(order), {
          role: body.Role,
          name: body.Name,
          path: body.Path,
          sha256: hashOfSheets(await sheetsOf(tenant, transaction, order)),
          user_name: await nameOf(tenant, transaction, userId),
          at: new Date(clock.now()),
        });
        if (!isNew) throw new Refusal(maintenanceErrors.signedByRole);
        write.log({
          companyId: tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          after: { signingRole: body.Role, signatory: body.Name },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),

    async finishOrder(context, { body }) {
      let wasHidden = false;
      await step(context, body.OrderId, 'finish', async (order, { transaction }) => {
        const sheets = await sheetsOf(context.caller.tenant, transaction, order);
        const { open, bad } = countItems(sheets);
        if (open > 0) throw new Refusal(maintenanceErrors.itemsOpen, { n: open });
        const photos = await readAttachments(context.caller.tenant, transaction, refOf(order));
        const missing = photosMissing(sheets, new Set(photos.flatMap(({ place }) => place ?? [])));
        if (missing > 0) throw new Refusal(maintenanceErrors.photosOpen, { n: missing });
        const at = new Date(clock.now());
        wasHidden = await endWorkWindow(context.caller.tenant, transaction, refOf(order), at);
        return { done_at: at, finished_by: context.caller.userId, bad_count: bad };
      });
      if (wasHidden) await deps.alarms.lookAtShelves();
      return null;
    },

    confirmOrder: (context, { body }) =>
      step(
        context,
        body.OrderId,
        'confirm',
        async (order, { transaction }) => {
          const { caller } = context;
          const { tenant, userId } = caller;
          if (order.finished_by === userId && (await othersConfirm(caller, transaction, order.project_id)))
            throw new Refusal(maintenanceErrors.finishedByYou);
          const isSigned = (await readSignatures(tenant, transaction, refOf(order))).some(
            ({ role }) => role === 'store',
          );
          if (!isSigned && body.Reason == null) throw new Refusal(maintenanceErrors.storeNotSigned);
          return {
            confirmed_by: await nameOf(tenant, transaction, userId),
            ...(body.Reason != null && { confirm_reason: body.Reason }),
          };
        },
        body.Reason == null ? {} : { reason: body.Reason },
      ),
  };
}
