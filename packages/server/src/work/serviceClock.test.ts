import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { epochOfLocal } from '../platform/zonedTime.ts';
import { clocksOf } from './clocksOf.ts';
import { afterService, dueOf, elapsedService, type ServiceCalendar, serviceTime } from './serviceClock.ts';

const hour = 3_600_000;
const working = (timeZone: string, dayKinds: [string, number][] = []): ServiceCalendar => ({
  name: 'working',
  timeZone,
  dayKinds: new Map(dayKinds),
});
const shanghai = (local: string): number => epochOfLocal(local, 'Asia/Shanghai')!;

describe('a target in working hours', () => {
  test('eight hours from Friday at 16:00 end on Monday at 14:00', () => {
    const from = shanghai('2026-11-20 16:00');
    expect(dueOf(working('Asia/Shanghai'), from, 8 * 3600, [])).toBe(shanghai('2026-11-23 14:00'));
  });

  test('paused from Friday 17:00 to Monday 09:00 they end on Monday at 16:00: one open hour passed before it, and one was paused on each day', () => {
    const from = shanghai('2026-11-20 16:00');
    const pause = { from: shanghai('2026-11-20 17:00'), until: shanghai('2026-11-23 09:00') };
    expect(dueOf(working('Asia/Shanghai'), from, 8 * 3600, [pause])).toBe(shanghai('2026-11-23 16:00'));
  });

  test('a pause at night costs nothing', () => {
    const from = shanghai('2026-11-23 16:00');
    const pause = { from: shanghai('2026-11-23 20:00'), until: shanghai('2026-11-24 06:00') };
    expect(dueOf(working('Asia/Shanghai'), from, 4 * 3600, [pause])).toBe(shanghai('2026-11-24 10:00'));
  });

  test('a holiday is no working day, and a Sunday that counts as a weekday is one', () => {
    const calendar = working('Asia/Shanghai', [
      ['2026-10-01', 8],
      ['2026-10-02', 8],
      ['2026-10-04', 1],
    ]);
    const from = shanghai('2026-09-30 17:00');
    expect(dueOf(calendar, from, 2 * 3600, [])).toBe(shanghai('2026-10-04 09:00'));
  });

  test('while a pause lasts nobody knows when it is due', () => {
    const from = shanghai('2026-11-23 09:00');
    expect(dueOf(working('Asia/Shanghai'), from, 4 * 3600, [{ from: from + hour, until: null }])).toBeNull();
  });
});

test('around the clock, 24 hours from noon before the clocks go back end at 11:00', () => {
  const calendar: ServiceCalendar = { name: 'always', timeZone: 'Europe/Berlin', dayKinds: new Map() };
  const from = epochOfLocal('2026-10-24 12:00', 'Europe/Berlin')!;
  expect(dueOf(calendar, from, 24 * 3600, [])).toBe(epochOfLocal('2026-10-25 11:00', 'Europe/Berlin'));
});

test('every working day has ten hours, also when the clocks change', () => {
  for (const day of ['2026-03-30', '2026-10-26'])
    expect(
      serviceTime(
        working('Europe/Berlin'),
        epochOfLocal(`${day} 00:00`, 'Europe/Berlin')!,
        epochOfLocal(`${day} 23:59`, 'Europe/Berlin')!,
      ),
    ).toBe(10 * hour);
});

describe('a calendar of one’s own', () => {
  const own = (timeZone: string, dayKinds: [string, number][] = []): ServiceCalendar => ({
    name: 'own',
    timeZone,
    dayKinds: new Map(dayKinds),
    hours: {
      windows: [
        { weekday: 5, from: 8 * 60, to: 12 * 60 },
        { weekday: 5, from: 20 * 60, to: 1440 },
        { weekday: 6, from: 0, to: 60 },
        { weekday: 8, from: 10 * 60, to: 11 * 60 },
      ],
      holidays: ['2026-12-04'],
    },
  });

  test('has several windows a day, to midnight and on from there', () => {
    const friday = shanghai('2026-11-27 11:00');
    expect(afterService(own('Asia/Shanghai'), friday, 2 * hour)).toBe(shanghai('2026-11-27 21:00'));
    expect(afterService(own('Asia/Shanghai'), friday, 5.5 * hour)).toBe(shanghai('2026-11-28 00:30'));
    expect(serviceTime(own('Asia/Shanghai'), friday, shanghai('2026-11-30 00:00'))).toBe(6 * hour);
  });

  test('has its holidays and those of the project, with hours of their own', () => {
    const thursday = shanghai('2026-12-03 12:00');
    expect(afterService(own('Asia/Shanghai'), thursday, hour / 2)).toBe(shanghai('2026-12-04 10:30'));
    expect(serviceTime(own('Asia/Shanghai', [['2026-12-07', 8]]), thursday, shanghai('2026-12-08 00:00'))).toBe(
      3 * hour,
    );
  });

  test('counts the hours that a day has when the clocks change', () => {
    const whole: ServiceCalendar = {
      ...own('Europe/Berlin'),
      hours: { windows: [{ weekday: 7, from: 0, to: 1440 }], holidays: [] },
    };
    const berlin = (local: string): number => epochOfLocal(local, 'Europe/Berlin')!;
    expect(serviceTime(whole, berlin('2026-10-25 00:00'), berlin('2026-10-26 00:00'))).toBe(25 * hour);
    expect(serviceTime(whole, berlin('2026-03-29 00:00'), berlin('2026-03-30 00:00'))).toBe(23 * hour);
  });
});

