import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { day, id } from '../scalars.ts';

/** Of one question: a quarter with its last day. */
export const footfallQueryDays = 93;
/** What counts people: the first point of a counter with this unit counts in, the second out. */
export const footfallUnit = '人次';

const whole = z.number().int();
const sums = {
  In: whole.nullable().describe('null: nothing is known'),
  Out: whole.nullable(),
  KnownPercent: z.number().describe('hours with readings, of the hours that are over'),
};

export const PassengerFlow = z.object({
  CounterList: z.array(
    z.object({
      Mtid: whole,
      MName: z.string(),
      LocationId: whole.nullable(),
      LocationName: z.string().nullable(),
      ...sums,
      Resets: whole.describe('times a register began again at zero; a roll-over is none'),
    }),
  ),
  DayList: z.array(z.object({ Day: z.string(), ...sums })).describe('every day asked for'),
  MatrixList: z
    .array(
      z.object({
        Weekday: whole.describe('1 Monday … 7 Sunday'),
        Hour: whole,
        In: z.number().nullable().describe('mean of the days on which this hour is known'),
        Days: whole,
      }),
    )
    .describe('7 × 24'),
  UnplacedIn: whole.describe('counted during gaps that pass midnight: of no day'),
  Today: z
    .object({
      Day: z.string(),
      In: whole.nullable(),
      Out: whole.nullable(),
      Hours: whole.describe('that are over'),
      ComparedIn: whole.nullable().describe('of the hours that are over'),
      UsualIn: z.number().nullable().describe('median of the same hours of the same weekday'),
      UsualDays: whole,
      HourList: z.array(z.object({ Hour: whole, In: whole.nullable(), UsualIn: z.number().nullable() })),
    })
    .nullable()
    .describe('null: today was not asked for'),
});
export type PassengerFlow = z.infer<typeof PassengerFlow>;

export const footfallCalls = defineCalls({
  getPassengerFlow: {
    method: 'GET',
    path: '/Passenger/GetPassengerFlow',
    effect: 'read',
    access: ['monitorView', 'monitorEdit'],
    summary: { zh: '客流统计', en: 'Visitors of a project by day, hour and counter' },
    query: z.object({ projectId: id, start: day, end: day.describe('included') }),
    data: PassengerFlow,
  },
});
