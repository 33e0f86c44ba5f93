import { commonErrors, type maintenanceCalls, maintenanceErrors } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { deleteAttachment, keepPhotos, readAttachments } from '../../work/index.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { nameOf } from '../people.store.ts';
import { sheetsOf } from './order.store.ts';
import { refOf, type VisitSteps } from './visitSteps.wire.ts';

type Calls = Pick<typeof maintenanceCalls, 'addOrderPhotos' | 'removeOrderPhoto'>;

/** Pictures that a visit holds at most: a report is a document, no album. */
const maxPhotos = 60;

/** Pictures of a visit. */
export function photoHandlers(deps: MaintenanceDeps, { needFor, subjectOf }: VisitSteps): Handlers<Calls> {
  const { clock } = deps;
  return {
    addOrderPhotos: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant, userId } = caller;
        const { transaction } = write;
        const order = await needFor(caller, write, body.OrderId, 'fill');
        const { TemplateId, Group, Item } = body;
        if (TemplateId !== undefined) {
          const sheet = (await sheetsOf(tenant, transaction, order)).find(
            ({ template_id }) => template_id === TemplateId,
          );
          if (!sheet?.groups[Group!]?.ItemList[Item!]) throw new Refusal(commonErrors.notFound);
        }
        const present = await readAttachments(tenant, transaction, refOf(order));
        if (present.length + body.UrlList.length > maxPhotos) throw new Refusal(maintenanceErrors.tooManyPhotos);
        const place = TemplateId === undefined ? {} : { Place: `${TemplateId} ${Group} ${Item}` };
        await keepPhotos(
          tenant,
          transaction,
          refOf(order),
          body.UrlList.map((Url) => ({ Url, Step: 'during', ...place })),
          { at: new Date(clock.now()), userName: await nameOf(tenant, transaction, userId) },
        );
        write.log({
          companyId: tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          before: { photos: present.length },
          after: { photos: present.length + body.UrlList.length },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),

    removeOrderPhoto: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const { transaction } = write;
        const order = await needFor(context.caller, write, body.OrderId, 'fill');
        const present = await readAttachments(tenant, transaction, refOf(order));
        if (!(await deleteAttachment(tenant, transaction, refOf(order), body.PhotoId)))
          throw new Refusal(commonErrors.notFound);
        write.log({
          companyId: tenant.companyId,
          projectId: order.project_id,
          subject: subjectOf(order),
          before: { photos: present.length },
          after: { photos: present.length - 1 },
        });
        tellMaintenance(deps, write, tenant.companyId);
        return null;
      }),
  };
}
