/**
 * What transport costs: memories of many tags that are uploaded at once while alarms go on, and the track of a week.
 *
 * Four gateways upload the tags' memories, each message after the one before was acknowledged. Another gateway makes alarms, one at a
 * time; "committed" is what another session of the database sees. A week of positions, one each ten seconds, is then asked for over HTTP
 * and, where the pages are built, painted in a browser.
 *
 * `npm run bench -- transport [--tags 100] [--samples 20000] [--chunk 2000]`
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Page, chromium as playwright } from '@playwright/test';
import mqtt from 'mqtt';
import type { ReadingColumns } from '../packages/server/src/events.ts';
import { importSegments } from '../packages/server/src/history/index.ts';
import { openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { localOfEpoch } from '../packages/server/src/platform/zonedTime.ts';
import { aPoint } from '../packages/server/src/testing/factories.ts';
import { aTag, aTransportDevice } from '../packages/server/src/testing/transportOf.ts';
import { chromium } from '../tools/chromium.ts';
import { insertFleet, insertLimits, isUndelayed } from './rig/fleet.ts';
import { GatewayConnection } from './rig/GatewayConnection.ts';
import { listenForAlarms } from './rig/listenForAlarms.ts';
import { freePort, startServer } from './rig/serverProcess.ts';
import { TelemetryFrame } from './rig/TelemetryFrame.ts';
import { count, ms, printTable, quantile } from './rig/table.ts';
import { emptyColumns, temperature } from './rig/telemetry.ts';
import { ViewerClient } from './rig/ViewerClient.ts';

const { values: options } = parseArgs({
  options: {
    tags: { type: 'string', default: '100' },
    samples: { type: 'string', default: '20000' },
    chunk: { type: 'string', default: '2000' },
  },
});
const tagCount = Number(options.tags);
const samplesPerTag = Number(options.samples);
const uploaders = 4;
/** Samples of a message; a message has a megabyte at most. */
const chunk = Number(options.chunk);
const cycleMs = 60_000;
const weekMs = 7 * 86_400_000;
const fixMs = 10_000;
const asked = 10;
const paintings = 5;

