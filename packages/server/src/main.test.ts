import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import mqtt from 'mqtt';
import { afterEach, expect, test } from 'vitest';
import { system } from './access/index.ts';
import { finishSeeding } from './demo/seeding.store.ts';
import { openDatabase } from './platform/db/database.ts';
import { silentLog } from './platform/log/log.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { aCompany, aMember, aProject, aRule, aStrategy } from './testing/factories.ts';
import { anMqttGateway, anMqttPoint } from './testing/fieldFactories.ts';
import { soon } from './testing/soon.ts';

/** Whole servers start in these, which takes its time on a busy machine. */
const patience = 300_000;

const release: (() => unknown)[] = [];
afterEach(async () => {
  for (const action of release.splice(0).reverse()) await action();
});

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
};

/** The server as its own process, on a database that is there already. */
async function startServer(databaseUrl: string) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'watchpost-main-'));
  const [httpPort, mqttPort] = [await freePort(), await freePort()];
  const child: ChildProcess = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HTTP_PORT: String(httpPort),
      MQTT_PORT: String(mqttPort),
      DTU_PORT: 'off',
      DEMO: 'off',
      ADMIN_ACCOUNT: 'operator',
      ADMIN_PASSWORD: 'first_start',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const said: string[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => said.push((JSON.parse(line) as { msg: string }).msg));
  release.push(async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  });
  /** Resolves when it has said this so many times. */
  const says = (sentence: string, times = 1) =>
    Promise.race([
      expect.poll(() => said.filter((line) => line === sentence).length, { ...soon, timeout: patience }).toBe(times),
      exited.then((code) => Promise.reject(new Error(`It ended with ${code}: ${said.join('; ')}`))),
    ]);
  return {
    signal: (name: NodeJS.Signals) => child.kill(name),
    mqttPort,
    exited,
    said,
    says,
    readiness: async () => {
      const reply = await fetch(`http://127.0.0.1:${httpPort}/readyz`);
      return { code: reply.status, ...((await reply.json()) as { ownership: string }) };
    },
  };
}

const standsBy = 'Another server works on this database; this one stands by and takes over when it is gone';

async function aDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  release.push(() => database.close());
  return database;
}

test(
  'a second server on the same database stands by, says so, and takes over when the first is gone',
  async () => {
    const { url } = await aDatabase();
    const first = await startServer(url);
    await first.says('Ready');
    const second = await startServer(url);
    await second.says(standsBy);
    await expect.poll(second.readiness, soon).toMatchObject({
      code: 503,
      ownership: 'another server works on this database; this one takes over when it is gone',
    });
    await expect(mqtt.connectAsync(`mqtt://127.0.0.1:${second.mqttPort}`, {}, false)).rejects.toThrow('ECONNREFUSED');
    expect(await first.readiness()).toMatchObject({ code: 200, ownership: 'ok' });

    first.signal('SIGKILL');
    await second.says('Ready');
    expect(await second.readiness()).toMatchObject({ code: 200, ownership: 'ok' });

    const third = await startServer(url);
    await third.says(standsBy);
    second.signal('SIGTERM');
    expect(await second.exited).toBe(0);
    await third.says('Ready');
    third.signal('SIGTERM');
    expect(await third.exited).toBe(0);
  },
  patience,
);

test(
  'a server that slept while another took over writes, acknowledges and raises nothing, and stands by',
  async () => {
    const { url, pool } = await aDatabase();
    const database = openDatabase(url, silentLog);
    release.push(() => database.close());
    const { db } = database;
    const companyId = await aCompany(db);
    const projectId = await aProject(db, companyId);
    await aMember(db, companyId, projectId);
    const gatewayId = await anMqttGateway(db, projectId, { userName: 'store', password: 'store secret' });
    const point = await anMqttPoint(db, gatewayId, { key: 'freezer' });
    const bands = { high: { limit: -15, severity: 2 } } as const;
    const rule = { kind: 'limit', bands, deadband: 1, onDelaySeconds: 0, offDelaySeconds: 0 } as const;
    await aRule(db, await aStrategy(db, projectId), rule, { points: [point] });
    await finishSeeding(system, db);
    const kept = async () =>
      (
        await pool.query(
          `SELECT (SELECT coalesce(sum(sample_count), 0)::int FROM sample_log) AS samples, (SELECT count(*)::int FROM alarm) AS alarms,
                (SELECT count(*)::int FROM notification) + (SELECT count(*)::int FROM alarm_announcement) AS news`,
        )
      ).rows[0];

    const first = await startServer(url);
    await first.says('Ready');
    const login = { username: 'store', password: 'store secret', reconnectPeriod: 0 };
    const gateway = await mqtt.connectAsync(`mqtt://127.0.0.1:${first.mqttPort}`, login);
    release.push(() => gateway.endAsync(true));
    await gateway.publishAsync('v1/devices/me/telemetry', '{"freezer":-18}', { qos: 1 });
    const before = await kept();
    expect(before).toEqual({ samples: 1, alarms: 0, news: 0 });

    first.signal('SIGSTOP');
    const gone = new Promise<void>((resolve) => gateway.once('close', resolve));
    let isAcknowledged = false;
    gateway.publish('v1/devices/me/telemetry', '{"freezer":-2}', { qos: 1 }, (error) => {
      isAcknowledged = !error;
    });
    const second = await startServer(url);
    await second.says('Ready');
    first.signal('SIGCONT');
    await first.says(standsBy);
    await gone;
    expect(isAcknowledged).toBe(false);
    await expect.poll(first.readiness, soon).toMatchObject({ code: 503 });
    expect(first.said).toContain('Another server has taken over this database; this one stops and stands by');
    expect(await kept()).toEqual(before);
    expect(await second.readiness()).toMatchObject({ code: 200, ownership: 'ok' });

    second.signal('SIGKILL');
    await first.says('Ready', 2);
    const back = await mqtt.connectAsync(`mqtt://127.0.0.1:${first.mqttPort}`, login);
    release.push(() => back.endAsync(true));
    await back.publishAsync('v1/devices/me/telemetry', '{"freezer":-2}', { qos: 1 });
    expect(await kept()).toMatchObject({ samples: 2, alarms: 1 });
  },
  patience,
);
