import { expect, test } from 'vitest';
import { type FirstHourFigures, judgeFirstHour, verdictOfHour } from './judgeFirstHour.wire.ts';

test('a first hour is good only if data came and it ran; one failed check fails it', () => {
  const hour = { heard: true, ranMs: 600_000, starts: 2, discharge: 96, superheat: 8, roomFall: 1.5, alarms: 0 };
  const verdict = (change: Partial<FirstHourFigures>) => verdictOfHour(judgeFirstHour({ ...hour, ...change }));
  expect(verdict({})).toBe('ok');
  expect(verdict({ discharge: null })).toBe('ok');
  expect(verdict({ discharge: 110 })).toBe('ok');
  expect(verdict({ discharge: 110.1 })).toBe('failed');
  expect([verdict({ starts: 6 }), verdict({ starts: 7 })]).toEqual(['ok', 'failed']);
  for (const [superheat, wanted] of [
    [4, 'ok'],
    [3.9, 'failed'],
    [20, 'ok'],
    [20.1, 'failed'],
    [null, 'ok'],
  ] as const)
    expect(verdict({ superheat })).toBe(wanted);
  expect([verdict({ roomFall: 0.1 }), verdict({ roomFall: 0 }), verdict({ roomFall: null })]).toEqual([
    ...['ok', 'failed', 'ok'],
  ]);
  expect(judgeFirstHour({ ...hour, superheat: null }).find(({ Check }) => Check === 'superheat')).toEqual({
    ...{ Check: 'superheat', Verdict: 'unknown', Found: '', Allowed: '4–20 K' },
  });
  expect(verdict({ ranMs: 0 })).toBe('failed');
  expect(verdict({ alarms: 1 })).toBe('failed');
  expect(verdict({ ranMs: null, starts: null })).toBe('unknown');
  expect(verdict({ heard: false })).toBe('unknown');
});
