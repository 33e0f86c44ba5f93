import type { PassengerFlow } from '@watchpost/contract';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { manualClock } from '../platform/clock.ts';
import { startOfDay } from '../platform/zonedTime.ts';
import { makeCall, startTestApplication, type TestApplication } from '../testing/application.ts';
import { measure } from '../testing/equippedCompany.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject, limitMember } from '../testing/factories.ts';
import { tokenFor } from '../testing/tokenFor.ts';
import { increaseOf } from './increaseOf.ts';
import { presentFlow } from './present.ts';

describe('what a register counted', () => {
  it('is the rise of its values', () => expect(increaseOf(null, [10, 12, 12, 20])).toMatchObject({ count: 10 }));
  it('goes on over a register that is full', () =>
    expect(increaseOf(65_530, [4])).toEqual({ count: 10, resets: 0, end: 4 }));
  it('begins again at zero after a reset', () =>
    expect(increaseOf(5000, [3, 8])).toEqual({ count: 8, resets: 1, end: 8 }));
  it('is nothing where a register was corrected a little', () =>
    expect(increaseOf(5000, [4990, 4995])).toEqual({ count: 5, resets: 0, end: 4995 }));
  it('takes no harm from one false zero', () =>
    expect(increaseOf(5000, [5010, 0, 5020])).toEqual({ count: 20, resets: 0, end: 5020 }));
});

describe('on days on which clocks change', () => {
  const berlin = 'Europe/Berlin';
  /** One person each hour of a day, but for the hours left out. */
  const flowOf = (day: string, { without: leftOut = [] as string[] } = {}) => {
    const [from, to] = [startOfDay(day, berlin).getTime(), startOfDay(day, berlin, 1).getTime()];
    const hours = new Map<number, number>();
    for (let at = from; at < to; at += 3_600_000)
      if (!leftOut.includes(new Date(at).toISOString().slice(11, 13))) hours.set(at, 1);
    const device = { device_id: 1, name: 'Main', name_en: null, area_id: null, area_name: null, area_name_en: null };
    const counted = { device: device as never, in: { hours, gaps: [], resets: 0 }, out: null };
    return presentFlow([counted], { from: day, days: 1, timeZone: berlin, now: to + 3_600_000 }, 'en');
  };
  const hourOf = ({ MatrixList }: PassengerFlow, hour: number) =>
    MatrixList.find(({ Weekday, Hour }) => Weekday === 7 && Hour === hour)!;

  it('a day of 23 hours is known when each of them is', () => {
    const flow = flowOf('2026-03-29');
    expect(flow.DayList).toEqual([{ Day: '2026-03-29', In: 23, Out: null, KnownPercent: 100 }]);
    expect(flow.CounterList[0]!.KnownPercent).toBe(100);
    // There was no hour from two to three; the last of the day is there.
    expect(hourOf(flow, 2)).toMatchObject({ In: null, Days: 0 });
    expect(hourOf(flow, 23)).toMatchObject({ In: 1, Days: 1 });
  });
  it('a day of 25 hours is not known while one is missing, and the hour that comes twice counts as one', () => {
    const whole = flowOf('2026-10-25');
    expect(whole.DayList).toEqual([{ Day: '2026-10-25', In: 25, Out: null, KnownPercent: 100 }]);
    expect(hourOf(whole, 2)).toMatchObject({ In: 1, Days: 1 });
    const flow = flowOf('2026-10-25', { without: ['01'] });
    expect(flow.DayList).toEqual([{ Day: '2026-10-25', In: 24, Out: null, KnownPercent: 96 }]);
    expect(flow.CounterList[0]!.KnownPercent).toBe(96);
    expect(hourOf(flow, 2)).toMatchObject({ In: null, Days: 0 });
  });
});

const minute = 60_000;
const hour = 60 * minute;
/** Wednesday, 25 November 2026, 00:00 in Shanghai. */
const midnight = Date.UTC(2026, 10, 24, 16);
const clock = manualClock(midnight);
let app: TestApplication;
let projectId: number;
let viewer: number;
let limited: number;
let without: number;
const points: number[] = [];

