import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, idList, integer, localTime } from '../scalars.ts';

/** Spec §9: at most ten points on a curve. */
export const curvePointLimit = 10;

export const CurveSample = z.object({
  /** Measured time, or the start of the bucket; epoch milliseconds. */
  Time: z.number().int(),
  /** Raw: the value. Bucket: the time-weighted average. Null: bad quality or a gap, drawn as a gap. */
  Value: z.number().nullable(),
  Min: z.number().nullable(),
  Max: z.number().nullable(),
});

export const Curve = z.object({
  PointId: z.number().int(),
  PointName: z.string(),
  PointType: z.number().int().describe('0 analog, 1 state'),
  PointTypeName: z.string(),
  Unit: z.string(),
  UnitMap: z.array(z.object({ Key: z.number(), Value: z.string() })),
  Decimals: z.number().int(),
  DataList: z.array(CurveSample),
  Max: z.number().nullable(),
  Min: z.number().nullable(),
  /** Weighted by how long each value held. */
  Avg: z.number().nullable(),
  KnownMs: z
    .number()
    .nullable()
    .describe('how long a value held within the range, milliseconds; null for state points'),
  BeyondMs: z
    .number()
    .nullable()
    .describe(
      'how much of KnownMs lay beyond the inner limits, counted from every sample whatever the interval; null without limits',
    ),
  UpperLimit: z.number().nullable(),
  LowerLimit: z.number().nullable(),
  SuperUpperLimit: z.number().nullable(),
  SuperLowerLimit: z.number().nullable(),
});
export type Curve = z.infer<typeof Curve>;

export const historyCalls = defineCalls({
  getPointData: {
    method: 'GET',
    path: '/Device/GetPointData',
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
    summary: { zh: '点位历史曲线', en: 'History of up to ten points' },
    query: z.object({
      start: localTime,
      end: localTime,
      pointIdList: idList,
      tmes: integer.pipe(z.number().min(0).max(1440)).default(2).describe('interval in minutes; 0: raw'),
      ProjectId: id,
    }),
    data: z.array(Curve),
  },
});