const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-transport-'));
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
try {
  const log = { info: () => undefined, warn: () => undefined, error: console.error };
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log });
  stops.push(() => postgres.stop());
  const database = openDatabase(postgres.url, silentLog);
  stops.push(() => database.close());
  const { db, pool } = database;
  await migrate(pool);
  const fleet = await insertFleet(database, { gateways: uploaders + 1, pointsPerGateway: 100 });
  await insertLimits(database, fleet);
  const { viewer, companyId, projectId } = fleet;
  const tags: string[] = [];
  for (let i = 0; i < tagCount; i++) tags.push((await aTag(db, projectId, `Box ${i + 1}`)).serial);
  const carId = await aTransportDevice(db, projectId, 'refrigeratedTruck', 'Truck 1');
  const now = Math.floor(Date.now() / cycleMs) * cycleMs;
  await insertWeek(carId, now - weekMs);

  const witness = await listenForAlarms(pool, postgres.url);
  stops.push(() => witness.end());
  const [mqttPort, httpPort] = [await freePort(), await freePort()];
  const server = await startServer({ dataDir: folder, httpPort, mqttPort, databaseUrl: postgres.url });
  stops.push(server.stop);
  const browser = await ViewerClient.signIn({ url: server.url, companyId, ...viewer });

  const source = fleet.gateways.at(-1)!;
  let heard = { point: 0, hear: (_at: number) => {} };
  witness.on('notification', ({ payload }) => Number(payload) === heard.point && heard.hear(performance.now()));
  const gateway = await GatewayConnection.open(mqttPort, source, () => undefined);
  stops.push(() => gateway.cut());
  const places = source.pointIds.flatMap((_, place) => (isUndelayed(place) ? [place] : []));
  const send = (place: number, value: number) =>
    gateway.send(new TelemetryFrame({ [`p${place}`]: value }).copy(gateway.nextPacketId(), Date.now()));
  /** Alarms one after the other until it is over. */
  const alarmsUntil = async (isOver: () => boolean): Promise<number[]> => {
    const took: number[] = [];
    for (let i = 0; !isOver(); i++) {
      const place = places[i % places.length]!;
      const committed = new Promise<number>((resolve) => {
        heard = { point: source.pointIds[place]!, hear: resolve };
      });
      const sentAt = performance.now();
      send(place, -5);
      took.push((await committed) - sentAt);
      await pause(20 + Math.random() * 60);
      send(place, -18);
      await pause(20 + Math.random() * 60);
    }
    return took;
  };

  const upload = async (worker: number): Promise<void> => {
    const { userName, password } = fleet.gateways[worker]!;
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
      ...{ username: userName, password, protocolVersion: 4, reconnectPeriod: 0 },
    });
    for (let place = worker; place < tags.length; place += uploaders) {
      const serial = tags[place]!;
      for (let first = 0; first < samplesPerTag; first += chunk) {
        const entries: object[] = first === 0 ? [{ ts: now, values: { tagClock: now + 5_000 } }] : [];
        for (let i = first; i < Math.min(samplesPerTag, first + chunk); i++) {
          const ts = now + 5_000 - (samplesPerTag - i) * cycleMs;
          entries.push({ ts, values: { sequence: i, temperature: temperature(place, ts) } });
        }
        await client.publishAsync('v1/gateway/telemetry', JSON.stringify({ [serial]: entries }), { qos: 1 });
      }
    }
    await client.endAsync();
  };
  const before = loadavg()[0]!;
  const start = performance.now();
  let isOver = false;
  const alarms = alarmsUntil(() => isOver);
  await Promise.all(Array.from({ length: uploaders }, (_, worker) => upload(worker)));
  const uploaded = performance.now() - start;
  isOver = true;
  const latencies = await alarms;
  const { rows } = await pool.query<{ numbers: number }>(
    'SELECT coalesce(sum(last_sequence - first_sequence + 1), 0)::float8 AS numbers FROM tag_memory_range',
  );

  const zone = 'UTC';
  const query = {
    carId,
    start: localOfEpoch(now - weekMs, zone),
    end: localOfEpoch(now, zone),
  };
  const answers: number[] = [];
  let track = await browser.call('getCarTrack', { query });
  for (let i = 0; i < asked; i++) {
    const at = performance.now();
    track = await browser.call('getCarTrack', { query });
    answers.push(performance.now() - at);
  }
  const painted = await paint(server.url);
  console.log(
    `${count(tagCount)} tags × ${count(samplesPerTag)} samples in messages of ${count(chunk)}; load of the machine before / after: ${before.toFixed(1)} / ${loadavg()[0]!.toFixed(1)}\n`,
  );
  printTable([
    ['', 'measured', 'target'],
    ['all memories taken', `${(uploaded / 1000).toFixed(1)} s`, '≤ 60 s'],
    ['samples a second', count((tagCount * samplesPerTag * 1000) / uploaded), ''],
    ['numbers received, of those sent', `${count(rows[0]!.numbers)} of ${count(tagCount * samplesPerTag)}`, 'all'],
    [`alarms committed meanwhile (${latencies.length}), p50`, ms(quantile(latencies, 0.5)), ''],
    ['  p99', ms(quantile(latencies, 0.99)), '≤ 100 ms'],
    ['  longest', ms(quantile(latencies, 1)), ''],
    [
      `a week’s track over HTTP (${count(track.FixCount)} positions, ${track.Path.length} corners, ${track.VisitList.length} stays), p50`,
      ms(quantile(answers, 0.5)),
      '',
    ],
    ['  p95', ms(quantile(answers, 0.95)), ''],
    ['  its size', `${count(JSON.stringify(track).length / 1000)} kB`, ''],
    ...(painted.length === 0
      ? [['the same painted in a browser', 'not measured: the pages are not built', '≤ 300 ms']]
      : [
          [
            `the same painted in a browser (${painted.length}), from the click, median`,
            ms(quantile(painted, 0.5)),
            '≤ 300 ms',
          ],
          ['  longest', ms(quantile(painted, 1)), ''],
        ]),
  ]);

  /** A truck that goes to a customer and back three times a day, 90 km each way, its receiver wandering. */
  async function insertWeek(deviceId: number, from: number): Promise<void> {
    const gatewayId = fleet.gateways[0]!.id;
    const length = weekMs / fixMs;
    const column = async (name: string, unit: string, valueAt: (km: number, at: number) => number) => {
      const id = await aPoint(db, gatewayId, { deviceId, name, unit, samplingIntervalSeconds: fixMs / 1000 });
      const columns: ReadingColumns = emptyColumns(length);
      for (let i = 0; i < length; i++) {
        const at = from + i * fixMs;
        columns.pointIds[i] = id;
        columns.measuredAt[i] = at;
        columns.values[i] = valueAt(kilometre(at), at);
      }
      await importSegments(pool, id, columns);
    };
    const wander = (at: number) => 0.00003 * Math.sin(at / 7_000);
    await column('Latitude', '°', (km, at) => 31.2 - km * 0.005 + 0.02 * Math.sin(km / 5) + wander(at));
    await column('Longitude', '°', (km, at) => 121.4 - km * 0.006 + wander(at + 3_000));
    await column('Cargo', '°C', (_km, at) => temperature(1, at));
    for (const [name, km] of [
      ['Depot', 0],
      ['Customer', 90],
      ['Halfway', 45],
    ] as const)
      await pool.query(
        `INSERT INTO geofence (project_id, name, stop_kind, kind, latitude, longitude, radius_metres, created_at)
         VALUES ($1, $2, 'other', 'circle', $3, $4, 300, now())`,
        [projectId, name, 31.2 - km * 0.005 + 0.02 * Math.sin(km / 5), 121.4 - km * 0.006],
      );
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}

