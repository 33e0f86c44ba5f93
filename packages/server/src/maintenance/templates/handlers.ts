import { isDeepStrictEqual } from 'node:util';
import { commonErrors, type maintenanceCalls, maintenanceErrors } from '@watchpost/contract';
import type { Caller } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { nameOf } from '../people.store.ts';
import { presentTemplate } from '../present.ts';
import {
  deleteTemplate,
  insertRevision,
  insertTemplate,
  lockTemplates,
  pageTemplates,
  type TemplateRow,
  updateTemplate,
} from './template.store.ts';

type Calls = Pick<
  typeof maintenanceCalls,
  | 'getMaintenanceTemplatePage'
  | 'getMaintenanceTemplate'
  | 'addMaintenanceTemplate'
  | 'editMaintenanceTemplate'
  | 'publishMaintenanceTemplate'
  | 'copyMaintenanceTemplate'
  | 'deleteMaintenanceTemplate'
>;

export function templateHandlers(deps: MaintenanceDeps): Handlers<Calls> {
  const { db, clock } = deps;
  const subjectOf = ({ id, name }: { id: number; name: string }) => ({
    kind: 'maintenanceTemplate' as const,
    id,
    name,
  });

  async function needTemplate({ tenant }: Caller, executor: DbOrTransaction, id: number): Promise<TemplateRow> {
    const [template] = await lockTemplates(tenant, executor, [id]);
    if (!template) throw new Refusal(commonErrors.notFound);
    return template;
  }
  const log = (
    { tenant }: Caller,
    write: OneWrite,
    template: { id: number; name: string },
    change: { before?: object; after?: object },
  ) => {
    write.log({ companyId: tenant.companyId, projectId: null, subject: subjectOf(template), ...change });
    tellMaintenance(deps, write, tenant.companyId);
  };

  return {
    async getMaintenanceTemplatePage({ caller }, { body }) {
      const { rows, total } = await pageTemplates(caller.tenant, db, body.Text, body.IsAsc, {
        offset: (body.PageIndex - 1) * body.PageSize,
        limit: body.PageSize,
      });
      return { Data: rows.map(presentTemplate), TotalCount: total };
    },

    async getMaintenanceTemplate({ caller }, { query }) {
      const template = await needTemplate(caller, db, query.templateId);
      return { ...presentTemplate(template), GroupList: template.draft };
    },

    addMaintenanceTemplate: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const values = { name: body.TemplateName, type: body.TemplateType, draft: [] };
        const id = await insertTemplate(context.caller.tenant, write.transaction, values, new Date(clock.now()));
        log(
          context.caller,
          write,
          { id, name: values.name },
          { after: { name: values.name, templateType: values.type } },
        );
        return { TemplateId: id };
      }),

    editMaintenanceTemplate: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const before = await needTemplate(caller, write.transaction, body.TemplateId);
        const values = {
          ...(body.TemplateName !== undefined && body.TemplateName !== before.name && { name: body.TemplateName }),
          ...(body.TemplateType !== undefined && body.TemplateType !== before.type && { type: body.TemplateType }),
          ...(body.GroupList !== undefined &&
            !isDeepStrictEqual(body.GroupList, before.draft) && { draft: body.GroupList, has_draft: true }),
        };
        if (Object.keys(values).length === 0) {
          write.unchanged();
          return null;
        }
        await updateTemplate(caller.tenant, write.transaction, before.id, values as never, new Date(clock.now()));
        log(
          caller,
          write,
          { id: before.id, name: values.name ?? before.name },
          {
            before: { name: before.name, templateType: before.type },
            after: { name: values.name ?? before.name, templateType: values.type ?? before.type },
          },
        );
        return null;
      }),

    publishMaintenanceTemplate: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const template = await needTemplate(caller, write.transaction, body.TemplateId);
        if (!template.draft.some(({ ItemList }) => ItemList.length > 0))
          throw new Refusal(maintenanceErrors.templateEmpty);
        if (!template.has_draft) {
          write.unchanged();
          return { Revision: template.n! };
        }
        const n = (template.n ?? 0) + 1;
        const at = new Date(clock.now());
        const by = await nameOf(caller.tenant, write.transaction, caller.userId);
        await insertRevision(caller.tenant, write.transaction, template.id, { n, groups: template.draft, at, by });
        await updateTemplate(caller.tenant, write.transaction, template.id, { has_draft: false }, at);
        log(caller, write, template, { before: { templateRevision: template.n }, after: { templateRevision: n } });
        return { Revision: n };
      }),

    copyMaintenanceTemplate: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { type, draft } = await needTemplate(caller, write.transaction, body.TemplateId);
        const values = { name: body.TemplateName, type, draft };
        const id = await insertTemplate(caller.tenant, write.transaction, values, new Date(clock.now()));
        log(caller, write, { id, name: values.name }, { after: { name: values.name, templateType: type } });
        return { TemplateId: id };
      }),

    deleteMaintenanceTemplate: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const template = await needTemplate(caller, write.transaction, body.TemplateId);
        if (template.contract_count > 0) throw new Refusal(maintenanceErrors.templateInUse);
        await deleteTemplate(caller.tenant, write.transaction, template.id);
        log(caller, write, template, { before: { name: template.name, templateType: template.type } });
        return null;
      }),
  };
}
