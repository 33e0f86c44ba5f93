import { expect, test } from 'vitest';
import { Carrier } from './Carrier.ts';

/** 1 November 2026, 00:00 in China. */
const monthBegins = Date.UTC(2026, 9, 31, 16);
const hourMs = 3_600_000;
const [plain, updating, silent] = ['89860426102590018801', '89860426102590018802', '89860426102590018806'] as const;
let now = monthBegins;
const carrier = new Carrier({ now: () => now });
const told = (number: string) => carrier.answer({ iccids: [number] }).cards[0];

test('what a card has used grows by the minute and begins anew with the month, and the day’s with the day', () => {
  now = monthBegins;
  expect(told(plain)).toMatchObject({ state: 'inUse', month: 0, day: 0, limit: 500 });
  let before = told(plain)!;
  for (let hour = 1; hour < 72; hour++) {
    now += hourMs;
    const after = told(plain)!;
    expect(after.month).toBeGreaterThan(before.month);
    if (hour % 24 > 1) expect(after.day).toBeGreaterThan(before.day);
    before = after;
  }
  expect(before.month).toBeGreaterThan(before.day * 2);
  expect(told(updating)).toMatchObject({ month: expect.closeTo(169, 0) });
  expect(told(silent)).toMatchObject({ state: 'silentPeriod', month: 0 });
});

test('a card that is stopped says so until it is released; a number of nobody is not told of', () => {
  const release = carrier.stopCard(plain);
  expect(told(plain)).toMatchObject({ state: 'shutdown' });
  release();
  expect(told(plain)).toMatchObject({ state: 'inUse' });
  expect(carrier.answer({ iccids: ['89860000000000000000'] })).toEqual({ cards: [] });
  expect(() => carrier.answer({})).toThrow('Expected');
});
