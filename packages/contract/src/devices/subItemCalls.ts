import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { inputText, say } from '../inputWords.ts';
import { partsOf } from '../partsOf.ts';
import { clearable } from '../projects/fields.ts';
import { answerLanguage, flag, id } from '../scalars.ts';
import { subItemName } from './fields.ts';

const SubItemDevice = z.object({
  ModelTreeId: z.number().int(),
  ModelTreeName: z.string(),
  SmallTypeName: z.string(),
  LocationName: z.string().nullable(),
  IsSummary: z.boolean().describe('its meter counts in the sum of the sub-item'),
});

export interface SubItemNode {
  SubentryId: number;
  SubentryName: string;
  Name: string;
  SubentryNameEn: string | null;
  IsOwn: boolean;
  DeviceCount: number;
  ModelTreeList: z.infer<typeof SubItemDevice>[];
  Children: SubItemNode[];
}
const SubItemNode: z.ZodType<SubItemNode> = z.lazy(() =>
  z.object({
    SubentryId: z.number().int(),
    SubentryName: z.string().describe('in the caller’s language'),
    Name: z.string().describe('as entered, for its form'),
    SubentryNameEn: z.string().nullable(),
    IsOwn: z.boolean().describe('of the project; false: of the usual division'),
    DeviceCount: z.number().int(),
    ModelTreeList: z.array(SubItemDevice),
    Children: z.array(SubItemNode),
  }),
);

const names = { SubentryName: subItemName, SubentryNameEn: clearable(subItemName) };

/** A sub-item of a project’s own, as its form has it. */
export const SubItemForm = z.object({
  ProjectId: id,
  SubentryId: id.optional().describe('none: a new one'),
  ...names,
  ParentId: clearable(id).describe('of a new one: the sub-item it is a part of'),
});

const someDevices = z.array(id).max(2_000);

const readers = ['monitorView', 'monitorEdit', 'projectConfig'] as const;

/** Sub-items (分项): by what end use a project divides its energy, and which devices count in each. */
export const subItemCalls = defineCalls({
  getSubentryTree: {
    method: 'GET',
    path: '/ModelTree/GetSubentryTree',
    effect: 'read',
    access: readers,
    summary: { zh: '能耗分项树', en: 'Sub-items of energy with their devices' },
    query: z.object({
      companyId: id.optional(),
      projectId: id,
      subentryId: id.optional().describe('this one and those below it'),
      isGetModelTree: flag.default(true).describe('false: without the devices'),
      language: answerLanguage,
    }),
    data: z.array(SubItemNode),
  },
  /**
   * The body lists all devices of the sub-item, or says what comes in and what goes out; those that stay keep whether they count.
   */
  updateSubentryModelTree: {
    method: 'POST',
    path: '/ModelTree/UpdateSubentryModelTree',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '设置分项的设备', en: 'Choose the devices of a sub-item' },
    query: z.object({ companyId: id.optional(), projectId: id, subentryId: id }),
    body: z.union([someDevices, z.object({ AddModelTreeIdList: someDevices, RemoveModelTreeIdList: someDevices })], {
      error: say({ zh: '须为设备编号的列表', en: 'A list of the ids of devices' }),
    }),
    data: z.null(),
  },
  setSubentryModelTreeSummary: {
    method: 'POST',
    path: '/ModelTree/SetSubentryModelTreeSummary',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '设置设备是否计入分项合计', en: 'Whether devices count in the sum of their sub-item' },
    query: z.object({
      companyId: id.optional(),
      projectId: id.optional().describe('none: the one that the devices are in'),
      subentryId: id.optional().describe('none: every sub-item that they stand in'),
      isSummary: flag,
    }),
    body: z.array(id).min(1).max(2_000).describe('devices'),
    data: z.null(),
  },
  addOrUpdateSubentry: {
    method: 'POST',
    path: '/ModelTree/AddOrUpdateSubentry',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: {
      zh: '新增或修改项目自定义分项；未提供的内容保持不变',
      en: 'Add or rename a sub-item of the project’s own; what is left out stays',
    },
    body: SubItemForm.extend(partsOf(names)).refine(
      (item) => item.SubentryId !== undefined || item.SubentryName !== undefined,
      { path: ['SubentryName'], error: say(inputText.missing) },
    ),
    data: z.object({ SubentryId: z.number().int() }),
  },
  deleteSubentry: {
    method: 'POST',
    path: '/ModelTree/DeleteSubentry',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '删除项目自定义分项', en: 'Delete a sub-item of the project’s own with those below it' },
    body: z.object({ ProjectId: id, SubentryId: id }),
    data: z.null(),
  },
});
