import { expect, test } from 'vitest';
import { Pace } from './Pace.ts';

/** A clock that only the test moves, with the timers that wait for it. */
function turnedClock() {
  let now = 0;
  const timers: { at: number; run: () => void }[] = [];
  return {
    clock: {
      now: () => now,
      monotonic: () => now,
      setTimer: (run: () => void, delayMs: number) => {
        timers.push({ at: now + delayMs, run });
        return () => {};
      },
    },
    async pass(ms: number) {
      now += ms;
      for (const timer of timers.splice(0).toSorted((a, b) => a.at - b.at))
        if (timer.at <= now + 0.01) timer.run();
        else timers.push(timer);
      await Promise.resolve();
    },
  };
}

test('a gateway above its pace waits, gets every turn in order, and slows down no other gateway', async () => {
  const { clock, pass } = turnedClock();
  const told: string[] = [];
  const pace = new Pace({ perSecond: 10, burst: 5, clock, changed: (id, slowed) => told.push(`${id} ${slowed}`) });
  const done: number[] = [];
  for (let n = 0; n < 25; n++) {
    const wait = pace.turn(1);
    if (wait === null) done.push(n);
    else void wait.then(() => done.push(n));
  }
  expect([done.length, pace.turn(2)]).toEqual([5, null]);
  await pass(1000);
  expect(done.length).toBe(15);
  await pass(999);
  expect(done.length).toBe(24);
  await pass(1);
  expect(done).toEqual(Array.from({ length: 25 }, (_, n) => n));
  expect(told).toEqual(['1 true']);
});

test('it is told once that a gateway is slowed down, and once that it has its burst back', async () => {
  const { clock, pass } = turnedClock();
  const told: boolean[] = [];
  const pace = new Pace({ perSecond: 10, burst: 2, clock, changed: (_, slowed) => told.push(slowed) });
  for (let n = 0; n < 6; n++) void pace.turn(1);
  await pass(300);
  expect(pace.turn(1)).not.toBeNull();
  expect(told).toEqual([true]);
  await pass(1000);
  expect(pace.turn(1)).toBeNull();
  expect(told).toEqual([true, false]);
});
