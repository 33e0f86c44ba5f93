import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { expect, test } from 'vitest';
import type { AlarmService, EvaluationInput } from '../alarms/index.ts';
import type { DomainEvents } from '../events.ts';
import { arrivalGraceMs, type GatewayFacts, GatewayLinks } from '../gateways/index.ts';
import { type History, ReadingColumnsBuilder } from '../history/index.ts';
import { manualClock } from '../platform/clock.ts';
import { createEvents } from '../platform/events/events.ts';
import { silentLog } from '../platform/log/log.ts';
import { LiveValues } from '../points/index.ts';
import { GroupCommit } from './groupCommit.ts';

const noon = Date.UTC(2026, 10, 21, 4);
const gatewayId = 1;
/** A gateway that hung up. */
const absentId = 2;
/** How far behind the clock a watermark runs when nothing is wrong. */
const graceMs = 5_000;

/** A commit that can be made to wait, with what it tells the alarms of how far time has come for the gateway. */
function startCommitting() {
  const clock = manualClock(noon);
  const gateways = [gatewayId, absentId].map((id) => ({ id, slaves: [] as GatewayFacts['slaves'] }) as GatewayFacts);
  const links = new GatewayLinks(gateways, noon, () => commit.wake());
  const watermarks: number[] = [];
  /** How far it is known that a gateway which is gone said nothing. */
  const silentUntil: number[] = [];
  let frozen: Promise<void> = Promise.resolve();
  const client = {
    query: async (text: string) => {
      if (text === 'COMMIT') await frozen;
      return text.startsWith('BEGIN') ? [{}, { rows: [{ xid: '1' }] }] : { rows: [] };
    },
    release: () => {},
  };
  const alarms = {
    evaluate: ({ live, gone, now }: EvaluationInput) => {
      watermarks.push(live.get(gatewayId)!.watermark);
      silentUntil.push(gone.get(absentId)!.watermark);
      return { now, states: [], writes: [] };
    },
    persist: async () => {},
    committed: () => {},
    onBatchWanted: () => {},
  };
  const commit: GroupCommit = new GroupCommit({
    pool: { connect: async () => client } as unknown as pg.Pool,
    owner: { epoch: 1 },
    clock,
    log: silentLog,
    events: createEvents<DomainEvents>(silentLog),
    history: { append: async () => {}, committed: () => {} } as unknown as History,
    alarms: alarms as unknown as AlarmService,
    live: new LiveValues(),
    links,
  });
  links.gatewayUp(gatewayId, noon, false);
  links.gatewayUp(absentId, noon, false);
  links.gatewayDown(absentId, noon);
  commit.start();
  const report = () => {
    const columns = new ReadingColumnsBuilder(16);
    columns.push(7, clock.now(), -18, 0);
    return commit.submit(columns.take());
  };
  const freeze = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    frozen = promise;
    return resolve;
  };
  return { clock, commit, watermarks, silentUntil, report, freeze };
}

test('no delay runs out on an old value while gateways are kept waiting, nor before they could send delayed readings', async () => {
  const { clock, commit, watermarks, report, freeze } = startCommitting();
  const thaw = freeze();
  const first = report();
  clock.advance(12_000);
  const second = report();
  thaw();
  await Promise.all([first, second]);
  expect(watermarks.at(-1)).toBe(noon - graceMs);

  clock.advance(4_999);
  await report();
  expect(watermarks.at(-1)).toBe(noon - graceMs);

  clock.advance(1);
  await report();
  expect(watermarks.at(-1)).toBe(clock.now() - graceMs);
  await commit.stop();
});

test('a gateway that hung up while nothing was stored counts as silent only once it could have reconnected', async () => {
  const { clock, commit, silentUntil, report, freeze } = startCommitting();
  const thaw = freeze();
  const first = report();
  clock.advance(20 * 60_000);
  const second = report();
  thaw();
  await Promise.all([first, second]);
  clock.advance(60_000);
  await report();
  expect(silentUntil.at(-1)).toBe(noon - graceMs);

  // The commit has noticed that it did not take long.
  await nextTurn();
  clock.advance(arrivalGraceMs - 60_000);
  await report();
  expect(silentUntil.at(-1)).toBe(clock.now() - graceMs);
  await commit.stop();
});

test('an ordinary commit does not stop the time of the alarms', async () => {
  const { clock, commit, watermarks, report, freeze } = startCommitting();
  const thaw = freeze();
  const first = report();
  clock.advance(999);
  thaw();
  await first;
  await report();
  expect(watermarks.at(-1)).toBe(clock.now() - graceMs);
  await commit.stop();
});
