import { expect, test } from 'vitest';
import { weaknessOf } from './weakPassword.ts';

const nobody = { account: null, mobile: null };

test.each([
  '12345678',
  'password',
  'PassWord',
  'iloveyou',
  '88888888',
  'abcdabcd',
  'hgfedcba',
  'woaini1314',
  'P@ssw0rd',
  'Admin@123',
  'Pass@123',
  'Qwerty@123',
  'Huawei@123',
  'Huawei2026!',
  'Aa112233',
  '5201314a',
])('%s is what attackers try first', (password) => expect(weaknessOf(password, nobody)).not.toBeNull());

test.each(['Right_1234', 'tiefkuehl7', 'A1_~!@#$%^&*2345', 'Huawei-cold-1', 'wangwei1987'])('%s is taken', (password) =>
  expect(weaknessOf(password, nobody)).toBeNull(),
);

test('the account and the phone number are no passwords, whatever the case of the letters', () => {
  const names = { account: 'LinYuqing', mobile: '13900000001' };
  expect(weaknessOf('linyuqing', names)).not.toBeNull();
  expect(weaknessOf('13900000001', names)).not.toBeNull();
  expect(weaknessOf('linyuqing7', names)).toBeNull();
});
