import { expect, test } from 'vitest';
import { weaknessOf } from './weakPassword.ts';

const nobody = { account: null, mobile: null, companies: [] };

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
  'passw0rd!',
  'p4$$w0rd1',
  'P@ssw0rd2026!',
  'Company123',
  'C0mp@ny2026',
  'sunshine1!',
  '19900101',
  '20261130',
])('%s is what attackers try first', (password) => expect(weaknessOf(password, nobody)).not.toBeNull());

test.each(['Right_1234', 'tiefkuehl7', 'A1_~!@#$%^&*2345', 'Huawei-cold-1', 'wangwei1987'])('%s is taken', (password) =>
  expect(weaknessOf(password, nobody)).toBeNull(),
);

const names = {
  account: 'LinYuqing',
  mobile: '13900000001',
  companies: ['华东冷链', 'Coldchain East', 'East China Foods 2'],
};

test.each([
  'linyuqing',
  '13900000001',
  'linyuqing7',
  'L1nyuq1ng!',
  '7linyuqing',
  'Coldchain2026',
  'C0ldch4in!',
  'coldchaineast1',
  'EastChina2026',
  'ChinaFoods!',
])('%s is no password of Lin Yuqing in the company Coldchain East', (password) => {
  expect(weaknessOf(password, names)).not.toBeNull();
});

test.each(['yuqing_cold_7x', 'ColdStoreWest77', 'linyuqing-and-I'])('%s is one', (password) => {
  expect(weaknessOf(password, names)).toBeNull();
});
