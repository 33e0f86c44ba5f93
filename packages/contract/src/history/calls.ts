import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { chosenIds, epochMs, flag, id, integer, localMoment } from '../scalars.ts';

/** Spec §9: at most ten points on a curve. */
export const curvePointLimit = 10;
/** Raw samples and changes of states in one reply: ten points of a week with a sample every ten seconds fit. */
export const maxCurveValues = 700_000;

export const CurveSample = z.object({
  /** Measured time, or the start of the bucket; epoch milliseconds. */
  Time: z.number().int(),
  /** Raw: the value. Bucket: the time-weighted average. Null: bad quality or a gap, drawn as a gap. */
  Value: z.number().nullable(),
  Min: z.number().optional().describe('of a bucket in which a value held; samples are many, so nothing is said twice'),
  Max: z.number().optional().describe('like Min'),
  Temperature: z
    .number()
    .nullable()
    .optional()
    .describe(
      'outside of the project in that hour, °C; null: not known; absent: the project keeps none, or none was asked for',
    ),
  Uncertain: z
    .string()
    .optional()
    .describe(
      'of a sample as measured, or a change of a state: why its value may not be trusted: lateAnswerPossible, lineTakenOver, clockSkew …; absent: it is good',
    ),
  Bad: z
    .string()
    .optional()
    .describe('why there is no value although something was delivered: timeout, sensorFault …; of a bucket only `bad`'),
});

const limits = {
  UpperLimit: z.number().nullable(),
  LowerLimit: z.number().nullable(),
  SuperUpperLimit: z.number().nullable(),
  SuperLowerLimit: z.number().nullable(),
};

/** What a point is, and what its values over a range come to. */
const pointOverRange = {
  PointId: z.number().int(),
  PointName: z.string(),
  DeviceName: z.string().nullable().describe('of the first device it serves that the caller may see'),
  PointType: z.number().int().describe('0 analog, 1 state'),
  PointTypeName: z.string(),
  Unit: z.string(),
  UnitMap: z.array(z.object({ Key: z.number(), Value: z.string() })),
  Decimals: z.number().int(),
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
      'how much of KnownMs exceeded the inner limits that were in force then, counted from every sample at any interval; null without limits',
    ),
  /** Those in force at the end of the range, by the hours of their rules. */
  ...limits,
  LimitList: z
    .array(z.object({ FromEpoch: epochMs, ToEpoch: epochMs, ...limits }))
    .optional()
    .describe('by time, where limits hold at certain hours only; absent: the same over the whole range'),
};

/** Somebody changed what is recorded, by hand; or it was computed again from late inputs; or it was recorded rounded. */
export const HistoryCorrection = z.object({
  Kind: z
    .enum(['filled', 'erased', 'rounded', 'recomputed'])
    .describe(
      'rounded: until ToEpoch values were kept rounded to the decimals of their point; recomputed: values of a computed point replaced, because inputs came late; both by nobody',
    ),
  Epoch: epochMs.describe('when that was done'),
  FromEpoch: epochMs.describe('of the stretch of history concerned'),
  ToEpoch: epochMs.describe('its end, not included'),
  Count: z.number().int().describe('how many values were filled in, erased or replaced; 0 of rounded ones'),
  By: z.string().nullable(),
  Reason: z.string().nullable(),
});
export type HistoryCorrection = z.infer<typeof HistoryCorrection>;

export const Curve = z.object({
  ...pointOverRange,
  DataList: z.array(CurveSample),
  CorrectionList: z
    .array(HistoryCorrection)
    .optional()
    .describe('what was changed by hand within the range, by the time of the change; absent: nothing'),
});
export type Curve = z.infer<typeof Curve>;

export const PointStatistic = z.object({
  ...pointOverRange,
  Count: z.number().int().nullable().describe('good and uncertain samples of an analog point'),
  BadCount: z.number().int().nullable().describe('bad samples of an analog point'),
  StateList: z
    .array(z.object({ Key: z.number(), Value: z.string(), DurationMs: z.number(), Count: z.number().int() }))
    .describe(
      'of a state point: how long it was in each state, and how often it came into it; empty for analog points',
    ),
});
export type PointStatistic = z.infer<typeof PointStatistic>;

/** A state point of the device said that it was defrosting. */
export const DefrostSpan = z.object({
  ModelTreeId: z.number().int(),
  ModelTreeName: z.string(),
  FromEpoch: epochMs,
  ToEpoch: epochMs.nullable().describe('null: it goes on beyond the range'),
});
export type DefrostSpan = z.infer<typeof DefrostSpan>;

/** A point as it is picked for a curve or a download. */
export const PickedPoint = z.object({
  PointId: z.number().int(),
  PointName: z.string(),
  PointTypeId: z.number().int(),
  PointTypeName: z.string(),
  PointType: z.number().int().describe('0 analog, 1 state'),
  Unit: z.string(),
});
export type PickedPoint = z.infer<typeof PickedPoint>;

const ofPoints = id.optional().describe('none: that of the points');

export const historyCalls = defineCalls({
  getPointData: {
    method: 'GET',
    path: '/Device/GetPointData',
    refusalCode: 500,
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
    lent: true,
    summary: { zh: '点位历史曲线', en: 'History of up to ten points' },
    query: z.object({
      start: localMoment,
      end: localMoment,
      pointIdList: chosenIds,
      tmes: integer
        .pipe(z.number().min(0).max(1440))
        .describe(
          'interval in minutes; 0: raw. Intervals begin at round times of the project’s clocks, days at midnight',
        ),
      EdgeEpoch: integer
        .optional()
        .describe('intervals begin here and whole intervals away, all equally long: for curves laid over each other'),
      ProjectId: ofPoints,
      WithTemperature: flag.default(true).describe('false: without the temperature outside, as our own curves draw it'),
    }),
    data: z.array(Curve),
  },
  getPointStatisticData: {
    method: 'GET',
    path: '/Device/GetPointStatisticData',
    refusalCode: 500,
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
    summary: { zh: '点位历史统计', en: 'Statistics of up to ten points over a range' },
    query: z.object({ start: localMoment, end: localMoment, pointIdList: chosenIds, ProjectId: ofPoints }),
    data: z.array(PointStatistic),
  },
  getDefrostsOfPoints: {
    method: 'GET',
    path: '/Device/GetDefrostsOfPoints',
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
    summary: {
      zh: '点位所属设备的化霜时段',
      en: 'When the devices of points were defrosting, by device and beginning',
    },
    query: z.object({ start: localMoment, end: localMoment, pointIdList: chosenIds, ProjectId: ofPoints }),
    data: z.array(DefrostSpan),
  },
  getFreePoints: {
    method: 'GET',
    path: '/Device/GetFreePoints',
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
    summary: {
      zh: '项目点位（不属于任何设备）',
      en: 'Points of a project that serve no device, such as the weather and computed ones',
    },
    query: z.object({ ProjectId: id }),
    data: z.array(PickedPoint),
  },
});
