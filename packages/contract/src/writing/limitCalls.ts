import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, page, pageOf, searchText } from '../scalars.ts';
import { WriteLimit, WriteLimitChange } from './fields.ts';

/** What may be written to a point, and when. */
export const limitCalls = defineCalls({
  getPointWriteLimit: {
    method: 'GET',
    path: '/Device/GetPointWriteLimit',
    effect: 'read',
    access: ['terminals', 'terminalsEdit', 'remoteWrite'],
    summary: { zh: '点位写入限制', en: 'Limits and interlock of writing a point' },
    query: z.object({ pointID: id }),
    data: WriteLimit,
  },
  updatePointWriteLimit: {
    method: 'POST',
    path: '/Device/UpdatePointWriteLimit',
    effect: 'write',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: {
      zh: '设置点位写入限制；未提供的内容保持不变',
      en: 'Set limits and interlock of writing a point; what is left out stays',
    },
    body: WriteLimitChange,
    data: z.null(),
  },
  getInterlockPoints: {
    method: 'POST',
    path: '/Device/GetInterlockPoints',
    effect: 'read',
    access: ['terminalsEdit'],
    encoding: 'json',
    summary: { zh: '可用于联锁的点位', en: 'Points an interlock of this point may look at: those of its project' },
    body: z.object({ PointId: id, Text: searchText, ...page }),
    data: pageOf(
      z.object({
        PointId: z.number().int(),
        PointName: z.string(),
        MName: z.string().nullable(),
        Unit: z.string(),
        UnitMap: z.array(z.object({ Key: z.number(), Value: z.string() })),
      }),
    ),
  },
});
