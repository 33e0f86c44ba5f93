import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { partsOf } from '../partsOf.ts';
import { epochMs, flag, freeText, id, nameOf, page, pageOf, searchText } from '../scalars.ts';
import { sees, templates } from './access.ts';
import { revision } from './fields.ts';
import { TemplateGroups } from './templateItems.ts';

const templateFields = {
  TemplateName: nameOf({ zh: '模板名称', en: 'A template name' }, 2, 50),
  TemplateType: freeText(20).default(''),
};
export const NewTemplate = z.object(templateFields);
export const TemplateChange = z.object({
  TemplateId: id,
  DraftRevision: revision,
  ...partsOf({ ...templateFields, GroupList: TemplateGroups.default([]) }),
});
export const TemplateRow = z.object({
  TemplateId: z.number().int(),
  TemplateName: z.string(),
  TemplateType: z.string(),
  GroupCount: z.number().int(),
  ItemCount: z.number().int(),
  Revision: z.number().int().nullable().describe('published last; null: never'),
  ReviseEpoch: epochMs.nullable(),
  ReviseName: z.string().nullable(),
  DraftRevision: z.number().int().describe('sent back with a change, so that one of an older revision is refused'),
  HasDraft: z.boolean().describe('it says something else than was published'),
});
export type MaintenanceTemplateRow = z.infer<typeof TemplateRow>;
export const TemplateDetail = TemplateRow.extend({ GroupList: TemplateGroups });
export type MaintenanceTemplateDetail = z.infer<typeof TemplateDetail>;

/** What a visit asks, in groups of items and in revisions. The specification names no calls for maintenance. */
export const templateCalls = defineCalls({
  getMaintenanceTemplatePage: {
    method: 'POST',
    path: '/MaintenanceTemplate/GetTemplatePage',
    effect: 'read',
    access: sees,
    summary: { zh: '维保模板列表', en: 'Maintenance templates' },
    body: z.object({ Text: searchText.describe('in name and type'), IsAsc: flag.default(true), ...page }),
    data: pageOf(TemplateRow),
  },
  getMaintenanceTemplate: {
    method: 'GET',
    path: '/MaintenanceTemplate/GetTemplate',
    effect: 'read',
    access: sees,
    summary: { zh: '维保模板详情', en: 'A maintenance template as it is being worked on' },
    query: z.object({ templateId: id }),
    data: TemplateDetail,
  },
  getTemplateSources: {
    method: 'GET',
    path: '/MaintenanceTemplate/GetSources',
    effect: 'read',
    access: templates,
    summary: { zh: '模板可用的点位类型与点位名称', en: 'Types and names of points that items can be filled in from' },
    query: z.object({}),
    data: z.object({
      PointTypeList: z.array(
        z.object({
          PointTypeId: z.number().int(),
          PointTypeName: z.string(),
          StateList: z
            .array(z.object({ Value: z.number(), Text: z.string() }))
            .describe('of a type whose values are states'),
        }),
      ),
      PointNameList: z.array(z.string()).describe('of the caller’s projects, the most frequent first; at most 500'),
    }),
  },
  addMaintenanceTemplate: {
    method: 'POST',
    path: '/MaintenanceTemplate/AddTemplate',
    effect: 'write',
    access: templates,
    summary: { zh: '新增维保模板', en: 'Add a maintenance template' },
    body: NewTemplate,
    data: z.object({ TemplateId: z.number().int() }),
  },
  editMaintenanceTemplate: {
    method: 'POST',
    path: '/MaintenanceTemplate/SaveDraft',
    effect: 'write',
    access: templates,
    encoding: 'json',
    summary: { zh: '保存维保模板草稿', en: 'Save the draft of a template; orders use what was published' },
    body: TemplateChange,
    data: z.object({ DraftRevision: z.number().int() }),
  },
  publishMaintenanceTemplate: {
    method: 'POST',
    path: '/MaintenanceTemplate/Publish',
    effect: 'write',
    access: templates,
    summary: { zh: '发布维保模板', en: 'Publish the draft as the next revision; earlier ones stay as they were' },
    body: z.object({ TemplateId: id, DraftRevision: revision }),
    data: z.object({ Revision: z.number().int(), DraftRevision: z.number().int() }),
  },
  copyMaintenanceTemplate: {
    method: 'POST',
    path: '/MaintenanceTemplate/Copy',
    effect: 'write',
    access: templates,
    summary: { zh: '复制维保模板', en: 'Copy a template as a draft' },
    body: z.object({ TemplateId: id, TemplateName: templateFields.TemplateName }),
    data: z.object({ TemplateId: z.number().int() }),
  },
  deleteMaintenanceTemplate: {
    method: 'POST',
    path: '/MaintenanceTemplate/Delete',
    effect: 'write',
    access: templates,
    summary: { zh: '删除维保模板', en: 'Delete a template that no contract uses' },
    body: z.object({ TemplateId: id, DraftRevision: revision }),
    data: z.null(),
  },
  previewMaintenanceTemplate: {
    method: 'POST',
    path: '/MaintenanceTemplate/Preview',
    effect: 'write',
    access: sees,
    logged: false,
    summary: {
      zh: '生成模板的报告预览',
      en: 'Make the report of a template as it is being worked on, without answers',
    },
    body: z.object({ TemplateId: id }),
    data: z.null(),
  },
  downloadTemplatePreview: {
    method: 'GET',
    path: '/MaintenanceTemplate/DownloadPreview',
    effect: 'read',
    access: sees,
    summary: { zh: '下载模板预览', en: 'The preview that was made of a template, in the reader’s language' },
    query: z.object({ templateId: id }),
    data: 'file',
  },
});
