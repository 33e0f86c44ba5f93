import { expect, test } from 'vitest';
import { countPlaywright, countVitest, longestFiles, summaryLine, verdict } from './testCounts.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((result) => ({ status: result })),
});

test('tests are counted by their result', () => {
  const report = { testResults: [file('failed', 'passed', 'failed', 'skipped', 'todo'), file('passed', 'passed')] };
  expect(countVitest(report)).toEqual({ passed: 2, failed: 1, skipped: 2 });
});

test('a test file that does not load is a failure', () => {
  expect(countVitest({ testResults: [file('failed'), file('passed', 'passed')] })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  });
});

test('a journey that needed a second try is a failure', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 1 };
  expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 3, failed: 2, skipped: 1 });
});

test('a product that did not start is a failure, though no journey ran', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  expect(countPlaywright({ stats, errors: [{ message: 'no product' }] }).failed).toBe(1);
});

test.each([
  ['crashed without a report', null, null],
  ['found nothing to run', 0, { passed: 0, failed: 0, skipped: 0 }],
  ['ended badly though no test failed', 1, { passed: 5, failed: 0, skipped: 0 }],
])('a runner that %s is a failure with a reason', (_what, code, counts) => {
  const judged = verdict('tests', code, counts);
  expect(judged.counts.failed).toBe(1);
  expect(judged.trouble).toMatch(/^tests: /);
});

test('a clean run has nothing to add', () => {
  const counts = { passed: 5, failed: 0, skipped: 1 };
  expect(verdict('tests', 0, counts)).toEqual({ counts, trouble: null });
  expect(summaryLine(counts)).toBe('5 passed, 0 failed, 1 skipped');
  expect(summaryLine({ ...counts, skipped: 0 })).toBe('5 passed, 0 failed');
});

test('the longest files come first', () => {
  const timed = (name: string, endTime: number) => ({ name, startTime: 1_000, endTime });
  const report = { testResults: [timed('a', 1_500), timed('b', 9_000), timed('c', 3_000)] };
  expect(longestFiles(report, 2)).toEqual([
    { file: 'b', seconds: 8 },
    { file: 'c', seconds: 2 },
  ]);
});
