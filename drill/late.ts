/**
 * Random days of readings, each delivered in several ways, of which the same alarms must come.
 *
 * First in one process (`--days`): days of twenty points in order, backwards, newest block first, point by point and twice, and
 * shuffled, with a stop and a start of the server in the middle; the alarms are those of a slow reference. The property test that
 * `npm test` tries on three days, on many.
 *
 * Then through real MQTT (`--killed`): days of four points, once in order and once shuffled in messages of any size to a server that is
 * killed (kill -9) at random moments of it and started again; what was not acknowledged is sent once more.
 *
 * `npm run drill -- late [--days 200] [--killed 200] [--seed 1]`; it ends with code 1 when a way gave other alarms, and names the
 * day: `--days 1 --seed <day>` makes it again.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { insertRule } from '../bench/rig/fleet.ts';
import type { GatewayLogin } from '../bench/rig/GatewayConnection.ts';
import { freePort, type RunningServer, startServer } from '../bench/rig/serverProcess.ts';
import { system } from '../packages/server/src/access/index.ts';
import { finishSeeding } from '../packages/server/src/demo/seeding.store.ts';
import { openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { aCompany, aDevice, aProject } from '../packages/server/src/testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../packages/server/src/testing/fieldFactories.ts';
import { type DayMessage, randomDay } from '../packages/server/src/testing/randomDay.ts';
import { StubbornSender } from './rig/StubbornSender.ts';
import { seededRandom } from './rig/seededRandom.ts';

const { values: options } = parseArgs({
  options: {
    days: { type: 'string', default: '200' },
    killed: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
});
const minute = 60_000;
const points = 4;
const slots = 288;
const slotMinutes = 5;
/** Days that one database takes; each round sets up gateways of its own before its server starts. */
const daysOfRound = 20;
const judgedPatienceMs = 180_000;

const inProcess = Number(options.days) > 0 ? daysInProcess() : 0;
const killed = await daysWithKills(Number(options.killed));
process.exit(inProcess === 0 && killed ? 0 : 1);

function daysInProcess(): number {
  const test = 'packages/server/src/alarms/late/late.property.test.ts';
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project=server', test], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, LATE_DAYS: options.days, LATE_SEED: options.seed },
    stdio: 'inherit',
  });
  return status ?? 1;
}

/** @returns whether all days gave the same alarms both times */
async function daysWithKills(days: number): Promise<boolean> {
  let isSame = true;
  let kills = 0;
  let again = 0;
  let alarms = 0;
  for (let first = 0; first < days; first += daysOfRound) {
    const round = await killRound(Number(options.seed) + first, Math.min(daysOfRound, days - first));
    kills += round.kills;
    again += round.sentAgain;
    alarms += round.alarms;
    for (const day of round.others) {
      isSame = false;
      console.error(`Day ${day} gave other alarms with kills than in order`);
    }
    console.error(`${first + Math.min(daysOfRound, days - first)} of ${days} days, ${kills} kills …`);
  }
  if (days > 0)
    console.log(
      `${days} days with ${kills} kills, ${again} messages sent again: ${alarms} alarms, ${isSame ? 'the same both times' : 'NOT THE SAME'}`,
    );
  return isSame;
}

