import { expect, test } from 'vitest';
import { turnsOf } from './dutyPlan.ts';
import { type Shift, standIn } from './onDuty.ts';
import { type QuietHours, quietUntil } from './quietUntil.ts';

const timeZone = 'Asia/Shanghai';

test('a night is one turn, in two parts where midnight changes who stands in; every second week leaves the other out', () => {
  const night: Shift = {
    userId: 1,
    weekdays: [7],
    from: 20 * 60,
    until: 8 * 60,
    everyWeeks: 2,
    firstWeek: '2026-11-16',
    onHolidays: 'alike',
  };
  const inWords = (absences: Parameters<typeof turnsOf>[2]['absences'], day = '2026-11-22') =>
    turnsOf([night], [day], { kinds: new Map(), absences, timeZone, projectId: 7, maySee: () => true }).map(
      ({ day: on, fromClock, untilClock, who }) => `${on} ${fromClock}–${untilClock} ${who}`,
    );
  expect(inWords([])).toEqual(['2026-11-22 20:00–08:00 1']);
  const monday = { userId: 1, fromDay: '2026-11-23', untilDay: '2026-11-23', substituteId: 2, projectIds: null };
  expect(inWords([monday])).toEqual(['2026-11-22 20:00–24:00 1', '2026-11-23 00:00–08:00 2']);
  expect(inWords([], '2026-11-29')).toEqual([]);
});

test('a substitute who may not see the alarm passes it on to nobody: the person on leave is notified', () => {
  const days = { fromDay: '2026-11-23', untilDay: '2026-11-29', projectIds: null };
  const absences = [
    { ...days, userId: 1, substituteId: 2 },
    { ...days, userId: 2, substituteId: 3 },
    { ...days, userId: 4, substituteId: null },
    { ...days, userId: 5, substituteId: 6, projectIds: [8] },
  ];
  const asked = (userId: number, seeing: readonly number[], day = '2026-11-24') =>
    standIn(userId, absences, { projectId: 7, day, maySee: (id) => seeing.includes(id) });
  expect(asked(1, [3])).toEqual({ who: 3, passedOver: null });
  // Sight is not asked for of a substitute who is on leave too.
  expect(asked(1, [1, 2])).toEqual({ who: 1, passedOver: 3 });
  expect(asked(1, [], '2026-11-30')).toEqual({ who: 1, passedOver: null });
  expect(asked(4, [4])).toEqual({ who: null, passedOver: null });
  expect(asked(5, [5, 6])).toEqual({ who: 5, passedOver: null });
});

test('quiet hours delay SMS and calls of the chosen levels until they end, never urgent ones, nor mail', () => {
  const quiet: QuietHours = { weekdays: [7], from: 22 * 60, until: 7 * 60, severities: [2, 3] };
  /** Monday, two in the morning: the night of Sunday. */
  const at = Date.UTC(2026, 10, 22, 18);
  const until = (severity: number, channel = 'sms', when = at) =>
    quietUntil(quiet, { channel, severity, at: when, timeZone });
  expect([1, 2, 3, 4].map((severity) => until(severity))).toEqual([
    null,
    Date.UTC(2026, 10, 22, 23),
    Date.UTC(2026, 10, 22, 23),
    null,
  ]);
  expect([until(2, 'voice'), until(2, 'email'), until(2, 'sms', at + 86_400_000)]).toEqual([
    Date.UTC(2026, 10, 22, 23),
    null,
    null,
  ]);
});

test('quiet hours that end in the hour that comes twice in autumn last until its second end, and delay nothing after it', () => {
  const quiet: QuietHours = { weekdays: [6], from: 22 * 60, until: 2 * 60 + 30, severities: [2] };
  /** Clocks in Berlin go back from 03:00 to 02:00 at 01:00 UTC. */
  const utc = (hour: number, minute: number) => Date.UTC(2026, 9, 25, hour, minute);
  const until = (at: number) => quietUntil(quiet, { channel: 'sms', severity: 2, at, timeZone: 'Europe/Berlin' });
  expect([utc(0, 10), utc(0, 40), utc(1, 10), utc(1, 30)].map(until)).toEqual([utc(0, 30), null, utc(1, 30), null]);
});
