import type pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import type { AlarmService, EvaluationInput } from '../alarms/index.ts';
import type { DomainEvents, ReadingColumns } from '../events.ts';
import { type GatewayFacts, GatewayLinks } from '../gateways/index.ts';
import { type History, ReadingColumnsBuilder } from '../history/index.ts';
import { manualClock } from '../platform/clock.ts';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { LiveValues } from '../points/index.ts';
import { soon } from '../testing/soon.ts';
import { GroupCommit } from './groupCommit.ts';

const noon = Date.UTC(2026, 10, 21, 4);
const gatewayId = 1;
/** More than it takes to believe that a reading cannot be stored. */
const manyAttempts = 4;

const sqlError = (code: string, constraint?: string) =>
  Object.assign(new Error(`SQLSTATE ${code}`), { code, constraint });

const release: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const action of release.splice(0).reverse()) await action();
});

interface Faults {
  connect?: Error | null;
  evaluate?: Error | null;
  append?: (columns: ReadingColumns) => Error | null;
  /** What is written beside the readings. */
  rest?: Error | null;
}

/** A commit whose steps fail as told, with what reached the database. */
function startCommitting(faults: Faults = {}) {
  const clock = manualClock(noon);
  const links = new GatewayLinks([{ id: gatewayId, slaves: [] as GatewayFacts['slaves'] } as GatewayFacts], noon, () =>
    commit.wake(),
  );
  const seen = { attempts: 0, values: [] as number[], lines: [] as boolean[] };
  let written: number[] = [];
  const client = {
    query: async (query: string | { text: string }) => {
      const text = typeof query === 'string' ? query : query.text;
      if (text === 'COMMIT') seen.values.push(...written);
      if (!text.startsWith('BEGIN')) return { rows: [] };
      written = [];
      return [{}, { rows: [{ xid: '1' }] }];
    },
    release: () => {},
  };
  let isTimerDue = false;
  const alarms = {
    evaluate: ({ now }: EvaluationInput) => {
      seen.attempts++;
      if (faults.evaluate) throw faults.evaluate;
      return { now, states: isTimerDue ? [{}] : [], writes: [] };
    },
    persist: async () => {
      if (faults.rest) throw faults.rest;
    },
    committed: () => {},
    onBatchWanted: () => {},
  };
  const history = {
    append: async (_client: unknown, columns: ReadingColumns) => {
      const error = faults.append?.(columns);
      if (error) throw error;
      written.push(...columns.values.subarray(0, columns.length));
    },
    committed: () => {},
  };
  const events = createEvents<DomainEvents>(silentLog);
  events.on(seen, 'linesChanged', ({ changes }) => seen.lines.push(...changes.map(({ up }) => up)));
  const commit: GroupCommit = new GroupCommit({
    pool: {
      connect: async () => {
        if (faults.connect) throw faults.connect;
        return client;
      },
    } as unknown as pg.Pool,
    owner: { epoch: 1 },
    clock,
    log: silentLog,
    events,
    history: history as unknown as History,
    alarms: alarms as unknown as AlarmService,
    live: new LiveValues(),
    links,
  });
  release.push(() => commit.stop());
  commit.start();
  const report = (...values: number[]) => {
    const columns = new ReadingColumnsBuilder(16);
    for (const value of values) columns.push(7, clock.now(), value, 0);
    const submitted = { acknowledged: false, promise: commit.submit(columns.take()) };
    void submitted.promise.then(() => {
      submitted.acknowledged = true;
    });
    return submitted;
  };
  const attempts = async (count: number) => {
    const from = seen.attempts;
    await expect
      .poll(() => {
        commit.wake();
        return seen.attempts - from;
      }, soon)
      .toBeGreaterThanOrEqual(count);
  };
  return {
    clock,
    commit,
    links,
    seen,
    report,
    attempts,
    letTimerBeDue: () => {
      isTimerDue = true;
    },
  };
}

test.each<[string, keyof Faults, Error]>([
  ['has become a standby that only reads', 'connect', sqlError('25006')],
  ['no longer takes the password', 'connect', sqlError('28P01')],
  ['is missing a table', 'rest', sqlError('42P01')],
  ['has no partition for the hour', 'rest', sqlError('23514')],
  ['cannot be reached', 'connect', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['is not even asked because of a mistake of ours', 'evaluate', new TypeError('undefined is not a function')],
])(
  'while the database %s no reading is acknowledged, and afterwards all of them are stored',
  async (_, step, error) => {
    const faults: Faults = { [step]: error };
    const { commit, seen, report, attempts } = startCommitting(faults);
    const submitted = report(-18);
    await attempts(manyAttempts);
    expect([submitted.acknowledged, seen.values, commit.failedSince]).toEqual([false, [], noon]);

    faults[step] = undefined;
    await submitted.promise;
    expect([seen.values, commit.quarantined, commit.failedSince]).toEqual([[-18], 0, null]);
  },
);

const poison = 666;
const notPoison = (columns: ReadingColumns) => (columns.values.includes(poison) ? sqlError('22003') : null);

test('that a gateway came is stored though the reading it sent cannot be', async () => {
  const { links, seen, report, commit } = startCommitting({ append: notPoison });
  links.gatewayUp(gatewayId, noon, false);
  await report(poison).promise;
  expect([seen.lines, seen.values, commit.quarantined]).toEqual([[true], [], 1]);
});

test('a reading is not left out for an alarm of another point that cannot be written', async () => {
  const faults: Faults = { rest: sqlError('23514', 'alarm_severity_check') };
  const { commit, seen, report, attempts, letTimerBeDue } = startCommitting(faults);
  letTimerBeDue();
  const submitted = report(-18);
  await attempts(3 + manyAttempts);
  expect([submitted.acknowledged, commit.quarantined]).toEqual([false, 0]);
  faults.rest = null;
  await submitted.promise;
  expect([seen.values, commit.quarantined]).toEqual([[-18], 0]);
});

test('after a failure only a commit that wrote something says that readings are being stored again', async () => {
  const { commit, report, attempts } = startCommitting({ append: notPoison });
  await report(poison).promise;
  await attempts(3);
  expect(commit.failedSince).toBe(noon);
  await report(-18).promise;
  expect(commit.failedSince).toBeNull();
});