async function killRound(seed: number, days: number) {
  const { random, between } = seededRandom(seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'wp-drill-'));
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const log = { info: () => undefined, warn: () => undefined, error: console.error };
    const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log });
    stops.push(() => postgres.stop());
    const database = openDatabase(postgres.url, silentLog);
    stops.push(() => database.close());
    await migrate(database.pool);
    const { db } = database;
    const project = await aProject(db, await aCompany(db));
    const ordered: (GatewayLogin & { ids: number[] })[] = [];
    const broken: (GatewayLogin & { ids: number[] })[] = [];
    for (let day = 0; day < days; day++) {
      for (const sites of [ordered, broken]) {
        const login = { userName: `${sites === ordered ? 'o' : 'k'}${day}`, password: 'Pw_Drill_1' };
        const gateway = await anMqttGateway(db, project, login);
        const deviceId = await aDevice(db, project);
        const ids: number[] = [];
        for (let k = 0; k < points; k++)
          ids.push(
            await anMqttPoint(db, gateway, { key: `t${k}`, deviceId, samplingIntervalSeconds: slotMinutes * 60 }),
          );
        sites.push({ ...login, ids });
      }
    }
    const rule = { kind: 'limit', bands: { high: { limit: -15, severity: 2 } }, deadband: 1 } as const;
    const all = [...ordered, ...broken].flatMap(({ ids }) => ids);
    await insertRule(database, project, { ...rule, onDelaySeconds: 600, offDelaySeconds: 120 }, all);
    await finishSeeding(system, db);

    const place = {
      dataDir: folder,
      httpPort: await freePort(),
      mqttPort: await freePort(),
      databaseUrl: postgres.url,
    };
    let kill: () => void = () => undefined;
    const start = (): Promise<RunningServer> =>
      startServer(place, {}, (how) => {
        kill = how;
      });
    let server = await start();
    stops.push(() => server.stop());
    const end = Math.floor(Date.now() / minute) * minute - 180 * minute;
    let kills = 0;
    let sentAgain = 0;
    const strike = async () => {
      kill();
      await server.ended;
      server = await start();
      kills++;
    };
    for (let day = 0; day < days; day++) {
      const readings = randomDay(random, { end, points, slots, slotMinutes });
      await new StubbornSender(place.mqttPort, ordered[day]!).send(cut(readings, () => 40));
      const apart = readings.flatMap(({ ts, values }) =>
        Object.entries(values).map(([key, value]) => ({ ts, values: { [key]: value } })),
      );
      const shuffled = apart.map((each) => ({ each, key: random() })).sort((a, b) => a.key - b.key);
      const sender = new StubbornSender(place.mqttPort, broken[day]!);
      let isSent = false;
      const messages = cut(
        shuffled.map(({ each }) => each),
        () => (random() < 0.5 ? 1 : Math.ceil(between(1, 60))),
      );
      const sending = sender.send(messages).then(() => {
        isSent = true;
      });
      // Once in the middle of it, and for some also while it is judged.
      const struckAt = between(1, messages.length);
      while (!isSent && sender.acknowledged < struckAt) await pause(1);
      await strike();
      await sending;
      if (random() < 0.5) {
        await pause(between(0, 1_500));
        await strike();
      }
      sentAgain += sender.sentAgain;
    }
    for (const startedAt = Date.now(); ; ) {
      const { rows } = await database.pool.query('SELECT FROM alarm_late_stretch LIMIT 1');
      if (rows.length === 0) break;
      if (Date.now() - startedAt > judgedPatienceMs) throw new Error('What came late was not judged in time');
      await pause(100);
    }
    const told = await Promise.all([...ordered, ...broken].map(({ ids }) => alarmsOf(ids)));
    const others = ordered.flatMap((_, day) => (told[day] === told[days + day] ? [] : [seed + day]));
    const alarms = told.slice(0, days).reduce((sum, each) => sum + each.split('\n').filter(Boolean).length, 0);
    return { kills, sentAgain, others, alarms };

    async function alarmsOf(ids: readonly number[]): Promise<string> {
      const { rows } = await database.pool.query<{ point_id: number; raised_at: Date; returned_at: Date | null }>(
        `SELECT point_id, raised_at, returned_at FROM alarm WHERE point_id = ANY($1) AND end_reason IS DISTINCT FROM 'disproved'
         ORDER BY point_id, raised_at`,
        [ids],
      );
      return rows
        .map((row) => `${ids.indexOf(row.point_id)} ${row.raised_at.getTime()} ${row.returned_at?.getTime() ?? 'on'}`)
        .join('\n');
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

function cut(readings: DayMessage, size: () => number): string[] {
  const messages: string[] = [];
  for (let at = 0; at < readings.length; ) {
    const part = readings.slice(at, at + size());
    messages.push(JSON.stringify(part));
    at += part.length;
  }
  return messages;
}
