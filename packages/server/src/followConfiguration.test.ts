import { afterEach, expect, test, vi } from 'vitest';
import type { ChangedConfiguration, ConfigurationChange, ConfigurationReader, DomainEvents } from './events.ts';
import { type ConfigurationFollower, followConfiguration } from './followConfiguration.ts';
import { createEvents } from './platform/events/events.ts';
import { silentLog } from './platform/log/log.ts';
import { soon } from './testing/soon.ts';

let following: ConfigurationFollower | null = null;
afterEach(async () => {
  await following?.stop();
  vi.useRealTimers();
});

function follow(...readers: ConfigurationReader['reread'][]) {
  const events = createEvents<DomainEvents>(silentLog);
  following = followConfiguration({ events, log: silentLog, readers: readers.map((reread) => ({ reread })) });
  const tell = (kind: ConfigurationChange['kind'], ...ids: number[]) =>
    events.emit('configurationChanged', { companyId: 1, kind, ids });
  return { following, tell };
}

test('a reader that depends on another is called after that one has finished', async () => {
  const asked: string[] = [];
  const { following, tell } = follow(
    async () => {
      await new Promise(setImmediate);
      asked.push('points');
    },
    () => void asked.push('lines'),
  );
  tell('point', 7);
  await following.settled();
  expect(asked).toEqual(['points', 'lines']);
});

test('what is told while a change is being read is read together afterwards', async () => {
  const rounds: ChangedConfiguration[] = [];
  const { following, tell } = follow(async (changed) => {
    rounds.push(changed);
    await new Promise(setImmediate);
  });
  tell('gateway', 1);
  for (const id of [2, 3, 3]) tell('point', id);
  tell('device', 4);
  await following.settled();
  expect(rounds).toHaveLength(2);
  expect(rounds[0]!.gateway).toEqual(new Set([1]));
  expect([rounds[1]!.point, rounds[1]!.device, rounds[1]!.gateway]).toEqual([new Set([2, 3]), new Set([4]), new Set()]);
});

test('a change that cannot be read is read again until it can, and hides nothing from the others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isAway = true;
  const seen: number[] = [];
  const { following, tell } = follow(
    async () => {
      if (isAway) throw new Error('connect ECONNREFUSED');
    },
    ({ point }) => void seen.push(...point),
  );
  tell('point', 7);
  await vi.waitUntil(() => vi.getTimerCount() === 1, soon);
  expect(seen).toEqual([7]);
  tell('point', 8);
  isAway = false;
  vi.advanceTimersByTime(1_000);
  await following.settled();
  expect(seen).toEqual([7, 7, 8]);
});

test('a reading that is ended because the server stops is no error', async () => {
  const errors: unknown[] = [];
  const log = Object.assign(Object.create(silentLog) as typeof silentLog, {
    error: (...said: unknown[]) => void errors.push(said),
  });
  const events = createEvents<DomainEvents>(silentLog);
  const stopping = new AbortController();
  const reread = () =>
    new Promise<void>((_, reject) =>
      stopping.signal.addEventListener('abort', () => reject(stopping.signal.reason as Error)),
    );
  const followed = followConfiguration({ events, log, readers: [{ reread }] });
  events.emit('configurationChanged', { companyId: 1, kind: 'alarmStrategy', ids: [1] });
  stopping.abort(new Error('The server stops'));
  await followed.stop();
  expect(errors).toEqual([]);
});

test('stopping does not wait for a database that is away, and nothing is tried after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let tries = 0;
  const { following, tell } = follow(async () => {
    tries++;
    throw new Error('connect ECONNREFUSED');
  });
  tell('point', 7);
  await vi.waitUntil(() => vi.getTimerCount() === 1, soon);
  const stopped = following.stop();
  // Looked at before it is waited for: time stands still here, and with it a pause that nobody ends.
  expect(vi.getTimerCount()).toBe(0);
  await stopped;
  expect(tries).toBe(1);
});
