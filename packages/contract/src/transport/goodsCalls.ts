import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs, id } from '../scalars.ts';

const temperatureLines = z.array(z.array(z.object({ Time: epochMs, Value: z.number() })));
/** How warm the goods of a waybill probably are, beside the air that its tags measure. An estimate; no alarm follows from it. */
export const GoodsEstimate = z.object({
  WaybillId: z.number().int(),
  WaybillNumber: z.string(),
  LagMinutes: z
    .number()
    .int()
    .nullable()
    .describe('null: the lag behind the air is not entered, so there is no estimate'),
  Low: z.number().nullable(),
  High: z.number().nullable(),
  ForecastEpoch: epochMs.nullable().describe('what the forecast is for; null: the waybill is closed'),
  IsArrival: z.boolean().describe('that is the planned arrival; else an hour from now'),
  TagList: z.array(
    z.object({
      TagSn: z.string(),
      TagName: z.string(),
      Place: z.string(),
      FromEpoch: epochMs.describe('where the estimate begins, at the temperature of the air'),
      NewestEpoch: epochMs,
      Air: z.number().describe('newest, °C'),
      Goods: z.number().describe('at the same time'),
      GoodsLowest: z.number(),
      GoodsHighest: z.number(),
      GoodsBeyondMs: z
        .number()
        .int()
        .nullable()
        .describe('beyond the limits of the temperature range; null without limits'),
      Forecast: z
        .object({
          Goods: z.number(),
          Coldest: z.number(),
          Warmest: z.number(),
          Air: z.number().describe('mean of the last hour, in which it is taken to stay'),
          LimitEpoch: epochMs.nullable().describe('when the goods would pass a limit in it'),
        })
        .nullable()
        .describe('null: closed, or no fresh reading'),
      AirCurve: temperatureLines.describe('lines without a gap, thinned'),
      GoodsCurve: temperatureLines,
    }),
  ),
});
export type GoodsEstimate = z.infer<typeof GoodsEstimate>;

export const goodsCalls = defineCalls({
  getGoodsEstimate: {
    method: 'GET',
    path: '/Device/GetGoodsEstimate',
    effect: 'read',
    access: ['monitorView', 'waybillEdit'],
    summary: {
      zh: '货物温度估计与到达预测',
      en: 'An estimate of how warm the goods of a waybill are, and will be on arrival',
    },
    query: z.object({ waybillId: id }),
    data: GoodsEstimate,
  },
});
