import { expect, test } from 'vitest';
import { type FirstHourFigures, judgeFirstHour, type RunLimits, verdictOfHour } from './judgeFirstHour.wire.ts';

const hour: FirstHourFigures = {
  ...{ heard: true, ranMs: 600_000, starts: 2, discharge: 96, superheat: 8, alarms: 0 },
  ...{ current: null, suction: null, dischargePressure: null, room: { before: 4, after: 2.5, setpoint: null } },
};

test('a first hour is good only if data came and it ran; one failed check fails it', () => {
  const verdict = (change: Partial<FirstHourFigures>) => verdictOfHour(judgeFirstHour({ ...hour, ...change }, null));
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
  for (const [room, wanted] of [
    [{ before: 4, after: 3.9, setpoint: null }, 'ok'],
    [{ before: 4, after: 4, setpoint: null }, 'failed'],
    [{ before: 4, after: 4, setpoint: 2.9 }, 'failed'],
    // As cold as it is to be, it has nowhere to fall.
    [{ before: 4, after: 4, setpoint: 3 }, 'ok'],
    [null, 'ok'],
  ] as const)
    expect(verdict({ room }), JSON.stringify(room)).toBe(wanted);
  expect(judgeFirstHour({ ...hour, superheat: null }, null).find(({ Check }) => Check === 'superheat')).toEqual({
    ...{ Check: 'superheat', Verdict: 'unknown', Found: '', Allowed: '4–20 K' },
  });
  expect(verdict({ ranMs: 0 })).toBe('failed');
  expect(verdict({ alarms: 1 })).toBe('failed');
  expect(verdict({ ranMs: null, starts: null })).toBe('unknown');
  expect(verdict({ heard: false })).toBe('unknown');
});

test('what the standard of a model says of current and pressures is held at its limits; what it does not ask for is no check', () => {
  const none = {
    ...{ nameplate_current: null, suction_from: null, suction_to: null, discharge_from: null, discharge_to: null },
  };
  const check = (asked: Partial<RunLimits>, change: Partial<FirstHourFigures>) => {
    const found = judgeFirstHour({ ...hour, ...change }, { ...none, ...asked });
    return found.filter(({ Check }) => ['current', 'suction', 'dischargePressure'].includes(Check));
  };
  expect(check({}, { current: 99, suction: 1, dischargePressure: 9000 })).toEqual([]);
  for (const [current, Verdict] of [
    [11, 'ok'],
    [11.01, 'failed'],
  ] as const)
    expect(check({ nameplate_current: 1000 }, { current })).toEqual([
      { Check: 'current', Verdict, Found: `${current.toFixed(1)} A`, Allowed: '≤ 11 A' },
    ]);
  expect(check({ nameplate_current: 1000 }, {})).toEqual([
    { Check: 'current', Verdict: 'unknown', Found: '', Allowed: '≤ 11 A' },
  ]);
  const suction = { suction_from: 200, suction_to: 350 };
  const verdicts = (asked: Partial<RunLimits>, values: readonly number[]) =>
    values.map((value) => check(asked, { suction: value, dischargePressure: value })[0]!.Verdict);
  expect(verdicts(suction, [199, 200, 350, 351])).toEqual(['failed', 'ok', 'ok', 'failed']);
  expect(verdicts({ discharge_to: 2500 }, [1, 2500, 2501])).toEqual(['ok', 'ok', 'failed']);
  expect(verdicts({ discharge_from: 900 }, [899, 900])).toEqual(['failed', 'ok']);
  expect(check(suction, { suction: 180 })).toEqual([
    { Check: 'suction', Verdict: 'failed', Found: '0.180 MPa', Allowed: '0.2–0.35 MPa' },
  ]);
});