/** Where the truck is: a round of eight hours, of which it drives three out and back and stands the rest. */
function kilometre(at: number): number {
  const hour = (at / 3_600_000) % 8;
  if (hour < 1.5) return hour * 60;
  if (hour < 2.5) return 90;
  return hour < 4 ? (4 - hour) * 60 : 0;
}

/** From the click on a week to its painted track, each time on a page that has not asked for it yet. */
async function paint(url: string): Promise<number[]> {
  if (!existsSync(new URL('../packages/web/dist/index.html', import.meta.url))) return [];
  const browser = await playwright.launch(chromium());
  const times: number[] = [];
  try {
    const context = await browser.newContext({ baseURL: url, locale: 'en-GB', viewport: { width: 1366, height: 768 } });
    await context.addCookies([{ name: 'language', value: 'en', url }]);
    const page = await context.newPage();
    await page.goto('/login?redirect=%2Fmonitor%2FcarTrack');
    await page.getByRole('textbox', { name: 'Account' }).fill('bench-viewer');
    await page.getByLabel('Password', { exact: true }).fill('Viewer_of_1');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL((at) => !at.pathname.startsWith('/login'));
    for (let i = 0; i < paintings; i++) {
      await page.goto('/monitor/carTrack');
      await page.getByText('Last 24 hours').click();
      await page.waitForFunction(() => document.querySelector('.track-line') !== null);
      await page.waitForTimeout(2_000);
      times.push(await untilWeek(page));
    }
  } finally {
    await browser.close();
  }
  return times;
}

/** Ms from the click on “Last 7 days” to the frame after its track was drawn. */
function untilWeek(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const distance = () => document.querySelector('.transport-facts dd')?.textContent ?? '';
    const day = distance();
    const button = [...document.querySelectorAll<HTMLElement>('.ant-segmented-item')].find(
      ({ textContent }) => textContent === 'Last 7 days',
    )!;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const start = performance.now();
    button.querySelector('input')!.click();
    while (distance() === day || document.querySelector('.track-line') === null) await frame();
    await frame();
    return performance.now() - start;
  });
}
