import { describe, expect, it } from 'vitest';
import { type Interruptions, interrupt, noInterruptions } from './interruptions.ts';
import { stationsOf } from './stations.ts';
import { isDimmedAt, isSwappedAt, pauseAfter, shiftAt, shouldReload } from './wallClock.ts';

const minute = 60_000;
const alarm = (AlarmId: number) => ({ AlarmId, RaisedEpoch: AlarmId });
const then = (state: Interruptions, ids: readonly number[], now: number): Interruptions =>
  interrupt(state, ids.map(alarm), ids, now);
const after = (steps: [list: number[], now: number][]): Interruptions =>
  steps.reduce((state, [list, now]) => then(state, list, now), noInterruptions);

describe('urgent alarms on a wall', () => {
  it('what is open when the wall is switched on interrupts nothing', () => {
    expect(after([[[1, 2], 0]]).current).toBeNull();
  });
  it('a new one stands at once, for a minute', () => {
    const state = after([
      [[1], 0],
      [[1, 2], 1000],
    ]);
    expect(state.current?.alarmId).toBe(2);
    expect(then(state, [1, 2], 1000 + minute - 1).current?.alarmId).toBe(2);
    expect(then(state, [1, 2], 1000 + minute).current).toBeNull();
  });
  it('it leaves when somebody acknowledges it, and the next one that waits follows', () => {
    const state = after([
      [[], 0],
      [[5, 6], 1000],
    ]);
    expect([state.current?.alarmId, state.waiting]).toEqual([5, [6]]);
    expect(then(state, [6], 2000).current?.alarmId).toBe(6);
  });
  it('the fourth within five minutes is a flood: the list stands there instead', () => {
    const state = after([
      [[], 0],
      [[1], 1000],
      [[2], 2000],
      [[3], 3000],
      [[4], 4000],
    ]);
    expect([state.current, state.floodUntil]).toEqual([null, 4000 + minute]);
    // Five minutes after the first, one alone interrupts again.
    expect(then(state, [9], 1000 + 5 * minute).current?.alarmId).toBe(9);
  });
  it('an old one that comes back into what is shown, because newer ones ended, is not new', () => {
    const state = interrupt(noInterruptions, [alarm(2)], [1, 2], 0);
    expect(interrupt(state, [alarm(1)], [1], 1000).current).toBeNull();
  });
  it('holds no more than what is open, however many came and went', () => {
    let state = noInterruptions;
    for (let id = 1; id < 5000; id++) state = then(state, [id, id + 1], id * 1000);
    expect(state.known!.size + state.waiting.length + state.begun.length).toBeLessThan(10);
  });
});

describe('the tour', () => {
  const project = (ProjectId: number, Served = true) => ({ ProjectId, Served }) as never;
  it('goes through the projects in the order of the server, without those that nobody watches', () => {
    const stations = stationsOf({
      StationList: ['overview', 'projects', 'alarms'],
      ProjectList: [project(3), project(1), project(2, false)],
    });
    expect(stations).toEqual([
      { kind: 'overview' },
      { kind: 'projects', projectId: 3 },
      { kind: 'projects', projectId: 1 },
      { kind: 'alarms' },
    ]);
  });
  it('shows the overview where it has nothing else', () => {
    expect(stationsOf({ StationList: ['projects'], ProjectList: [] })).toEqual([{ kind: 'overview' }]);
  });
});

describe('what a wall does by the clock', () => {
  it('moves within 4 pixels through 16 places of 90 s, and changes its columns every six hours', () => {
    const places = Array.from({ length: 32 }, (_, i) => shiftAt(i * 90_000));
    expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(16);
    expect(places.every(({ x, y }) => Math.abs(x) <= 4 && Math.abs(y) <= 4)).toBe(true);
    expect([0, 6, 12].map((hours) => isSwappedAt(hours * 3_600_000))).toEqual([false, true, false]);
  });
  it('is dimmed outside its hours', () => {
    const hours = { FromHour: 7, UntilHour: 20 };
    expect([6, 7, 19, 20].map((hour) => isDimmedAt(hour, hours))).toEqual([true, false, false, true]);
  });
  it('waits from 1 to 30 s between tries, for ever', () => {
    expect([0, 1, 2, 5, 6, 1000].map((failures) => pauseAfter(failures, 1000))).toEqual([
      1000, 1000, 2000, 16_000, 30_000, 30_000,
    ]);
  });
  it('loads itself anew for new pages, at four in the morning, and when memory has grown', () => {
    const calm = { now: 2 * 3_600_000, loadedAt: 0, hour: 3, heapBytes: 100e6, newPages: false };
    expect(shouldReload(calm)).toBe(false);
    expect(shouldReload({ ...calm, newPages: true })).toBe(true);
    expect(shouldReload({ ...calm, hour: 4 })).toBe(true);
    // It was loaded within this hour.
    expect(shouldReload({ ...calm, hour: 4, loadedAt: calm.now - 60_000 })).toBe(false);
    expect(shouldReload({ ...calm, heapBytes: 601e6 })).toBe(true);
    expect(shouldReload({ ...calm, heapBytes: null })).toBe(false);
  });
});
