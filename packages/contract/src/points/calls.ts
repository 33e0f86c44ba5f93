import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, idList } from '../scalars.ts';
import { pointImportCalls } from './pointImportCalls.ts';
import { pointListCalls } from './pointListCalls.ts';
import { pointSetupCalls } from './pointSetupCalls.ts';
import { pointTypeCalls } from './pointTypeCalls.ts';
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
    query: z.object({ pointIds: idList, ProjectId: id.optional().describe('none: those of the points') }),
    data: z.array(PointValue),
  },
});

/** Points: what they say, what they are, what they serve. */
export const pointCalls = {
  ...pointImportCalls,
  ...pointListCalls,
  ...pointSetupCalls,
  ...pointTypeCalls,
  ...pointValueCalls,
};
