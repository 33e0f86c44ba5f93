import { expect, test } from 'vitest';
import { expressionInWords, expressionOf, planOf } from './plan.ts';

test.each([
  ['0 22 * * *', '每天 22:00', 'Every day at 22:00'],
  ['30 6,22 * * *', '每天 06:30、22:30', 'Every day at 06:30 and 22:30'],
  ['0 22 * * 1-5', '每周一至周五 22:00', 'Monday to Friday at 22:00'],
  ['15 7 * * 1,3,7', '每周一、周三、周日 07:15', 'Monday, Wednesday and Sunday at 07:15'],
  ['0 8 1,15,L * *', '每月 1 日、15 日、最后一天 08:00', 'Day 1, day 15 and the last day of the month at 08:00'],
  ['0 8 L * *', '每月 最后一天 08:00', 'The last day of the month at 08:00'],
  ['*/15 * * * *', '每 15 分钟', 'Every 15 minutes'],
  ['0 * * * *', '每 1 小时', 'Every hour'],
  ['0 */6 * * *', '每 6 小时', 'Every 6 hours'],
  ['@sunset-15m', '日落前 15 分钟', '15 minutes before sunset'],
  ['@sunrise', '日出时', 'At sunrise'],
  ['@once 2026-12-31 18:00', '仅一次，2026-12-31 18:00', 'Once, 2026-12-31 18:00'],
])('%s is said in words, and clicks say it back', (expression, zh, en) => {
  expect([expressionInWords(expression, 'zh'), expressionInWords(expression, 'en')]).toEqual([zh, en]);
  const plan = planOf(expression)!;
  expect(planOf(expressionOf(plan))).toEqual(plan);
});

test.each([
  ['0 30 6 ? * MON-FRI', '30 6 * * 1,2,3,4,5'],
  ['0 0 22 * * SUN *', '0 22 * * 7'],
  ['0 22 * * 0,6', '0 22 * * 6,7'],
  ['0 22 ? * 1-7', '0 22 * * *'],
  ['@sunrise+00:30', '@sunrise+30m'],
  ['* * * * *', '* * * * *'],
])('%s means the same as %s', (written, chosen) => {
  expect(expressionOf(planOf(written)!)).toBe(chosen);
});

test.each([
  // Seconds, two minutes of an hour, months, years, patterns and either-or of days.
  ...['30 0 22 * * *', '0,30 22 * * *', '0 22 * 6 *', '0 0 22 * * * 2027', '0 22 1/3 * *', '0 22 1 * 1', '0 22 LW * *'],
  ...[
    '*/7 * * * *',
    '5 */2 * * *',
    '*/10 8-18 * * *',
    '0 22 * * 5#2',
    '0 22',
    'every night',
    '@once 2026-12-31 18:00:30',
  ],
  ...['0 22 32 * *', '0 24 * * *', '60 2 * * *', '0 5-2 * * *'],
])('%s stays an own expression', (expression) => {
  expect(planOf(expression)).toBe(null);
  expect(expressionInWords(expression, 'en')).toBe(`Own expression ${expression}`);
});
