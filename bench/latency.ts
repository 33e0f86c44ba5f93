/**
 * How long an alarm takes: from the moment a gateway sends the sample until the alarm's row is committed, until a browser is
 * told, and until that browser holds the popup's words.
 *
 * The real server, and gateways with 100 points each, run in processes of their own on this machine. However many
 * gateways there are, they send 40,000 values a second together. One more gateway makes alarms, one at a time. "Committed" is what another
 * session of the database sees, by a trigger that is delivered at the commit. The browser is an MQTT client over WebSocket
 * that asks for its popups when it is told that one waits, as our pages do. All times count from the write to the gateway's
 * socket.
 *
 * `npm run bench -- latency [--points 10000] [--alarms 250]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type AlarmChanged, realtimeTopics } from '@watchpost/contract';
import { openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { insertFleet, insertLimits, isUndelayed } from './rig/fleet.ts';
import { GatewayConnection } from './rig/GatewayConnection.ts';
import { listenForAlarms } from './rig/listenForAlarms.ts';
import { startLoad } from './rig/load.ts';
import { freePort, startServer } from './rig/serverProcess.ts';
import { TelemetryFrame } from './rig/TelemetryFrame.ts';
import { count, measureEach, ms, printTable, quantile, rowsAbout } from './rig/table.ts';
import { ViewerClient } from './rig/ViewerClient.ts';

const { values: options } = parseArgs({
  options: {
    points: { type: 'string', default: '1000,10000,100000' },
    alarms: { type: 'string', default: '250' },
  },
});
const alarmCount = Number(options.alarms);
const valuesPerMessage = 100;
const offeredPerSecond = 40_000;
const warmUpSeconds = 5;
/** An alarm that has not arrived by then never will. */
const patienceMs = 10_000;
/** Long enough for the worst case; the rest is cut off when all alarms are measured. */
const loadSeconds = 300;

/** The moments of one alarm, from the write of its sample, in ms. */
interface Alarm {
  acknowledged: number;
  committed: number;
  told: number;
  popup: number;
}

interface Case {
  points: number;
  alarms: Alarm[];
  rowsStored: number;
}

/** Something that will be heard once, with the moment it was. */
class Moment {
  readonly at: Promise<number>;
  hear!: () => void;

