import { expect, test } from 'vitest';
import { basicQuantity, powerFactorAdjustment, powerFactorOf } from './bill.ts';

test('the power factor of a month has two decimals, half up', () => {
  expect(powerFactorOf(0, 5)).toBeNull();
  expect(powerFactorOf(1000, 0)).toBe(100);
  expect(powerFactorOf(3000, 4000)).toBe(60);
  // 0.8950 of 1: √(1 − 0.895²).
  expect(powerFactorOf(895_000, 446_065)).toBe(90);
  expect(powerFactorOf(894_000, 448_066)).toBe(89);
});

test('a bill is adjusted as the rule of 1983 lists it', () => {
  const table = {
    90: {
      100: -75,
      95: -75,
      94: -60,
      91: -15,
      90: 0,
      89: 50,
      80: 500,
      70: 1000,
      69: 1100,
      65: 1500,
      64: 1700,
      50: 4500,
    },
    85: { 94: -110, 90: -50, 91: -65, 86: -10, 85: 0, 84: 50, 65: 1000, 64: 1100, 60: 1500, 59: 1700 },
    80: { 92: -130, 91: -115, 90: -100, 81: -10, 80: 0, 79: 50, 60: 1000, 59: 1100, 55: 1500, 54: 1700 },
  } as const;
  for (const [standard, rows] of Object.entries(table))
    for (const [factor, hundredths] of Object.entries(rows))
      expect([standard, factor, powerFactorAdjustment(Number(standard) as 90, Number(factor))]).toEqual([
        standard,
        factor,
        hundredths,
      ]);
});

test('the basic fee counts capacity, contract or measured demand; twice what exceeds 105 % of the contract', () => {
  const terms = { capacityVa: 800_000, contractW: 400_000 };
  expect(basicQuantity({ ...terms, basicFee: 'capacity' }, 500_000)).toBe(800_000);
  expect(basicQuantity({ ...terms, basicFee: 'contractDemand' }, 419_000)).toBe(400_000);
  expect(basicQuantity({ ...terms, basicFee: 'contractDemand' }, 430_000)).toBe(420_000);
  expect(basicQuantity({ ...terms, basicFee: 'actualDemand' }, 310_000)).toBe(310_000);
  expect(basicQuantity({ ...terms, basicFee: 'actualDemand' }, null)).toBeNull();
});
