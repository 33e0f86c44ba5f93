/**
 * How soon what a gateway had stored is judged, and what live alarms wait for it meanwhile.
 *
 * Three gateways with 100 points each send the present value of all points, and behind it the day that they had stored: a value a minute,
 * an hour of it too warm. Judged is the buffer when all 300 alarms of that hour are on record and nothing late is left. Meanwhile a
 * fourth gateway makes alarms of now, one at a time, each timed from the write to its socket until another session of the database
 * sees its row. Then the same while a gateway of another company uploads a year of ten points.
 *
 * `npm run bench -- late [--year-points 10]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { generate } from 'mqtt-packet';
import type pg from 'pg';
import { openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { aCompany, aProject } from '../packages/server/src/testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../packages/server/src/testing/fieldFactories.ts';
import { insertFleet, insertRule } from './rig/fleet.ts';
import { GatewayConnection, type GatewayLogin } from './rig/GatewayConnection.ts';
import { listenForAlarms } from './rig/listenForAlarms.ts';
import { freePort, startServer } from './rig/serverProcess.ts';
import { TelemetryFrame } from './rig/TelemetryFrame.ts';
import { count, ms, printTable, quantile } from './rig/table.ts';

const { values: options } = parseArgs({ options: { 'year-points': { type: 'string', default: '10' } } });
const yearPoints = Number(options['year-points']);

const minuteMs = 60_000;
const dayMinutes = 1_440;
const yearMinutes = 365 * dayMinutes;
const pointsPerGateway = 100;
const buffered = 3;
/** Values in a message of a buffer, about what gateways send. */
const valuesPerMessage = 1_000;
/** Messages that a gateway sends before the first of them is acknowledged. */
const underWay = 20;
const patienceMs = 600_000;
/** A year is judged as far as it comes in so long. */
const yearPatienceMs = 300_000;

const tooWarm = {
  kind: 'limit',
  bands: { high: { limit: -12, severity: 2 } },
  deadband: 0.5,
  offDelaySeconds: 0,
} as const;

/** A gateway that sends on as its messages are acknowledged. */
class Sender {
  readonly connection: Promise<GatewayConnection>;
  #open = 0;
  #wake: (() => void) | null = null;

  constructor(port: number, login: GatewayLogin) {
    this.connection = GatewayConnection.open(port, login, () => {
      this.#open--;
      this.#wake?.();
    });
  }

  /** Resolves with the moment at which the last was written, when all are acknowledged. */
  async send(payloads: Iterable<string>): Promise<number> {
    const connection = await this.connection;
    let at = performance.now();
    for (const payload of payloads) {
      await this.#until(underWay - 1);
      this.#open++;
      at = performance.now();
      connection.send(
        generate({
          ...{ cmd: 'publish', topic: 'v1/devices/me/telemetry', payload, qos: 1, dup: false, retain: false },
          messageId: connection.nextPacketId(),
        }),
      );
    }
    await this.#until(0);
    return at;
  }

