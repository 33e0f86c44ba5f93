import { expect, test } from 'vitest';
import { hiddenEmail, hiddenMobile, internationalMobile, mobileOf, mobileOfSender } from './phoneNumber.ts';

test.each([
  ['13900000001', '86', '13900000001'],
  ['139 0000 0001', '86', '13900000001'],
  ['+86 139-0000-0001', '86', '13900000001'],
  ['8613900000001', '86', '13900000001'],
  // A range so new that no library knows it.
  ['19100000001', '86', '19100000001'],
  ['0151 1234 5678', '49', '+4915112345678'],
  ['+49 (151) 12345678', '86', '+4915112345678'],
  ['15112345678', '49', '+4915112345678'],
  ['5123 4567', '852', '+85251234567'],
  ['(202) 555-0123', '1', '+12025550123'],
])('%s with dialling code %s is kept as %s', (text, region, kept) => {
  expect(mobileOf(text, region)).toBe(kept);
});

test.each([
  ['12345', '86'],
  ['02112345678', '86'],
  ['139000000012', '86'],
  ['1390000000', '86'],
  ['abc', '86'],
  ['', '86'],
  ['123', '49'],
  ['13900000001', '999'],
])('%j is no phone number with dialling code %s', (text, region) => {
  expect(mobileOf(text, region)).toBeNull();
});

test('a number is dialled with its country, and shown with its middle hidden', () => {
  expect(internationalMobile('13900000001')).toBe('+8613900000001');
  expect(internationalMobile('+4915112345678')).toBe('+4915112345678');
  expect(hiddenMobile('13900000001')).toBe('139****0001');
  expect(hiddenMobile('+4915112345678')).toBe('+49151****5678');
  expect(hiddenEmail('linyuqing@example.com')).toBe('l****@example.com');
});

test.each([
  '13900000001',
  '8613900000001',
  '008613900000001',
  '+8613900000001',
  '+86-139-0000-0001',
  '+86 139 0000 0001',
])('an answer from %s is from 13900000001', (sender) => expect(mobileOfSender(sender)).toBe('13900000001'));

test('an answer from abroad is known with and without the plus, and a short code is nobody’s', () => {
  expect(mobileOfSender('4915112345678')).toBe('+4915112345678');
  expect(mobileOfSender('+4915112345678')).toBe('+4915112345678');
  expect(mobileOfSender('10690')).toBeNull();
});
