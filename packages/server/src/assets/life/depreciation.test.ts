import { expect, test } from 'vitest';
import { depreciation } from './depreciation.ts';

test('is straight-line from the month after installation, down to 5 % of the price, to the fen', () => {
  // 28,000 yuan over twelve years: 26,600 in all.
  const at = (today: string) => depreciation(2_800_000n, 144, '2026-01-31', today);
  expect(at('2026-01-31')).toEqual({ monthly: 0n, accumulated: 0n, bookValue: 2_800_000n, monthsLeft: 144 });
  expect(at('2026-02-01')).toMatchObject({ monthly: 18_472n, accumulated: 18_472n, monthsLeft: 143 });
  expect(at('2038-01-15')).toMatchObject({ accumulated: 2_660_000n, bookValue: 140_000n, monthsLeft: 0 });
  expect(at('2038-01-15').monthly).toBeGreaterThan(0n);
  // After the last month nothing more is written off.
  expect(at('2038-02-01')).toMatchObject({ monthly: 0n, accumulated: 2_660_000n, monthsLeft: 0 });
  expect(at('2051-06-01')).toMatchObject({ monthly: 0n, accumulated: 2_660_000n, monthsLeft: 0 });
  // Not installed yet, as somebody wrote it.
  expect(at('2025-12-01')).toMatchObject({ accumulated: 0n, monthsLeft: 144 });
});

test('the months add up to the whole, each rounded to the fen', () => {
  for (const [amount, life] of [
    [100n, 7],
    [999_999n, 13],
    [1n, 1200],
  ] as const) {
    let sum = 0n;
    for (let month = 1; month <= life; month++) {
      const year = 2026 + Math.floor(month / 12);
      const today = `${year}-${String((month % 12) + 1).padStart(2, '0')}-15`;
      sum += depreciation(amount, life, '2026-01-01', today).monthly;
    }
    expect(sum).toBe(amount - (amount * 500n) / 10_000n);
  }
});