  async #until(most: number): Promise<void> {
    while (this.#open > most)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }
}

/** A value a minute of some points from a moment on, an hour of it too warm, split into messages of equal length. */
function* stored(points: number, from: number, minutes: number): Generator<string> {
  const perMessage = Math.max(1, Math.floor(valuesPerMessage / points));
  for (let first = 0; first < minutes; first += perMessage) {
    const rows = [];
    for (let i = first; i < Math.min(minutes, first + perMessage); i++) {
      const isWarm = i % dayMinutes >= 600 && i % dayMinutes < 660;
      const values: Record<string, number> = {};
      for (let k = 0; k < points; k++) values[`p${k}`] = (isWarm ? -5 : -18) - ((i + k) % 7) / 10;
      rows.push({ ts: from + i * minuteMs, values });
    }
    yield JSON.stringify(rows);
  }
}

interface Measured {
  readonly judgedMs: number;
  readonly found: number;
  readonly live: readonly number[];
  readonly year: { readonly uploadedMs: number; readonly judgedMs: number | null; readonly found: number } | null;
}

async function measure(besideYear: boolean): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-'));
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const log = { info: () => undefined, warn: () => undefined, error: console.error };
    const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log });
    stops.push(() => postgres.stop());
    const database = openDatabase(postgres.url, silentLog);
    stops.push(() => database.close());
    await migrate(database.pool);
    const fleet = await insertFleet(database, { gateways: buffered + 1, pointsPerGateway });
    const storing = fleet.gateways.slice(0, buffered);
    const source = fleet.gateways.at(-1)!;
    const lateIds = storing.flatMap(({ pointIds }) => pointIds);
    await insertRule(database, fleet.projectId, { ...tooWarm, onDelaySeconds: 600 }, lateIds);
    await insertRule(database, fleet.projectId, { ...tooWarm, onDelaySeconds: 0 }, source.pointIds);
    const { db } = database;
    const other = await aProject(db, await aCompany(db));
    const login = { userName: 'year', password: 'A_year_of_1' };
    const yearGateway = await anMqttGateway(db, other, login);
    const yearIds: number[] = [];
    for (let k = 0; k < yearPoints; k++) yearIds.push(await anMqttPoint(db, yearGateway, { key: `p${k}` }));
    await insertRule(database, other, { ...tooWarm, onDelaySeconds: 600 }, yearIds);
    const witness = await listenForAlarms(database.pool, postgres.url);
    stops.push(() => witness.end());

    const [mqttPort, httpPort] = [await freePort(), await freePort()];
    const server = await startServer({ dataDir: folder, httpPort, mqttPort, databaseUrl: postgres.url });
    stops.push(server.stop);
    const senders = storing.map((gateway) => new Sender(mqttPort, gateway));
    const now = Math.floor(Date.now() / minuteMs) * minuteMs;
    const present = JSON.stringify({
      ts: now,
      values: Object.fromEntries(Array.from({ length: pointsPerGateway }, (_, k) => [`p${k}`, -18])),
    });
    await Promise.all(senders.map((sender) => sender.send([present])));

    const isDone = { live: false };
    const live = liveAlarms(witness, mqttPort, source, isDone);
    const year = besideYear ? uploadYear(new Sender(mqttPort, login), now) : null;
    // Long enough that a part of the year waits to be judged.
    await pause(besideYear ? 5_000 : 1_000);
    const from = now - dayMinutes * minuteMs;
    const lastAt = Math.max(
      ...(await Promise.all(senders.map((sender) => sender.send(stored(pointsPerGateway, from, dayMinutes))))),
    );
    const judgedAt = await untilJudged(lateIds, lateIds.length, patienceMs);
    isDone.live = true;
    return {
      judgedMs: judgedAt! - lastAt,
      found: await alarmsOf(lateIds),
      live: await live,
      year: year && (await year),
    };

    async function uploadYear(sender: Sender, until: number): Promise<Measured['year']> {
      const startedAt = performance.now();
      await sender.send([
        JSON.stringify({ ts: until, values: Object.fromEntries(yearIds.map((_, k) => [`p${k}`, -18])) }),
      ]);
      const sentAt = await sender.send(stored(yearPoints, until - yearMinutes * minuteMs, yearMinutes));
      const at = await untilJudged(yearIds, 365 * yearPoints, yearPatienceMs);
      return { uploadedMs: sentAt - startedAt, judgedMs: at && at - sentAt, found: await alarmsOf(yearIds) };
    }

    async function alarmsOf(pointIds: readonly number[]): Promise<number> {
      const { rows } = await database.pool.query<{ count: number }>(
        `SELECT count(*) FROM alarm WHERE point_id = ANY($1) AND returned_at IS NOT NULL AND end_reason IS DISTINCT FROM 'disproved'`,
        [pointIds],
      );
      return Number(rows[0]!.count);
    }

    /** @returns null: not within the time */
    async function untilJudged(pointIds: readonly number[], alarms: number, within: number): Promise<number | null> {
      for (const startedAt = performance.now(); ; ) {
        const { rows } = await database.pool.query('SELECT FROM alarm_late_stretch WHERE point_id = ANY($1) LIMIT 1', [
          pointIds,
        ]);
        if (rows.length === 0 && (await alarmsOf(pointIds)) >= alarms) return performance.now();
        if (performance.now() - startedAt > within) return null;
        await pause(20);
      }
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Makes one alarm after the other until it is done, and tells how long each took, ms. */
async function liveAlarms(
  witness: pg.Client,
  port: number,
  source: GatewayLogin & { readonly pointIds: readonly number[] },
  isDone: { readonly live: boolean },
): Promise<number[]> {
  const connection = await GatewayConnection.open(port, source, () => undefined);
  const took: number[] = [];
  let heard: (() => void) | null = null;
  let expected = 0;
  witness.on('notification', ({ payload }) => Number(payload) === expected && heard?.());
  const send = (place: number, value: number) =>
    connection.send(new TelemetryFrame({ [`p${place}`]: value }).copy(connection.nextPacketId(), Date.now()));
  for (let i = 0; !isDone.live; i++) {
    const place = i % source.pointIds.length;
    expected = source.pointIds[place]!;
    const raised = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const sentAt = performance.now();
    send(place, -5);
    await raised;
    took.push(performance.now() - sentAt);
    await pause(10);
    send(place, -18);
    await pause(20 + Math.random() * 40);
  }
  connection.cut();
  return took;
}

console.error('a day beside live alarms …');
const alone = await measure(false);
console.error('the same beside a year of another company …');
const beside = await measure(true);
const cases = [alone, beside];
const row = (what: string, figure: (measured: Measured) => string, target = '') => [what, ...cases.map(figure), target];
console.log(
  `A stored day of ${buffered * pointsPerGateway} points, a value a minute; beside it a year of ${yearPoints} points of another company\n`,
);
printTable([
  ['', 'alone', 'beside the year', 'target'],
  row('judged, after its last sample', ({ judgedMs }) => ms(judgedMs), '≤ 5,000 ms'),
  row('alarms found, of 300', ({ found }) => count(found), '300'),
  row('live alarms meanwhile', ({ live }) => count(live.length)),
  row('  until the row is committed, p50', ({ live }) => ms(quantile(live, 0.5))),
  row('  p99', ({ live }) => ms(quantile(live, 0.99)), '≤ 100 ms'),
  row('  longest', ({ live }) => ms(quantile(live, 1))),
  row('the year uploaded in', ({ year }) => (year ? ms(year.uploadedMs) : '–')),
  row('  judged, after its last sample', ({ year }) =>
    year === null ? '–' : year.judgedMs === null ? 'not within 5 min' : ms(year.judgedMs),
  ),
  row(`  alarms found, of ${count(365 * yearPoints)}`, ({ year }) => (year ? count(year.found) : '–')),
]);
