import { expect, test } from 'vitest';
import { judgeFirstHour, verdictOfHour } from './judgeFirstHour.wire.ts';

test('a first hour is good only if data came and it ran; one failed check fails it', () => {
  const hour = { heard: true, ranMs: 600_000, starts: 2, discharge: 96, alarms: 0 };
  const verdict = (change: Partial<typeof hour> | { discharge: null } | { ranMs: null; starts: null }) =>
    verdictOfHour(judgeFirstHour({ ...hour, ...change }));
  expect(verdict({})).toBe('ok');
  expect(verdict({ discharge: null })).toBe('ok');
  expect(verdict({ discharge: 110 })).toBe('ok');
  expect(verdict({ discharge: 110.1 })).toBe('failed');
  expect([verdict({ starts: 6 }), verdict({ starts: 7 })]).toEqual(['ok', 'failed']);
  expect(verdict({ ranMs: 0 })).toBe('failed');
  expect(verdict({ alarms: 1 })).toBe('failed');
  expect(verdict({ ranMs: null, starts: null })).toBe('unknown');
  expect(verdict({ heard: false })).toBe('unknown');
});
