import {
  commissioningErrors,
  commonErrors,
  type Language,
  type StoreDifference,
  type storeTemplateCalls,
} from '@watchpost/contract';
import { type Caller, maySee, needInProject } from '../../access/index.ts';
import { insertDevices, lockDevices, tellDevices } from '../../devices/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { nameOfUser } from '../../people/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { refusingTaken } from '../../platform/db/refusingTaken.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { addAreas, lockPlaces } from '../../projects/index.ts';
import { type CommissioningDeps, tellCommissioning } from '../deps.ts';
import { findOrder, lockOrder } from '../order.store.ts';
import { compareStore, pathKey, type StoreStep, seenOf } from './compareStore.ts';
import {
  classNames,
  contentOfProject,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  type StoreTemplateRow,
} from './storeTemplate.store.ts';

/** A template of more would be no store. */
const maxParts = 2000;

export function storeTemplateHandlers(deps: CommissioningDeps): Handlers<typeof storeTemplateCalls> {
  const { db, clock } = deps;

  /** What the template does to the project of an order that is under way; the caller sets the project up. */
  async function compared(
    caller: Caller,
    executor: DbOrTransaction,
    ids: { order: number; template: number },
    { isLocked }: { isLocked: boolean },
  ) {
    const { tenant } = caller;
    // As for every change of places: theirs is the first lock.
    if (isLocked) await lockPlaces(tenant, executor);
    const order = await (isLocked ? lockOrder : findOrder)(tenant, executor, ids.order);
    const template = await findTemplate(tenant, executor, ids.template);
    if (!order || !template) throw new Refusal(commonErrors.notFound);
    if (order.status === 'done') throw new Refusal(commissioningErrors.isDone);
    needInProject(caller, order.project_id, ['projectConfig']);
    if (isLocked) await lockDevices(tenant, executor, order.project_id);
    const project = await contentOfProject(tenant, executor, order.project_id);
    return { order, template, project, ...compareStore(template.content, project) };
  }

  const subjectOf = ({ id, name }: Pick<StoreTemplateRow, 'id' | 'name'>) => ({
    kind: 'storeTemplate' as const,
    id,
    name,
  });

  return {
    getStoreTemplates: async ({ caller }) =>
      (await listTemplates(caller.tenant, db)).map(({ id, name, content, created_by, created_at }) => ({
        TemplateId: id,
        TemplateName: name,
        AreaCount: content.areas.length,
        DeviceCount: content.devices.length,
        CreateName: created_by,
        CreateEpoch: created_at.getTime(),
      })),

    addStoreTemplate: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant, userId } = context.caller;
        const { transaction } = write;
        if (!maySee(tenant, body.ProjectId, null)) throw new Refusal(commonErrors.notFound);
        const { areas, devices } = await contentOfProject(tenant, transaction, body.ProjectId);
        if (areas.length + devices.length === 0) throw new Refusal(commissioningErrors.emptyStore);
        if (areas.length + devices.length > maxParts)
          throw new Refusal(commissioningErrors.storeTooLarge, { n: maxParts });
        const id = await refusingTaken(
          { store_template_company_id_name_key: () => new Refusal(commissioningErrors.storeTemplateTaken) },
          async () =>
            insertTemplate(tenant, transaction, {
              name: body.TemplateName,
              content: { areas: areas.map(({ path, nameEn }) => ({ path, nameEn })), devices },
              createdBy: await nameOfUser(tenant, transaction, userId),
              at: new Date(clock.now()),
            }),
        );
        write.log({
          companyId: tenant.companyId,
          projectId: body.ProjectId,
          subject: subjectOf({ id, name: body.TemplateName }),
          after: { storeParts: areas.length + devices.length },
        });
        tellCommissioning(deps, write, tenant.companyId);
        return { TemplateId: id };
      }),

    deleteStoreTemplate: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const template = await findTemplate(tenant, write.transaction, body.TemplateId);
        if (!template) throw new Refusal(commonErrors.notFound);
        await deleteTemplate(tenant, write.transaction, template.id);
        write.log({
          companyId: tenant.companyId,
          projectId: null,
          subject: subjectOf(template),
          before: { storeParts: template.content.areas.length + template.content.devices.length },
        });
        tellCommissioning(deps, write, tenant.companyId);
        return null;
      }),

    compareStoreTemplate: async ({ caller, language }, { query }) => {
      const ids = { order: query.orderId, template: query.templateId };
      const found = await compared(caller, db, ids, { isLocked: false });
      return present(found, await namesOfClasses(caller, db, found.steps), language);
    },

    applyStoreTemplate: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const { transaction } = write;
        const ids = { order: body.OrderId, template: body.TemplateId };
        const { order, template, project, steps } = await compared(caller, transaction, ids, { isLocked: true });
        if (seenOf(steps) !== body.Seen) throw new Refusal(commissioningErrors.storeChanged);
        const differing = steps.flatMap((step) =>
          step.part === 'device' && step.change === 'differs' ? step.device.name : [],
        );
        if (differing.length > 0)
          throw new Refusal(commissioningErrors.storeDiffers, { names: differing.slice(0, 10).join(', ') });
        const areas = steps.flatMap((step) =>
          step.part === 'area' && step.change === 'added' ? { path: step.path, nameEn: step.area.nameEn } : [],
        );
        const devices = steps.flatMap((step) =>
          step.part === 'device' && step.change === 'added' ? { ...step.device, area: step.path } : [],
        );
        const classes = await namesOfClasses(caller, transaction, steps);
        if (devices.some(({ classId }) => !classes.has(classId))) throw new Refusal(commissioningErrors.classGone);
        if (areas.length + devices.length === 0) {
          write.unchanged();
          return { Added: 0 };
        }
        const at = new Date(clock.now());
        const made = await addAreas(deps, write, tenant, {
          projectId: order.project_id,
          areas,
          present: project.areas,
          at,
        });
        const areaIds = new Map(made.map(({ id, path }) => [pathKey(path), id]));
        const deviceIds =
          devices.length === 0
            ? []
            : await insertDevices(
                tenant,
                transaction,
                order.project_id,
                devices.map(({ name, nameEn, classId, brand, model, area }) => ({
                  ...{ name, nameEn, classId, brand, model },
                  areaId: areaIds.get(pathKey(area)) ?? null,
                })),
              );
        for (const [place, id] of deviceIds.entries())
          write.log({
            companyId: tenant.companyId,
            projectId: order.project_id,
            subject: { kind: 'device', id, name: devices[place]!.name },
            after: { name: devices[place]!.name, storeTemplate: template.name },
          });
        write.log({
          companyId: tenant.companyId,
          projectId: order.project_id,
          subject: { kind: 'debugOrder', id: order.id, name: order.number },
          after: { storeTemplate: template.name, areasAdded: areas.length, devicesAdded: devices.length },
        });
        if (deviceIds.length > 0) tellDevices(write, deps.events, tenant.companyId, deviceIds);
        tellCommissioning(deps, write, tenant.companyId);
        return { Added: areas.length + devices.length };
      }),
  };
}

