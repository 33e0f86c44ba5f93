import { z } from 'zod';
import { type Bilingual, defineCalls } from '../call.ts';
import { id } from '../scalars.ts';
import { ShownDocument } from './document.ts';

/** Diagrams that nobody draws: they follow from what points mean and how devices stand to each other. */
export const generatedKinds = {
  circuit: { zh: '制冷回路', en: 'refrigeration circuit' },
  air: { zh: '送风系统', en: 'air supply' },
  singleLine: { zh: '配电单线图', en: 'Single-line diagram' },
} as const satisfies Record<string, Bilingual>;
export type GeneratedKind = keyof typeof generatedKinds;
export const generatedKindCodes = Object.keys(generatedKinds) as [GeneratedKind, ...GeneratedKind[]];

const row = {
  Kind: z.enum(generatedKindCodes),
  Mtid: z.number().int().nullable().describe('the rack or unit it is of; null: the whole project'),
  DiagramName: z.string(),
  ProjectId: z.number().int(),
  DeviceCount: z.number().int().describe('devices on it that the caller sees'),
  IsAssumed: z
    .boolean()
    .describe('no relations are entered; the rack or unit is the only one, so everything that it could serve is drawn'),
};
export const GeneratedDiagramRow = z.object(row);
export type GeneratedDiagramRow = z.infer<typeof GeneratedDiagramRow>;

export const GeneratedDiagram = z.object({
  ...row,
  Document: ShownDocument,
  UnsureCount: z.number().int().describe('points on it whose role was recognised by name and type, and not accepted'),
});
export type GeneratedDiagram = z.infer<typeof GeneratedDiagram>;

const readers = ['monitorView', 'monitorEdit', 'diagramEdit'] as const;

export const generatedDiagramCalls = defineCalls({
  getGeneratedDiagramList: {
    method: 'GET',
    path: '/Diagram/GetGeneratedDiagramList',
    effect: 'read',
    access: readers,
    summary: { zh: '自动生成的组态图列表', en: 'Diagrams of a project that follow from its devices' },
    query: z.object({
      projectId: id,
      modelTreeId: id.optional().describe('only those that show this device'),
    }),
    data: z.array(GeneratedDiagramRow),
  },
  getGeneratedDiagram: {
    method: 'GET',
    path: '/Diagram/GetGeneratedDiagram',
    effect: 'read',
    access: readers,
    summary: { zh: '自动生成的组态图内容，始终与设备一致', en: 'A diagram as it follows from the devices now' },
    query: z.object({
      projectId: id,
      kind: z.enum(generatedKindCodes),
      mtid: id.optional().describe('the rack or unit; none for a single-line diagram'),
    }),
    data: GeneratedDiagram,
  },
});
