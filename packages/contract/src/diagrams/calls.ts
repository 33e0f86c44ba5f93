import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { rolesOfClass } from '../devices/roles.ts';
import { partsOf } from '../partsOf.ts';
import { chosenIds, epochMs, freeText, id, nameOf } from '../scalars.ts';
import { DiagramDocument, ShownDocument } from './document.ts';

/** Older versions go when a newer one is saved. */
export const mostVersions = 50;

const fields = {
  DiagramName: nameOf({ zh: '组态图名称', en: 'A diagram name' }, 1, 50),
  DiagramNameEn: freeText(50).default('').describe('empty: the name stands in English, too'),
};
const exampleId = id
  .optional()
  .describe('of a diagram of a class: the device that it was drawn on; none: the first one');
export const NewDiagram = z.object({
  ProjectId: id,
  ...fields,
  SmallTypeCode: z
    .enum(Object.keys(rolesOfClass) as [string, ...string[]])
    .optional()
    .describe('it serves every device of this class, by the roles of its points; none: certain devices'),
  DeviceId: exampleId,
  Document: DiagramDocument.optional().describe('left out: an empty sheet'),
});
export const DiagramChange = z.object({ DiagramId: id, ...partsOf(fields) });
export const DiagramCopy = z.object({ DiagramId: id, ...fields });

export const DiagramRow = z.object({
  DiagramId: z.number().int(),
  DiagramName: z.string(),
  ProjectId: z.number().int(),
  Version: z.number().int(),
  SmallTypeCode: z.string().nullable().describe('the class of which it serves every device; null: certain devices'),
  DeviceCount: z.number().int().describe('devices on it, or of its class, that the caller sees'),
  UpdateEpoch: epochMs,
});
export type DiagramRow = z.infer<typeof DiagramRow>;

export const Diagram = DiagramRow.extend({
  NameZh: z.string().describe('as it was entered'),
  NameEn: z.string().nullable(),
  Document: ShownDocument,
  DeviceId: z.number().int().nullable().describe('of a diagram of a class: the device that it shows'),
  DeviceList: z
    .array(z.object({ Mtid: z.number().int(), MName: z.string() }))
    .describe('of a diagram of a class: the devices that it can show, of those that the caller sees'),
  IsCurrent: z.boolean().describe('false: an older version was asked for'),
});
export type Diagram = z.infer<typeof Diagram>;

export const DiagramVersion = z.object({
  Version: z.number().int(),
  Note: z.string(),
  Author: z.string().nullable().describe('null: the account is gone'),
  RestoredFrom: z.number().int().nullable(),
  ElementCount: z.number().int(),
  CreateEpoch: epochMs,
});
export type DiagramVersion = z.infer<typeof DiagramVersion>;

const readers = ['monitorView', 'monitorEdit', 'diagramEdit'] as const;
const editors = ['diagramEdit'] as const;
const version = z.number().int().min(1).max(2_147_483_647);

export const diagramCalls = defineCalls({
  getDiagramList: {
    method: 'GET',
    path: '/Diagram/GetDiagramList',
    effect: 'read',
    access: readers,
    summary: { zh: '组态图列表', en: 'Diagrams of a project' },
    query: z.object({
      projectId: id,
      modelTreeId: id.optional().describe('only those that show this device'),
    }),
    data: z.array(DiagramRow),
  },
  getDiagram: {
    method: 'GET',
    path: '/Diagram/GetDiagram',
    effect: 'read',
    access: readers,
    summary: {
      zh: '组态图内容；旧版本须有编辑权限',
      en: 'A diagram as it is drawn; an older version takes the right to edit',
    },
    query: z.object({
      diagramId: id,
      version: id.optional(),
      deviceId: id.optional().describe('of a diagram of a class: the device to show; none: the first one'),
    }),
    data: Diagram,
  },
  getDiagramVersions: {
    method: 'GET',
    path: '/Diagram/GetDiagramVersions',
    effect: 'read',
    access: editors,
    summary: { zh: '组态图版本', en: 'Versions of a diagram, the newest first' },
    query: z.object({ diagramId: id }),
    data: z.array(DiagramVersion),
  },
  addDiagram: {
    method: 'POST',
    path: '/Diagram/AddDiagram',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '新建组态图', en: 'Create a diagram' },
    body: NewDiagram,
    data: z.object({ DiagramId: z.number().int() }),
  },
  copyDiagram: {
    method: 'POST',
    path: '/Diagram/CopyDiagram',
    effect: 'write',
    access: editors,
    summary: { zh: '复制组态图', en: 'Copy a diagram as it stands, within its project' },
    body: DiagramCopy,
    data: z.object({ DiagramId: z.number().int() }),
  },
  editDiagram: {
    method: 'POST',
    path: '/Diagram/EditDiagram',
    effect: 'write',
    access: editors,
    summary: { zh: '重命名组态图', en: 'Rename a diagram' },
    body: DiagramChange,
    data: z.null(),
  },
  saveDiagram: {
    method: 'POST',
    path: '/Diagram/SaveDiagram',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: {
      zh: '保存组态图为新版本；基于旧版本的保存被拒绝',
      en: 'Save a diagram as a new version; refused when somebody saved one meanwhile',
    },
    body: z.object({
      DiagramId: id,
      BaseVersion: version,
      Note: freeText(200).default(''),
      DeviceId: exampleId,
      Document: DiagramDocument,
    }),
    data: z.object({ Version: z.number().int() }),
  },
  restoreDiagram: {
    method: 'POST',
    path: '/Diagram/RestoreDiagram',
    effect: 'write',
    access: editors,
    encoding: 'json',
    summary: { zh: '恢复组态图的旧版本', en: 'Make an older version the newest' },
    body: z.object({ DiagramId: id, BaseVersion: version, Version: version }),
    data: z.object({ Version: z.number().int() }),
  },
  deleteDiagram: {
    method: 'POST',
    path: '/Diagram/DeleteDiagram',
    effect: 'write',
    access: editors,
    summary: { zh: '删除组态图', en: 'Delete diagrams with all their versions' },
    body: z.object({ DiagramIdList: chosenIds }),
    data: z.object({ Deleted: z.number().int() }),
  },
});
