import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs, id, nameOf } from '../scalars.ts';
import { storeChangeNames, storePartNames } from './kinds.ts';

export const StoreTemplate = z.object({
  TemplateId: z.number().int(),
  TemplateName: z.string(),
  AreaCount: z.number().int(),
  DeviceCount: z.number().int(),
  CreateName: z.string(),
  CreateEpoch: epochMs,
});
export type StoreTemplate = z.infer<typeof StoreTemplate>;

/** What a template would do to a project: every area and device of it, with what becomes of each. */
export const StoreDifference = z.object({
  Seen: z
    .string()
    .describe('of what was compared; applying says it again, and is refused when the project has changed since'),
  RowList: z.array(
    z.object({
      StorePart: z.enum(storePartNames),
      Name: z.string(),
      Place: z.string().describe('the area it is in; empty: the project itself'),
      ClassName: z.string().describe('of a device; empty: an area'),
      Change: z.enum(storeChangeNames),
      Differs: z.string().describe('what the project has under this name; empty: it does not differ'),
    }),
  ),
  OwnCount: z.number().int().describe('areas and devices of the project that the template does not name; they stay'),
});
export type StoreDifference = z.infer<typeof StoreDifference>;

const sees = ['maintenanceView', 'maintenanceOrders', 'commissioningApprove'] as const;
const edits = ['maintenanceOrders'] as const;
const ids = { OrderId: id, TemplateId: id };

export const storeTemplateCalls = defineCalls({
  getStoreTemplates: {
    method: 'GET',
    path: '/DebugOrder/GetStoreTemplates',
    effect: 'read',
    access: sees,
    summary: { zh: '门店模板', en: 'Store templates of the company, by name' },
    query: z.object({}),
    data: z.array(StoreTemplate),
  },
  addStoreTemplate: {
    method: 'POST',
    path: '/DebugOrder/AddStoreTemplate',
    effect: 'write',
    access: edits,
    summary: { zh: '由项目生成门店模板', en: 'Make a store template of the areas and devices of a project' },
    body: z.object({ ProjectId: id, TemplateName: nameOf({ zh: '模板名称', en: 'A template name' }, 2, 50) }),
    data: z.object({ TemplateId: z.number().int() }),
  },
  deleteStoreTemplate: {
    method: 'POST',
    path: '/DebugOrder/DeleteStoreTemplate',
    effect: 'write',
    access: edits,
    summary: { zh: '删除门店模板', en: 'Delete a store template; what was made of it stays' },
    body: z.object({ TemplateId: id }),
    data: z.null(),
  },
  compareStoreTemplate: {
    method: 'GET',
    path: '/DebugOrder/CompareStoreTemplate',
    effect: 'read',
    access: edits,
    summary: {
      zh: '门店模板与项目的差异',
      en: 'What a template would add to the project of an order, and what it would leave',
    },
    query: z.object({ orderId: id, templateId: id }),
    data: StoreDifference,
  },
  applyStoreTemplate: {
    method: 'POST',
    path: '/DebugOrder/ApplyStoreTemplate',
    effect: 'write',
    access: edits,
    summary: { zh: '套用门店模板', en: 'Apply a template to the project of an order, whole or not at all' },
    body: z.object({ ...ids, Seen: z.string().regex(/^[0-9a-f]{64}$/) }),
    data: z.object({ Added: z.number().int().describe('areas and devices') }),
  },
});
