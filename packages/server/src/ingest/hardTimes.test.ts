import mqtt from 'mqtt';
import type pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { ReadingColumnsBuilder } from '../history/index.ts';
import { startTestApplication, type TestApplication } from '../testing/application.ts';
import { aCompany, aGateway, aPoint, aProject, aRule, aStrategy } from '../testing/factories.ts';
import { anMqttGateway, anMqttPoint } from '../testing/fieldFactories.ts';
import { lockWaits } from '../testing/lockWaits.ts';
import { presentValueReader } from '../testing/presentValue.ts';
import { soon } from '../testing/soon.ts';

// A reading that cannot be stored, and a database that does not keep up: what the gateways and the memory see of it.

const release: (() => unknown)[] = [];
afterEach(async () => {
  for (const action of release.splice(0).reverse()) await action();
});

async function start(prepare: Parameters<typeof startTestApplication>[0]): Promise<TestApplication> {
  const app = await startTestApplication(prepare);
  release.push(() => app.stop());
  return app;
}

/** A figure of /metrics, 0 while nothing was counted. */
async function counted({ url }: TestApplication, metric: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${metric} `));
  return line === undefined ? 0 : Number(line.split(' ')[1]);
}

const storedSamples = async (
  { database }: TestApplication,
  connection: Pick<pg.ClientBase, 'query'> = database.pool,
): Promise<number> =>
  (await connection.query('SELECT coalesce(sum(sample_count), 0)::int AS n FROM sample_log')).rows[0].n;

test('a reading that the database refuses is left out and counted; what came with it and after it is stored', async () => {
  let projectId = 0;
  let poison = 0;
  const good: number[] = [];
  const app = await start({
    prepare: async ({ db, pool }) => {
      projectId = await aProject(db, await aCompany(db));
      const gatewayId = await aGateway(db, projectId);
      poison = await aPoint(db, gatewayId);
      for (let i = 0; i < 5; i++) good.push(await aPoint(db, gatewayId));
      const bands = { high: { limit: -15, severity: 2 } } as const;
      const rule = { kind: 'limit', bands, deadband: 1, onDelaySeconds: 0, offDelaySeconds: 0 } as const;
      await aRule(db, await aStrategy(db, projectId), rule, { points: [poison, ...good] });
      // Its alarm is a value that a column does not take.
      await pool.query(`ALTER TABLE alarm ADD CONSTRAINT no_poison CHECK (point_id <> ${poison})`);
    },
  });
  const { commit } = app.application.ingest;
  const submit = (pointId: number, value: number) => {
    const columns = new ReadingColumnsBuilder(16);
    columns.push(pointId, Date.now(), value, 0);
    return commit.submit(columns.take());
  };
  await Promise.all([poison, ...good].map((pointId) => submit(pointId, -5)));

  expect(await storedSamples(app)).toBe(good.length);
  expect(await counted(app, 'watchpost_samples_quarantined')).toBe(1);
  const read = await presentValueReader(app.url, app.database.db, projectId);
  for (const pointId of good) expect(await read(pointId)).toMatchObject({ Value: -5, Quality: 'good' });
  expect((await read(poison)).Value).toBeNull();
  const { rows } = await app.database.pool.query('SELECT count(*)::int AS n FROM alarm');
  expect(rows[0].n).toBe(good.length);

  await submit(poison, -18);
  expect(await read(poison)).toMatchObject({ Value: -18, Quality: 'good' });
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
});

test('while the database only reads, as a standby or a full disk does, readings wait; when it writes again they are stored', async () => {
  let pointId = 0;
  const app = await start({
    prepare: async ({ db }) => {
      pointId = await aPoint(db, await aGateway(db, await aProject(db, await aCompany(db))));
    },
  });
  const { commit } = app.application.ingest;
  const admin = await app.database.pool.connect();
  release.push(() => admin.release());
  await admin.query('SET default_transaction_read_only = off');
  const { rows } = await admin.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  /** For connections to come; the present ones are ended. */
  const letWrite = async (mayWrite: boolean) => {
    await admin.query(`ALTER DATABASE ${rows[0]!.name} SET default_transaction_read_only = ${mayWrite ? 'off' : 'on'}`);
    await admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  };
  await letWrite(false);
  const attempts = vi.spyOn(app.database.commitPool, 'connect');
  const columns = new ReadingColumnsBuilder(16);
  columns.push(pointId, Date.now(), -18, 0);
  let isAcknowledged = false;
  const submitted = commit.submit(columns.take()).then(() => {
    isAcknowledged = true;
  });
  await expect.poll(() => attempts.mock.calls.length, soon).toBeGreaterThan(5);
  expect([isAcknowledged, commit.failedSince]).toEqual([false, expect.any(Number)]);

  await letWrite(true);
  await submitted;
  // On the one connection that is not being ended.
  const stored = await storedSamples(app, admin);
  expect([stored, commit.quarantined, commit.failedSince]).toEqual([1, 0, null]);
});

test('while the database does not keep up nothing is acknowledged, a flood stays in the network, and later all of it is stored', async () => {
  const app = await start({
    prepare: async ({ db }) => {
      const projectId = await aProject(db, await aCompany(db));
      const gatewayId = await anMqttGateway(db, projectId, { userName: 'flood', password: 'flood secret' });
      await anMqttPoint(db, gatewayId, { key: 'temp' });
    },
  });
  const client = mqtt.connect(`mqtt://127.0.0.1:${app.application.mqttPort}`, {
    username: 'flood',
    password: 'flood secret',
    keepalive: 0,
    reconnectPeriod: 0,
  });
  release.push(() => client.endAsync(true));
  await new Promise<void>((resolve) => client.once('connect', () => resolve()));

  const blocker = await app.database.pool.connect();
  release.push(() => blocker.release());
  await blocker.query('BEGIN; LOCK TABLE sample_log IN ACCESS EXCLUSIVE MODE');
  // More than the buffers of both ends of the connection hold together.
  const messages = 2_000;
  const messageBytes = 10_000;
  const stream = client.stream as unknown as { writableLength: number };
  let acknowledged = 0;
  const sent = Promise.all(
    Array.from({ length: messages }, async (_, i) => {
      const payload = `{"ts":${Date.now() - i},"values":{"temp":-18}}`.padEnd(messageBytes);
      await client.publishAsync('v1/devices/me/telemetry', payload, { qos: 1 });
      acknowledged++;
    }),
  );
  const { commit } = app.application.ingest;
  const heldCommits = () => lockWaits(app.database.pool);
  await expect.poll(heldCommits, soon).toBeGreaterThan(0);
  // The gateway cannot get rid of the rest: the server has stopped reading from it.
  let unsent = -1;
  let looksAlike = 0;
  await expect
    .poll(() => {
      looksAlike = stream.writableLength === unsent ? looksAlike + 1 : 0;
      unsent = stream.writableLength;
      return unsent > 0 ? looksAlike : 0;
    }, soon)
    .toBeGreaterThan(20);
  expect(acknowledged).toBe(0);
  expect(commit.waitingSamples * messageBytes).toBeLessThan(1024 * 1024);

  await blocker.query('COMMIT');
  await sent;
  expect(await storedSamples(app)).toBe(messages);
});
