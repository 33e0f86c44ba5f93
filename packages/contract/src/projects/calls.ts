import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id } from '../scalars.ts';

export const ProjectRow = z.object({
  ProjectId: z.number().int(),
  ProjectName: z.string(),
  Code: z.string(),
  Industry: z.number().int().describe('1 cold chain, 2 supermarket, 3 livestock, 4 cultural relics'),
  Address: z.string(),
  Latitude: z.number().nullable(),
  Longitude: z.number().nullable(),
  TimeZone: z.string(),
  ServiceEnd: z.string().nullable().describe('YYYY-MM-DD'),
  /** Service end has passed: visible with a warning, no live data. */
  Expired: z.boolean(),
  AlarmCount: z.number().int().describe('current alarms the caller may see: active, or not yet confirmed by anybody'),
  AlarmLevel: z
    .number()
    .int()
    .nullable()
    .describe('of the most severe of them, 1 urgent … 4 record; null: there is none'),
});
export type ProjectRow = z.infer<typeof ProjectRow>;

export interface SubareaNode {
  SubareaId: number;
  SubareaName: string;
  ParentId: number | null;
  Kind: 'partition' | 'project' | 'area';
  Children: SubareaNode[];
}
const SubareaNode: z.ZodType<SubareaNode> = z.lazy(() =>
  z.object({
    SubareaId: z.number().int(),
    SubareaName: z.string(),
    ParentId: z.number().int().nullable(),
    Kind: z.enum(['partition', 'project', 'area']),
    Children: z.array(SubareaNode),
  }),
);

export const projectCalls = defineCalls({
  getUserOwnProject: {
    method: 'GET',
    path: '/Subarea/GetUserOwnProject',
    effect: 'read',
    access: 'session',
    summary: { zh: '用户的项目', en: 'Projects the caller may open' },
    query: z.object({ companyId: id.optional() }),
    data: z.array(ProjectRow),
  },
  getSubareaTree: {
    method: 'GET',
    path: '/Subarea/GetSubareaTree',
    effect: 'read',
    access: 'session',
    summary: { zh: '分区、项目与区域树', en: 'Tree of partitions, projects and areas' },
    query: z.object({ companyId: id.optional() }),
    data: z.array(SubareaNode),
  },
});
