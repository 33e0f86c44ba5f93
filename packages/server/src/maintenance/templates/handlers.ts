import { isDeepStrictEqual } from 'node:util';
import {
  commonErrors,
  type MaintenanceChange,
  type maintenanceCalls,
  maintenanceErrors,
  type TemplateGroups,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { listTypes } from '../../points/index.ts';
import { needRevision, noteChange } from '../changes.store.ts';
import { type MaintenanceDeps, tellMaintenance } from '../deps.ts';
import { previewOf } from '../papers/previewOf.wire.ts';
import { visitPaper } from '../papers/visitPaper.wire.ts';
import { nameOf } from '../people.store.ts';
import { presentTemplate } from '../present.ts';
import { knownSources, namesOfPoints } from '../values/source.store.ts';
import {
  deleteTemplate,
  dropPreviews,
  findPreview,
  insertRevision,
  insertTemplate,
  keepPreview,
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
  | 'getTemplateSources'
  | 'previewMaintenanceTemplate'
  | 'downloadTemplatePreview'
>;

export function templateHandlers(deps: MaintenanceDeps): Handlers<Calls> {
  const { db, clock, log: serverLog } = deps;
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
  /** @returns the new revision of the draft */
  const changed = async (
    { tenant, userId }: Caller,
    { transaction }: OneWrite,
    { id }: TemplateRow,
    what: readonly MaintenanceChange[],
    at: Date,
  ): Promise<number> =>
    noteChange(
      tenant,
      transaction,
      { kind: 'template', id },
      { what, by: await nameOf(tenant, transaction, userId), at },
    );
  /** Points and types that items are filled in from are the company's own. */
  async function needSources({ tenant }: Caller, transaction: DbOrTransaction, groups: TemplateGroups): Promise<void> {
    const items = groups.flatMap(({ ItemList }) => ItemList).filter(({ Source }) => Source != null);
    const known = await knownSources(tenant, transaction, {
      pointIds: items.flatMap(({ Source }) => Source?.PointId ?? []),
      typeIds: items.flatMap(({ Source }) => Source?.PointTypeId ?? []),
    });
    const isKnown = (set: ReadonlySet<number>, id: number | null | undefined) => id == null || set.has(id);
    const wrong = items.find(
      ({ Source }) => !isKnown(known.points, Source?.PointId) || !isKnown(known.types, Source?.PointTypeId),
    );
    if (wrong) throw new Refusal(maintenanceErrors.pointUnknown, { name: wrong.Name });
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
      const { rows, total } = await pageTemplates(caller.tenant, db, body.Text, body.IsAsc, rowRange(body));
      return { Data: rows.map(presentTemplate), TotalCount: total };
    },

    async getMaintenanceTemplate({ caller }, { query }) {
      const template = await needTemplate(caller, db, query.templateId);
      return { ...presentTemplate(template), GroupList: template.draft };
    },

    async getTemplateSources({ caller, language }) {
      const types = await listTypes(caller.tenant, db);
      const names = await namesOfPoints(caller.tenant, db);
      return {
        PointTypeList: types.map((type) => ({
          PointTypeId: type.id,
          PointTypeName: language === 'en' ? type.name_en : type.name_zh,
          StateList: type.status_values.map(({ value, zh, en }) => ({
            Value: value,
            Text: language === 'en' ? en : zh,
          })),
        })),
        PointNameList: [...new Set(names.map(({ name, name_en }) => inLanguage(name, name_en, language)))],
      };
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
        await needRevision(caller.tenant, write.transaction, { ...before, kind: 'template' }, body.DraftRevision);
        const values = {
          ...(body.TemplateName !== undefined && body.TemplateName !== before.name && { name: body.TemplateName }),
          ...(body.TemplateType !== undefined && body.TemplateType !== before.type && { type: body.TemplateType }),
          ...(body.GroupList !== undefined &&
            !isDeepStrictEqual(body.GroupList, before.draft) && { draft: body.GroupList, has_draft: true }),
        };
        if (Object.keys(values).length === 0) {
          write.unchanged();
          return { DraftRevision: before.revision };
        }
        if (body.GroupList !== undefined) await needSources(caller, write.transaction, body.GroupList);
        const at = new Date(clock.now());
        await updateTemplate(caller.tenant, write.transaction, before.id, values as never, at);
        const DraftRevision = await changed(
          caller,
          write,
          before,
          [
            ...(values.name === undefined ? [] : ['name' as const]),
            ...(values.type === undefined ? [] : ['type' as const]),
            ...(values.draft === undefined ? [] : ['content' as const]),
          ],
          at,
        );
        await dropPreviews(caller.tenant, write.transaction, before.id);
        log(
          caller,
          write,
          { id: before.id, name: values.name ?? before.name },
          {
            before: { name: before.name, templateType: before.type },
            after: { name: values.name ?? before.name, templateType: values.type ?? before.type },
          },
        );
        return { DraftRevision };
      }),

    publishMaintenanceTemplate: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const template = await needTemplate(caller, write.transaction, body.TemplateId);
        await needRevision(caller.tenant, write.transaction, { ...template, kind: 'template' }, body.DraftRevision);
        if (!template.draft.some(({ ItemList }) => ItemList.length > 0))
          throw new Refusal(maintenanceErrors.templateEmpty);
        await needSources(caller, write.transaction, template.draft);
        if (!template.has_draft) {
          write.unchanged();
          return { Revision: template.n!, DraftRevision: template.revision };
        }
        const n = (template.n ?? 0) + 1;
        const at = new Date(clock.now());
        const by = await nameOf(caller.tenant, write.transaction, caller.userId);
        await insertRevision(caller.tenant, write.transaction, template.id, { n, groups: template.draft, at, by });
        await updateTemplate(caller.tenant, write.transaction, template.id, { has_draft: false }, at);
        const DraftRevision = await changed(caller, write, template, ['published'], at);
        log(caller, write, template, { before: { templateRevision: template.n }, after: { templateRevision: n } });
        return { Revision: n, DraftRevision };
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

    async previewMaintenanceTemplate({ caller, language, signal }, { body }) {
      const { tenant } = caller;
      const template = await needTemplate(caller, db, body.TemplateId);
      const content = await visitPaper(previewOf(template, await zoneOf(tenant, db), clock.now()), language).catch(
        (error: unknown) => {
          serverLog.error({ err: error, templateId: template.id }, 'A preview could not be made');
          throw new Refusal(maintenanceErrors.previewFailed);
        },
      );
      signal.throwIfAborted();
      await db.transaction().execute(async (transaction) => {
        // Somebody may have changed it meanwhile: then this is the preview of something else.
        const now = await needTemplate(caller, transaction, template.id);
        if (!isDeepStrictEqual(now.draft, template.draft)) throw new Refusal(maintenanceErrors.previewFailed);
        await keepPreview(tenant, transaction, template.id, language, content, new Date(clock.now()));
      });
      return null;
    },

    async downloadTemplatePreview({ caller, language }, { query }) {
      const template = await needTemplate(caller, db, query.templateId);
      const content = await findPreview(caller.tenant, db, template.id, language);
      if (content === null) throw new Refusal(maintenanceErrors.previewNotMade);
      return { content, contentType: 'application/pdf', name: `${template.name}.pdf` };
    },

    deleteMaintenanceTemplate: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const template = await needTemplate(caller, write.transaction, body.TemplateId);
        await needRevision(caller.tenant, write.transaction, { ...template, kind: 'template' }, body.DraftRevision);
        if (template.contract_count > 0) throw new Refusal(maintenanceErrors.templateInUse);
        await deleteTemplate(caller.tenant, write.transaction, template.id);
        log(caller, write, template, { before: { name: template.name, templateType: template.type } });
        return null;
      }),
  };
}