const namesOfClasses = ({ tenant }: Caller, db: DbOrTransaction, steps: readonly StoreStep[]) =>
  classNames(
    tenant,
    db,
    steps.flatMap((step) => (step.part === 'device' ? [step.device.classId, step.other?.classId ?? 0] : [])),
  );

function present(
  { steps, own }: { steps: readonly StoreStep[]; own: number },
  classes: Awaited<ReturnType<typeof namesOfClasses>>,
  language: Language,
): StoreDifference {
  const classOf = (id: number): string => classes.get(id)?.[language] ?? '–';
  return {
    Seen: seenOf(steps),
    OwnCount: own,
    RowList: steps.map((step) =>
      step.part === 'area'
        ? {
            StorePart: 'area',
            Name: inLanguage(step.area.path.at(-1)!, step.area.nameEn, language),
            Place: step.area.path.slice(0, -1).join(' › '),
            ClassName: '',
            Change: step.change,
            Differs: '',
          }
        : {
            StorePart: 'device',
            Name: inLanguage(step.device.name, step.device.nameEn, language),
            Place: step.device.area.join(' › '),
            ClassName: classOf(step.device.classId),
            Change: step.change,
            Differs: step.change === 'differs' ? classOf(step.other!.classId) : '',
          },
    ),
  };
}
