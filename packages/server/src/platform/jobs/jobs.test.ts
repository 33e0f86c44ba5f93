import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { silentLog } from '../log/log.ts';
import { type Job, startJobs } from './jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('a job is done soon after it was asked for, with what it was given', async () => {
  const done = Promise.withResolvers<unknown>();
  const jobs = await startJobs({
    pool: database.pool,
    log: silentLog,
    jobs: { greet: { schedule: null, run: async (payload) => done.resolve(payload) } },
  });
  await jobs.add('greet', { name: '林工' });
  expect(await done.promise).toEqual({ name: '林工' });
  await jobs.stop();
});

test('jobs that take long fill only their own slots: what is due each minute is done meanwhile', async () => {
  const end = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const slow: Job = {
    schedule: null,
    ownSlots: 2,
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      if (running === 2) await jobs.add('quick');
      await end.promise;
      running -= 1;
    },
  };
  const quick: Job = { schedule: null, run: async () => done.resolve() };
  const jobs = await startJobs({ pool: database.pool, log: silentLog, jobs: { slow, quick } });
  for (let i = 0; i < 6; i += 1) await jobs.add('slow');
  await done.promise;
  end.resolve();
  await jobs.stop();
  expect(most).toBe(2);
});

test('a job that is under way hears that the server stops, which waits for it', async () => {
  const begun = Promise.withResolvers<void>();
  const said: string[] = [];
  const patient: Job = {
    schedule: null,
    ownSlots: 1,
    run: (_payload, stopping) => {
      begun.resolve();
      return new Promise((resolve) => {
        stopping.addEventListener('abort', () => {
          said.push('ended');
          resolve();
        });
      });
    },
  };
  const jobs = await startJobs({ pool: database.pool, log: silentLog, jobs: { patient } });
  await jobs.add('patient');
  await begun.promise;
  await jobs.stop();
  expect(said).toEqual(['ended']);
});

test('what fell due by the clock while no server ran is made up for at the start, where a job says so', async () => {
  const made = Promise.withResolvers<void>();
  let left = 0;
  const yearly = '0 0 1 1 *';
  const count = async () => {
    left += 1;
  };
  const start = (schedule: string) =>
    startJobs({
      pool: database.pool,
      log: silentLog,
      jobs: {
        left: { schedule, run: count },
        made: { schedule, makeUpMinutes: 5, run: async () => made.resolve() },
      },
    });
  await (await start(yearly)).stop();
  await database.pool.query(
    `UPDATE graphile_worker._private_known_crontabs SET last_execution = now() - interval '1 day'`,
  );
  // Due a moment ago, and not again within the hour.
  const jobs = await start(`${new Date().getUTCMinutes()} * * * *`);
  await made.promise;
  await jobs.stop();
  expect(left).toBe(0);
});

test('the queue finds its connections guarded against a lost database, and leaves no listener behind', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const before = database.pool.listenerCount('connect');
  const jobs = await startJobs({ pool: database.pool, log: silentLog, jobs: {} });
  await jobs.stop();
  expect(warned).not.toHaveBeenCalled();
  expect(database.pool.listenerCount('connect')).toBe(before);
  warned.mockRestore();
});

test('a job that a killed process had begun is done after the next start', async () => {
  const unstarted = await startJobs({ pool: database.pool, log: silentLog, jobs: {} });
  await unstarted.add('left', {});
  await unstarted.stop();
  await database.pool.query("UPDATE graphile_worker._private_jobs SET locked_by = 'killed', locked_at = now()");

  const done = Promise.withResolvers<void>();
  const jobs = await startJobs({
    pool: database.pool,
    log: silentLog,
    jobs: { left: { schedule: null, run: async () => done.resolve() } },
  });
  await done.promise;
  await jobs.stop();
});
