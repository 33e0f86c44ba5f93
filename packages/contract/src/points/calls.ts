import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, idList, page, pageOf, searchText } from '../scalars.ts';
import { PointValue } from './wire.ts';

/** What points say now. */
export const pointValueCalls = defineCalls({
  /** Present values; the realtime channel carries the changes, this call is the poll behind it. */
  getPointRealTimeData: {
    method: 'GET',
    path: '/Device/GetPointRealTimeData',
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
    summary: { zh: '点位实时数据', en: 'Present values of points' },
    query: z.object({ pointIds: idList, ProjectId: id }),
    data: z.array(PointValue),
  },
  queryPointRead: {
    method: 'POST',
    path: '/Model/QueryPointRead',
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
    encoding: 'json',
    summary: { zh: '设备点位列表', en: 'Points of a device with present values' },
    body: z.object({ ProjectId: id, mtid: id.optional(), name: searchText, ...page }),
    data: pageOf(PointValue),
  },
});

/** Points: what they say, what they are, what they serve. */
export const pointCalls = {
  ...pointValueCalls,
};
