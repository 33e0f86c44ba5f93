import { maintenanceErrors } from '@watchpost/contract';
import { expect, test } from 'vitest';
import { fillText } from './refusal.ts';

test('one thing is said as one, several as several, each number by itself', () => {
  const said = (n: number, m: number) => fillText(maintenanceErrors.teamHasWork, 'en', { n, m });
  expect(said(1, 1)).toBe('The team has 1 open order and 1 contract. Choose a successor.');
  expect(said(0, 2)).toBe('The team has 0 open orders and 2 contracts. Choose a successor.');
  expect(fillText(maintenanceErrors.teamHasWork, 'zh', { n: 1, m: 2 })).toBe(
    '该单位有1张未完成工单和2份合同，请选择接替单位',
  );
});

test('a name that differs by language is said in the language that is asked for; a place that nobody fills stays', () => {
  const entry = { zh: '{who}于{time}', en: '{who} at {time}' };
  expect(fillText(entry, 'en', { who: { zh: '林', en: 'Lin' } })).toBe('Lin at {time}');
});
