import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { say } from '../inputWords.ts';
import { id } from '../scalars.ts';
import { dashboardParts } from './parts.ts';

const parts = z
  .array(z.enum(dashboardParts))
  .max(dashboardParts.length)
  .refine((list) => new Set(list).size === list.length, {
    error: say({ zh: '同一部件只能出现一次', en: 'Each part only once' }),
  });

/** Which parts of a dashboard stand where; parts that it does not name follow as usual. */
export const DashboardLayout = z.object({ Order: parts, Hidden: parts });
export type DashboardLayout = z.infer<typeof DashboardLayout>;

export const dashboardCalls = defineCalls({
  getDashboardDefault: {
    method: 'GET',
    path: '/Dashboard/GetDefault',
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
    summary: { zh: '项目看板的默认布局', en: 'How a project arranges the dashboard for everybody' },
    query: z.object({ projectId: id }),
    data: z.object({ Layout: DashboardLayout.nullable().describe('null: as usual for the industry') }),
  },
  saveDashboardDefault: {
    method: 'POST',
    path: '/Dashboard/SaveDefault',
    effect: 'write',
    access: ['projectConfig'],
    encoding: 'json',
    summary: { zh: '设置项目看板的默认布局', en: 'Arrange the dashboard of a project for everybody' },
    body: z.object({ ProjectId: id, Layout: DashboardLayout.nullable().describe('null: as usual again') }),
    data: z.null(),
  },
});