beforeAll(async () => {
  app = await startTestApplication({
    clock,
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      projectId = await aProject(db, companyId, { name: 'Store' });
      const gatewayId = await aGateway(db, projectId);
      const { id } = await db
        .selectFrom('device_class')
        .where('code', '=', 'peopleCounter')
        .select('id')
        .executeTakeFirstOrThrow();
      const devices: number[] = [];
      for (const name of ['Main', 'Side']) {
        const deviceId = await aDevice(db, projectId, { name });
        devices.push(deviceId);
        await db.updateTable('device').set({ device_class_id: id }).where('id', '=', deviceId).execute();
        for (const way of ['in', 'out'])
          points.push(await aPoint(db, gatewayId, { deviceId, name: `${name} ${way}`, unit: '人次', decimals: 0 }));
      }
      viewer = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
      without = await aMember(db, companyId, projectId, { permissions: ['alarmManage'] });
      limited = await aMember(db, companyId, projectId, { permissions: ['monitorView'] });
      await limitMember(db, limited, projectId, { deviceIds: [devices[1]!] });
    },
  });
});
afterAll(() => app.stop());

const ask = async (userId: number, start: string, end: string) => {
  const token = await tokenFor(app.database.db, userId, clock);
  const query = { projectId, start, end };
  const { status, envelope } = await makeCall(app.url, 'getPassengerFlow', { query }, { token, language: 'en' });
  return { status, message: envelope.Message, data: envelope.Data as PassengerFlow };
};
/** A register each minute between two moments, so many a minute. */
const counts = async (pointId: number, from: number, to: number, begin: number, each: number, size = 1e12) => {
  clock.set(Math.max(clock.now(), to));
  const steps = Math.round((to - from) / minute);
  await measure(
    app.application,
    Array.from({ length: steps + 1 }, (_, i) => ({
      pointId,
      at: from + i * minute,
      value: (begin + i * each) % size,
    })),
  );
};

test('counts by day, hour and counter, over a roll-over, a reset and a gap', async () => {
  // A week before: 1 a minute from 08:00 to 12:00, both doors.
  const before = midnight - 7 * 24 * hour;
  for (const index of [0, 2]) await counts(points[index]!, before, before + 8 * hour, 1000, 0);
  await counts(points[0]!, before + 8 * hour, before + 12 * hour, 1000, 1);
  await counts(points[2]!, before + 8 * hour, before + 12 * hour, 1000, 1);
  // Today the main door counts 2 a minute from 08:00 and rolls over; the side door is reset at 09:30.
  await counts(points[0]!, midnight, midnight + 8 * hour - minute, 65_400, 0);
  await counts(points[0]!, midnight + 8 * hour, midnight + 10 * hour, 65_400, 2, 65_536);
  await counts(points[1]!, midnight + 8 * hour, midnight + 10 * hour, 50, 1);
  await counts(points[2]!, midnight, midnight + 9.5 * hour - minute, 30_000, 0);
  await counts(points[2]!, midnight + 9.5 * hour, midnight + 10 * hour, 5, 0);
  // What is measured at 10:00 is of the hour that begins.
  clock.set(midnight + 10 * hour);

  const { status, data } = await ask(viewer, '2026-11-18', '2026-11-25');
  expect(status).toBe(200);
  expect(data.CounterList.map(({ MName, Resets }) => [MName, Resets])).toEqual([
    ['Main', 0],
    ['Side', 1],
  ]);
  const [first, today] = [data.DayList[0]!, data.DayList.at(-1)!];
  expect(first).toMatchObject({ Day: '2026-11-18', In: 480 });
  expect(first.KnownPercent).toBeLessThan(60);
  expect(today).toMatchObject({ Day: '2026-11-25', In: 238 + 5, Out: 119, KnownPercent: 100 });
  expect(data.DayList[3]).toEqual({ Day: '2026-11-21', In: null, Out: null, KnownPercent: 0 });
  expect(data.Today).toMatchObject({ Hours: 10, ComparedIn: 243, UsualIn: 238, UsualDays: 1 });
  const nine = data.MatrixList.find(({ Weekday, Hour }) => Weekday === 3 && Hour === 9)!;
  expect(nine.Days).toBe(2);
  // Counted between the two weeks, while nothing was heard: of no day.
  expect(data.UnplacedIn).toBe(65_400 - 1240 + 30_000 - 1240);
});

test('shows only counters that the member may see, and asks for the right', async () => {
  const { data } = await ask(limited, '2026-11-25', '2026-11-25');
  expect(data.CounterList.map(({ MName }) => MName)).toEqual(['Side']);
  expect((await ask(without, '2026-11-25', '2026-11-25')).status).toBe(403);
});

test('refuses days it cannot answer', async () => {
  expect((await ask(viewer, '2026-11-25', '2026-11-24')).message).toContain('must not be after the last');
  expect((await ask(viewer, '2026-12-25', '2026-12-26')).message).toContain('today');
  expect((await ask(viewer, '2026-06-01', '2026-11-24')).message).toContain('93');
});
