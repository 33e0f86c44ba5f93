import type { subItemCalls } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { chooseDevices, countInSummary, deleteSubItem, projectOfDevices, saveSubItem } from './changeSubItem.ts';
import { presentSubItems } from './present.ts';
import { devicesOfSubItems, listSubItems } from './store.ts';

export function subItemHandlers(deps: DeviceDeps): Handlers<typeof subItemCalls> {
  const { db } = deps;
  return {
    async getSubentryTree({ caller, language }, { query }) {
      const [items, devices] = await Promise.all([
        listSubItems(caller.tenant, db, query.projectId),
        devicesOfSubItems(caller.tenant, db, query.projectId),
      ]);
      return presentSubItems(items, devices, {
        rootId: query.subentryId,
        withDevices: query.isGetModelTree,
        language,
      });
    },

    async updateSubentryModelTree(context, { query, body }) {
      const choice = Array.isArray(body)
        ? { all: body }
        : { added: body.AddModelTreeIdList, removed: body.RemoveModelTreeIdList };
      await chooseDevices(deps, context, { projectId: query.projectId, id: query.subentryId, choice });
      return null;
    },

    async setSubentryModelTreeSummary(context, { query, body }) {
      const projectId = query.projectId ?? (await projectOfDevices(context.caller.tenant, db, body));
      const what = { projectId, id: query.subentryId, deviceIds: body, inSummary: query.isSummary };
      await countInSummary(deps, context, what);
      return null;
    },

    addOrUpdateSubentry: async (context, { body }) => ({
      SubentryId: await saveSubItem(deps, context, {
        projectId: body.ProjectId,
        id: body.SubentryId,
        name: body.SubentryName,
        nameEn: body.SubentryNameEn,
        parentId: body.ParentId ?? null,
      }),
    }),

    async deleteSubentry(context, { body }) {
      await deleteSubItem(deps, context, { projectId: body.ProjectId, id: body.SubentryId });
      return null;
    },
  };
}