  constructor(what: string) {
    this.at = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Not within ${patienceMs} ms: ${what}`)), patienceMs);
      this.hear = () => {
        clearTimeout(timer);
        resolve(performance.now());
      };
    });
  }
}

async function measure(points: number): Promise<Case> {
  const gateways = points / valuesPerMessage;
  const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-'));
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const log = { info: () => undefined, warn: () => undefined, error: console.error };
    const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log });
    stops.push(() => postgres.stop());
    const database = openDatabase(postgres.url, silentLog);
    stops.push(() => database.close());
    await migrate(database.pool);
    const fleet = await insertFleet(database, { gateways: gateways + 1, pointsPerGateway: valuesPerMessage });
    await insertLimits(database, fleet);
    const witness = await listenForAlarms(database.pool, postgres.url);
    stops.push(() => witness.end());

    const [mqttPort, httpPort] = [await freePort(), await freePort()];
    const server = await startServer({ dataDir: folder, httpPort, mqttPort, databaseUrl: postgres.url });
    stops.push(server.stop);
    const { viewer, companyId, projectId } = fleet;
    const browser = await ViewerClient.signIn({ url: server.url, companyId, ...viewer });

    const source = fleet.gateways.at(-1)!;
    let heard: Record<'acknowledged' | 'committed' | 'told' | 'waiting', Moment> | null = null;
    let expectedPoint = 0;
    let expectedKind: AlarmChanged['kind'] = 'raised';
    witness.on('notification', ({ payload }) => Number(payload) === expectedPoint && heard?.committed.hear());
    const channel = await browser.listen(
      [
        realtimeTopics.userPushes.topic(viewer.userId),
        realtimeTopics.deviceAlarms.topic(projectId, source.deviceId, '+'),
      ],
      (topic, payload) => {
        if (topic === realtimeTopics.userPushes.topic(viewer.userId)) heard?.waiting.hear();
        else if ((payload as AlarmChanged).kind === expectedKind) heard?.told.hear();
      },
    );
    stops.push(() => channel.end());
    const gateway = await GatewayConnection.open(mqttPort, source, () => heard?.acknowledged.hear());
    stops.push(() => gateway.cut());

    const load = await startLoad({
      port: mqttPort,
      gateways: fleet.gateways.slice(0, gateways),
      valuesPerMessage,
      excursionKey: null,
    });
    stops.push(() => load.stop());
    const messagesPerSecond = offeredPerSecond / valuesPerMessage;
    await load.run({ type: 'offer', messagesPerSecond, seconds: warmUpSeconds });
    load.run({ type: 'offer', messagesPerSecond, seconds: loadSeconds }).catch(() => {});

    /** Sends one value and resolves when everybody has heard what follows from it. */
    const send = async (place: number, value: number, kind: AlarmChanged['kind']): Promise<Alarm> => {
      expectedPoint = source.pointIds[place]!;
      expectedKind = kind;
      const what = {
        acknowledged: new Moment('PUBACK'),
        told: new Moment('live message'),
        waiting: new Moment('popup'),
      };
      const committed = new Moment('commit');
      heard = { ...what, committed };
      if (kind !== 'raised') committed.hear();
      const frame = new TelemetryFrame({ [`p${place}`]: value });
      const sentAt = performance.now();
      gateway.send(frame.copy(gateway.nextPacketId(), Date.now()));
      const popup = what.waiting.at.then(async () => {
        const { Data } = await browser.call('getAlarmPlayScreenPage', { body: {} });
        const at = performance.now();
        if (Data[0]?.PointName !== `Gateway ${gateways + 1} p${place}`) throw new Error('The popup is another one');
        return at;
      });
      return {
        acknowledged: (await what.acknowledged.at) - sentAt,
        committed: (await committed.at) - sentAt,
        told: (await what.told.at) - sentAt,
        popup: (await popup) - sentAt,
      };
    };

    const places = source.pointIds.flatMap((_, place) => (isUndelayed(place) ? [place] : []));
    const alarms: Alarm[] = [];
    for (let i = 0; i < alarmCount; i++) {
      const place = places[i % places.length]!;
      alarms.push(await send(place, -5, 'raised'));
      await pause(10 + Math.random() * 90);
      await send(place, -18, 'returnedToNormal');
      await pause(10 + Math.random() * 90);
    }
    const { rows } = await database.pool.query<{ count: number }>(
      'SELECT count(*) FROM alarm WHERE point_id = ANY($1)',
      [source.pointIds],
    );
    return { points, alarms, rowsStored: rows[0]!.count };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

const cases = await measureEach(options.points, measure);
const row = rowsAbout(cases);
const rowsOf = (what: string, key: keyof Alarm, targets: { p50?: string; p99?: string; longest?: string } = {}) => {
  const figure = (share: number) => (measured: Case) =>
    ms(
      quantile(
        measured.alarms.map((alarm) => alarm[key]),
        share,
      ),
    );
  return [
    row(`${what}, p50`, figure(0.5), targets.p50),
    row('  p99', figure(0.99), targets.p99),
    row('  longest', figure(1), targets.longest),
  ];
};

console.log(
  `${count(alarmCount)} alarms, one at a time, from the sample sent, while ${count(offeredPerSecond)} values/s come in\n`,
);
printTable([
  row('points', ({ points }) => count(points), 'target'),
  [],
  ...rowsOf('until its PUBACK', 'acknowledged'),
  ...rowsOf('until the alarm’s row is committed', 'committed', { p50: '≤ 20 ms', p99: '≤ 100 ms' }),
  ...rowsOf('until the live message is in a browser', 'told', { longest: '≤ 250 ms' }),
  ...rowsOf('until the popup’s words are in a browser', 'popup', { longest: '≤ 250 ms' }),
  [],
  row('alarms made', ({ alarms }) => count(alarms.length)),
  row('rows in the database', ({ rowsStored }) => count(rowsStored), 'all'),
]);
