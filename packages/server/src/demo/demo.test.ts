import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoGateways } from '@watchpost/demo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { system } from '../access/index.ts';
import { loadConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { silentLog } from '../platform/log/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { fillEmptyDatabase } from './fillEmptyDatabase.ts';
import { type DemoLogin, seedDemo } from './seedDemo.ts';
import { finishSeeding } from './seeding.store.ts';

let testDb: TestDatabase;
let database: Database;
let dataDir: string;

beforeAll(async () => {
  testDb = await testDatabase();
  database = openDatabase(testDb.url, silentLog);
  dataDir = mkdtempSync(path.join(tmpdir(), 'watchpost-test-'));
  await seedDemo(database.db, systemClock, { dataDir, modbusTcpPort: 5020, simPort: 7010 });
  await finishSeeding(system, database.db);
});
afterAll(async () => {
  await database.close();
  await testDb.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const startAgain = (ports: NodeJS.ProcessEnv) =>
  fillEmptyDatabase({
    database,
    config: loadConfig({ environment: { DATA_DIR: dataDir, ...ports }, envFile: null }),
    publicUrl: null,
    clock: systemClock,
    log: silentLog,
    progress: () => {},
  });
const museum = demoGateways.find(({ protocol }) => protocol === 'MODBUS_TCP')!;
const addressOfMuseum = async () =>
  (
    await database.db
      .selectFrom('gateway')
      .select('address')
      .where('serial_number', '=', museum.serialNumber)
      .executeTakeFirstOrThrow()
  ).address;

test('with another port at a later start the demo’s Modbus TCP gateway is found at the simulator’s new port', async () => {
  expect(await addressOfMuseum()).toBe('127.0.0.1:5020');
  await startAgain({ MODBUS_TCP_PORT: '6020' });
  expect(await addressOfMuseum()).toBe('127.0.0.1:6020');
  await startAgain({ MODBUS_TCP_PORT: '6020' });
  expect(await addressOfMuseum()).toBe('127.0.0.1:6020');
});

test('a gateway that was sent to a real device stays there', async () => {
  const { db } = database;
  const to = (address: string) =>
    db.updateTable('gateway').set({ address }).where('serial_number', '=', museum.serialNumber).execute();
  await to('192.168.7.9:502');
  await startAgain({ MODBUS_TCP_PORT: '7020' });
  expect(await addressOfMuseum()).toBe('192.168.7.9:502');
  await to('127.0.0.1:6020');
});

test('without the demo, or in a database that the demo did not fill, no gateway is touched', async () => {
  const credentials = path.join(dataDir, 'demo-gateways.json');
  const before = await addressOfMuseum();
  await startAgain({ MODBUS_TCP_PORT: '7020', DEMO: 'off' });
  expect(await addressOfMuseum()).toBe(before);
  const kept = readFileSync(credentials);
  rmSync(credentials);
  await startAgain({ MODBUS_TCP_PORT: '7020' });
  expect(await addressOfMuseum()).toBe(before);
  writeFileSync(credentials, kept, { mode: 0o600 });
});

test('the file of logins names each person’s role, company and rights in both languages', () => {
  const logins = JSON.parse(readFileSync(path.join(dataDir, 'demo-logins.json'), 'utf8')) as DemoLogin[];
  const { password, ...viewer } = logins.find(({ account }) => account === 'chenkeke01')!;
  expect(password).toMatch(/^[A-Za-z0-9]{12}$/);
  expect(viewer).toEqual({
    account: 'chenkeke01',
    mobile: '13900000006',
    role: '查看者',
    roleEn: 'Viewer',
    company: '华东冷链集团',
    companyEn: 'East China Cold Chain Group',
    may: '华东冷链一号库的 3 台设备：仅查看；只见紧急、重要报警',
    mayEn: '3 devices of East China Cold Store 1: only watch; sees urgent, important alarms only',
  });
  expect(logins.find(({ account }) => account === 'linyuqing')?.mayEn).toBe(
    'all projects: watch, acknowledge and handle alarms',
  );
});

test('the demo has contracts and visits in every state, a plan by cycle that made its visits, and a commissioning that is under way', async () => {
  const { pool } = database;
  const visits = await pool.query('SELECT DISTINCT state FROM maintenance_order ORDER BY 1');
  expect(visits.rows.map(({ state }) => state)).toEqual([
    ...['confirmed', 'done', 'merged', 'planned', 'skipped', 'started'],
  ]);
  const contracts = await pool.query(`
    SELECT DISTINCT CASE WHEN k.terminated_at IS NOT NULL THEN 'terminated' WHEN s.n < 2 THEN 'toSign'
      WHEN k.valid_from > current_date THEN 'signed' WHEN k.valid_to < current_date THEN 'expired' ELSE 'inEffect' END AS state
    FROM maintenance_contract k CROSS JOIN LATERAL (SELECT count(*) AS n FROM maintenance_signature x WHERE x.contract_id = k.id) s
    ORDER BY 1`);
  expect(contracts.rows.map(({ state }) => state)).toEqual(['expired', 'inEffect', 'signed', 'terminated', 'toSign']);
  const made = await pool.query(`
    SELECT o.state, count(*)::int AS n FROM maintenance_order o JOIN maintenance_plan p ON p.id = o.plan_id
    WHERE p.kind = 'cycle' GROUP BY o.state ORDER BY o.state`);
  expect(made.rows.map(({ state }) => state)).toEqual(['merged', 'planned']);
  const commissioning = await pool.query(`
    SELECT (SELECT count(*)::int FROM debug_order WHERE status = 'doing') AS doing,
      (SELECT count(*)::int FROM debug_order WHERE launched_at IS NOT NULL) AS launched,
      (SELECT count(*)::int FROM work_signature WHERE order_kind = 'commissioning' AND role = 'store') AS signed`);
  expect(commissioning.rows).toEqual([{ doing: 2, launched: 3, signed: 3 }]);
});
