import { expect, test } from 'vitest';
import { changedSince, testsOfChange } from './changedTests.ts';

const there = new Set([
  'README.md',
  'tools/',
  'packages/contract/src/assets/',
  'packages/server/src/assets/',
  'packages/web/src/assets/',
  'packages/server/src/platform/',
  'packages/protocols/src/modbus/',
  'packages/server/src/config.test.ts',
  'packages/server/src/tls.test.ts',
]);
const testsOf = (...changed: string[]) => testsOfChange(changed, (name) => there.has(name));

test('a change of a feature asks for its tests in every layer, and for the checks of the whole', () => {
  const whole = ['packages/contract/src/assets/', 'packages/server/src/assets/', 'packages/web/src/assets/', 'tools/'];
  expect(testsOf('packages/web/src/assets/AssetsPage.tsx')).toEqual(whole);
  expect(testsOf('packages/contract/src/assets/calls.ts', 'packages/server/src/assets/deep/store.ts')).toEqual(whole);
});

test('a folder that only one package has is tested there', () => {
  expect(testsOf('packages/server/src/platform/mail/smtpMail.ts')).toEqual(['packages/server/src/platform/', 'tools/']);
  expect(testsOf('packages/protocols/src/modbus/frame.ts')).toEqual(['packages/protocols/src/modbus/', 'tools/']);
});

test('a file outside of features brings the test beside it, and a test itself', () => {
  expect(testsOf('packages/server/src/config.ts')).toEqual(['packages/server/src/config.test.ts', 'tools/']);
  expect(testsOf('packages/server/src/tls.test.ts')).toEqual(['packages/server/src/tls.test.ts', 'tools/']);
  expect(testsOf('README.md')).toEqual(['tools/']);
});

test('nothing changed, nothing to test', () => expect(testsOf()).toEqual([]));

test('a commit that is not there is told in the words of git', () => {
  expect(() => changedSince('.', 'no-such-commit')).toThrow(/no-such-commit/);
});