test('what is due after so much service time is due when so much has passed, in any zone, with any pauses in any order', () => {
  const begin = Date.UTC(2026, 2, 1);
  const stretch = fc
    .tuple(fc.integer({ min: 0, max: 10 * 24 * 60 }), fc.integer({ min: 1, max: 3 * 24 * 60 }))
    .map(([from, length]) => ({ from: begin + from * 60_000, until: begin + (from + length) * 60_000 }));
  fc.assert(
    fc.property(
      fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns'),
      fc.integer({ min: 0, max: 40 * 24 * 60 }),
      fc.integer({ min: 1, max: 100 * 60 }),
      fc.array(stretch, { maxLength: 4 }),
      (timeZone, offset, minutes, pauses) => {
        const calendar = working(timeZone);
        const from = begin + offset * 60_000;
        const due = dueOf(calendar, from, minutes * 60, pauses)!;
        expect(due).toBe(dueOf(calendar, from, minutes * 60, [...pauses].reverse()));
        const before = pauses.filter((pause) => pause.from < due);
        expect(elapsedService(calendar, from, due, before)).toBe(minutes * 60_000);
        expect(due).toBeGreaterThanOrEqual(afterService(calendar, from, minutes * 60_000));
      },
    ),
    { numRuns: 200 },
  );
});

describe('the clocks of an urgent order', () => {
  const submittedAt = shanghai('2026-11-24 08:16');
  const facts = {
    severity: 1 as const,
    targets: null,
    timeZone: 'Asia/Shanghai',
    dayKinds: new Map<string, number>(),
    submittedAt,
    acceptedAt: null,
    arrivedAt: null,
    finishedAt: null,
    completedAt: null,
    isRevoked: false,
    pauses: [],
  };

  test('run from the report: 15 minutes, 2 hours, 8 hours', () => {
    expect(clocksOf(facts, submittedAt).map(({ dueAt }) => dueAt)).toEqual([
      shanghai('2026-11-24 08:31'),
      shanghai('2026-11-24 10:16'),
      shanghai('2026-11-24 16:16'),
    ]);
  });

  test('met in time they are not missed; met late they stay missed', () => {
    const [inTime] = clocksOf({ ...facts, acceptedAt: shanghai('2026-11-24 08:21') }, submittedAt + hour);
    expect(inTime).toMatchObject({ state: 'met', breachedAt: null });
    const [late] = clocksOf({ ...facts, acceptedAt: shanghai('2026-11-24 08:32') }, submittedAt + hour);
    expect(late).toMatchObject({ state: 'met', breachedAt: shanghai('2026-11-24 08:31') });
  });

  test('a pause stops arrival and resolution, never the response', () => {
    const pauses = [{ from: submittedAt + 60_000, until: null, kind: null }];
    expect(clocksOf({ ...facts, pauses }, submittedAt + 120_000).map(({ state }) => state)).toEqual([
      'running',
      'paused',
      'paused',
    ]);
  });

  test('the resolution stands still while the repair waits to be accepted', () => {
    const finishedAt = shanghai('2026-11-24 10:36');
    const done = { ...facts, acceptedAt: submittedAt, arrivedAt: submittedAt, finishedAt };
    expect(clocksOf(done, shanghai('2026-11-25 12:00'))[2]).toMatchObject({ state: 'stopped', breachedAt: null });
    const pauses = [{ from: finishedAt, until: shanghai('2026-11-25 10:36'), kind: 'resolution' as const }];
    expect(clocksOf({ ...done, finishedAt: null, pauses }, shanghai('2026-11-25 11:00'))[2]).toMatchObject({
      state: 'running',
      dueAt: shanghai('2026-11-25 16:16'),
    });
  });

  test('revoking ends those that run', () => {
    const revoked = clocksOf({ ...facts, acceptedAt: submittedAt, isRevoked: true }, submittedAt + 24 * hour);
    expect(revoked.map(({ state }) => state)).toEqual(['met', 'cancelled', 'cancelled']);
  });
});
