import { expect, test } from 'vitest';
import { fillText, Refusal } from '../../platform/http/refusal.ts';
import { curveRange } from './curveRange.ts';

const now = Date.UTC(2026, 10, 21, 4); // 12:00 in Shanghai
const ask = {
  start: '2026-11-21 00:00:00',
  end: '2026-11-21 12:00:00',
  tmes: 2,
  pointCount: 1,
  timeZone: 'Asia/Shanghai',
  now,
};

/** What the caller reads, in both languages. */
function refusalOf(changes: Partial<typeof ask>): { zh: string; en: string } {
  try {
    curveRange({ ...ask, ...changes });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.entry.code).toBe(400);
    return { zh: fillText(error.entry, 'zh', error.parameters), en: fillText(error.entry, 'en', error.parameters) };
  }
  throw new Error('It was allowed.');
}

test('local times are read in the zone of the project', () => {
  expect(curveRange(ask)).toEqual({ from: Date.UTC(2026, 10, 20, 16), to: now, intervalMinutes: 2 });
  const london = curveRange({ ...ask, timeZone: 'Europe/London', end: '2026-11-21 03:00:00' });
  expect(london.from).toBe(Date.UTC(2026, 10, 21));
});

test('the second of two equal hours is asked for by its offset', () => {
  const night = { start: '2025-10-26 02:30:00', end: '2025-10-26T02:30+01:00', timeZone: 'Europe/Berlin' };
  expect(curveRange({ ...ask, ...night })).toMatchObject({
    from: Date.UTC(2025, 9, 26, 0, 30),
    to: Date.UTC(2025, 9, 26, 1, 30),
  });
  expect(refusalOf({ start: '2026-09-31 00:00+01:00' }).en).toBe('Check your input: 2026-09-31 00:00+01:00');
});

test('exactly two years are allowed, a leap day included, and a day more is not', () => {
  const twoYears = { ...ask, start: '2024-11-21 12:00:00', tmes: 240 };
  expect(curveRange(twoYears).from).toBe(Date.UTC(2024, 10, 21, 4));
  const leap = { ...twoYears, start: '2024-02-28 12:00:00', end: '2026-02-28 12:00:00' };
  expect(curveRange(leap).to - curveRange(leap).from).toBe(731 * 86_400_000);
  expect(refusalOf({ ...twoYears, start: '2024-11-19 12:00:00' })).toEqual({
    zh: '最大查询范围为两年',
    en: 'The maximum query range is two years.',
  });
});

test.each([
  ['begins after it ends', { start: '2026-11-21 12:00:00', end: '2026-11-21 00:00:00' }],
  ['is empty', { start: '2026-11-21 12:00:00', end: '2026-11-21 12:00:00' }],
])('a range that %s is refused', (_name, changes) => {
  expect(refusalOf(changes)).toEqual({ zh: '开始时间必须早于结束时间', en: 'The start must be before the end.' });
});

test.each([
  ['start', '2026-09-31 00:00'],
  ['end', '2026-02-30 00:00:00'],
])('a %s on a day that does not exist is named as such', (field, local) => {
  expect(refusalOf({ [field]: local })).toEqual({ zh: `输入有误：${local}`, en: `Check your input: ${local}` });
});

test('the future cannot be asked for; a client whose clock runs five minutes ahead is forgiven', () => {
  expect(curveRange({ ...ask, end: '2026-11-21 12:05:00' }).to).toBe(now + 300_000);
  const refused = { zh: '不能查询未来的时间', en: 'Future dates cannot be queried.' };
  expect(refusalOf({ end: '2026-11-21 12:06:00' })).toEqual(refused);
  expect(refusalOf({ start: '2026-11-21 12:01:00', end: '2026-11-21 12:02:00' })).toEqual(refused);
});

test.each([
  [7, 2],
  [8, 10],
  [30, 10],
  [31, 30],
  [90, 30],
  [91, 60],
  [182, 60],
  [183, 120],
  [365, 120],
  [366, 240],
])('over %i days the finest interval is %i minutes, and the refusal names it', (days, minutes) => {
  const start = new Date(now - days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  expect(curveRange({ ...ask, start, tmes: minutes }).intervalMinutes).toBe(minutes);
  expect(refusalOf({ start, tmes: minutes - 1 })).toEqual({
    zh: `查询超出限制：该时间范围的间隔至少为 ${minutes} 分钟`,
    en: `Query range exceeds limit: this range needs an interval of at least ${minutes} minutes.`,
  });
});

test('raw data is given for a week and no longer', () => {
  expect(curveRange({ ...ask, start: '2026-11-14 12:00:00', tmes: 0 }).intervalMinutes).toBe(0);
  expect(refusalOf({ start: '2026-11-13 12:00:00', tmes: 0 }).en).toContain('at least 10 minutes');
});

test('a week in which the clocks are turned back is still a week', () => {
  const week = { start: '2025-10-20 00:00:00', end: '2025-10-27 00:00:00', timeZone: 'Europe/Berlin', tmes: 2 };
  const { from, to } = curveRange({ ...ask, ...week });
  expect(to - from).toBe(7 * 86_400_000 + 3_600_000);
});

test('a curve takes ten points', () => {
  expect(curveRange({ ...ask, pointCount: 10 }).intervalMinutes).toBe(2);
  expect(refusalOf({ pointCount: 11 })).toEqual({
    zh: '曲线最多选择 10 个点位',
    en: 'A curve takes at most 10 points.',
  });
});
