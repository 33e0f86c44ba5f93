import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReadingColumns } from '../events.ts';
import { openHistory, ReadingColumnsBuilder } from '../history/index.ts';
import { manualClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { inTransaction } from '../platform/db/inTransaction.ts';
import { silentLog } from '../platform/log/log.ts';
import { createStorage } from '../platform/storage/storage.ts';
import { emptyDatabase, type TestDatabase, testDatabase } from '../testing/database.ts';
import { filesOf, writeFilesOf } from '../testing/equippedCompany.ts';
import { aCompany, aGateway, aPoint, aProject, aUser } from '../testing/factories.ts';
import { checkBackup, finishPutInPlace, makeBackup, putInPlace, restoreBackup, takeDataFolder } from './index.ts';
import { writeManifest } from './manifest.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const always = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const clock = manualClock(noon);

let source: TestDatabase;
let root: string;
let pointId: number;
const inRoot = (name: string): string => path.join(root, name);
const backup = (folder: string) =>
  makeBackup({ url: source.url, dataDir: inRoot('data'), version: '1.2.3', clock }, inRoot(folder));

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'watchpost-backup-'));
  mkdirSync(inRoot('data'));
  source = await testDatabase();
  const database = openDatabase(source.url, silentLog);
  const companyId = await aCompany(database.db);
  const projectId = await aProject(database.db, companyId);
  const userId = await aUser(database.db);
  pointId = await aPoint(database.db, await aGateway(database.db, projectId, {}), {});
  const ids = await filesOf(database.db, { companyId, projectId, userId }, '冷库');
  await writeFilesOf(inRoot('data'), ids, '冷库');
  // One export is over, one was asked for and not made.
  await source.pool.query('UPDATE download SET expires_at = $2 WHERE id = $1', [ids.downloadId, new Date(noon - 1)]);
  await source.pool.query('UPDATE download SET expires_at = $2 WHERE id = $1', [
    ids.spareDownloadId,
    new Date(noon + 86_400_000),
  ]);
  await source.pool.query(
    `INSERT INTO download (company_id, user_id, kind, title_zh, title_en, language, parameters, requested_at, state)
     VALUES ($1, $2, 'members', '成员', 'Members', 'zh', '{}', now(), 'running')`,
    [companyId, userId],
  );
  await database.close();
  writeFileSync(inRoot('data/demo-logins.json'), '{"who":"linyuqing"}');
});
afterAll(async () => {
  await source.close();
  rmSync(root, { recursive: true });
});

/** The contents of every table, by a sum of its rows in any order. */
async function sums(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const columns = name === 'migration' ? '(t.name, t.hash)' : 't';
    const { rows: sum } = await pool.query(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(${columns}::text, ' ' ORDER BY ${columns}::text), '')) AS sum FROM "${name}" t`,
    );
    found[name] = sum[0].sum;
  }
  return found;
}

test('what is kept while writing and sealing go on comes back as it stood at one moment, and goes on from there', async () => {
  const history = openHistory({ db: source.pool, clock, log: silentLog });
  await history.start();
  let written = 0;
  const write = () =>
    inTransaction(source.pool, async (client): Promise<ReadingColumns> => {
      written += 1;
      const builder = new ReadingColumnsBuilder(1);
      builder.push(pointId, clock.now() - 1_000_000 + written, written / 10, 0);
      const columns = builder.take();
      await history.append(client, columns);
      await client.query(
        `INSERT INTO setting (name, value) VALUES ('test:written', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        [String(written)],
      );
      return columns;
    }).then((columns) => history.committed(columns));
  for (let i = 0; i < 20; i++) await write();
  // Half of it is sealed, and the hour after it can be while the backup runs.
  clock.advance(2 * 3_600_000);
  await history.seal();
  for (let i = 0; i < 20; i++) await write();
  clock.advance(2 * 3_600_000);
  const before = await sums(source.pool);

  const atWork = { now: true };
  const writing = (async () => {
    while (atWork.now) await write();
  })();
  const sealing = history.seal();
  const manifest = await backup('monday');
  atWork.now = false;
  await Promise.all([writing, sealing]);
  expect(manifest).toMatchObject({ version: '1.2.3', missing: [] });

  const target = await emptyDatabase();
  try {
    mkdirSync(inRoot('restored'));
    await restoreBackup(inRoot('monday'), await checkBackup(inRoot('monday')), {
      pool: target.pool,
      dataDir: inRoot('restored'),
    });
    const moving = ['sample_log', 'setting', 'history_segment', 'history_day', 'history_rollup', 'point_latest'];
    const after = await sums(target.pool);
    for (const sum of [before, after]) for (const name of moving) delete sum[name];
    expect(after).toEqual(before);
    // Its balances are old: somebody arms what cuts power by them.
    const marked = await target.pool.query(
      `SELECT value::timestamptz <= now() AS is_marked FROM setting WHERE name = 'backup:restoredAt'`,
    );
    expect(marked.rows).toEqual([{ is_marked: true }]);

    const restored = openHistory({ db: target.pool, clock, log: silentLog });
    await restored.start();
    const { rows } = await target.pool.query(`SELECT value::int AS n FROM setting WHERE name = 'test:written'`);
    const kept = rows[0].n as number;
    expect(kept).toBeGreaterThanOrEqual(40);
    expect(kept).toBeLessThan(written);
    const samples = async (from: typeof history) =>
      (await from.raw([pointId], ...always)).map((one) =>
        [...one.values.subarray(0, one.length)].sort((a, b) => a - b),
      )[0];
    const all = await samples(history);
    expect(all).toHaveLength(written);
    expect(await samples(restored)).toEqual(all!.slice(0, kept));
    await restored.stop();

    // Numbers go on after the last, the queue knows what was asked for, and what may not be changed still may not.
    const opened = openDatabase(target.url, silentLog);
    await aCompany(opened.db);
    await opened.close();
    const queue = await target.pool.query('SELECT task_identifier FROM graphile_worker.jobs');
    expect(queue.rows).toEqual([{ task_identifier: 'makeDownload' }]);
    await expect(target.pool.query('DELETE FROM operation_log')).rejects.toThrow();
    await expect(target.pool.query('UPDATE project SET company_id = 99999')).rejects.toThrow(/foreign key/);

    const keys = async (kind: string) => {
      const found: string[] = [];
      for await (const key of createStorage(inRoot(`restored/${kind}`)).writtenBefore(Number.MAX_SAFE_INTEGER))
        found.push(key);
      return found;
    };
    expect(await keys('files')).toHaveLength(2);
    expect(await keys('downloads')).toEqual([manifest.stored.downloads[0]!.key]);
    expect(readFileSync(inRoot('restored/demo-logins.json'), 'utf8')).toBe('{"who":"linyuqing"}');
  } finally {
    await history.stop();
    await target.close();
  }
});

test('a backup goes into an empty folder only, and leaves nothing behind when it fails', async () => {
  mkdirSync(inRoot('full'));
  writeFileSync(inRoot('full/mine.txt'), 'mine');
  await expect(backup('full')).rejects.toThrow(/is not empty/);
  expect(readdirSync(inRoot('full'))).toEqual(['mine.txt']);
  const empty = await emptyDatabase();
  const nothing = makeBackup({ url: empty.url, dataDir: inRoot('data'), version: '1', clock }, inRoot('nothing'));
  await expect(nothing).rejects.toThrow(/nothing to keep/);
  expect(readdirSync(inRoot('nothing'))).toEqual([]);
  await empty.close();
});

test('a backup that is damaged, unfinished or newer, and a database that holds something, are refused in words', async () => {
  const manifest = await backup('tuesday');
  const refused = () => expect(checkBackup(inRoot('tuesday'))).rejects;
  const pool = source.pool;
  await expect(restoreBackup(inRoot('tuesday'), manifest, { pool, dataDir: inRoot('nowhere') })).rejects.toThrow(
    /database is not empty/,
  );

  const file = inRoot('tuesday/tables/company.copy.zst');
  const whole = readFileSync(file);
  const bent = Buffer.from(whole);
  bent[bent.length - 1]! ^= 1;
  writeFileSync(file, bent);
  await refused().toThrow('is damaged (tables/company.copy.zst)');
  rmSync(file);
  await refused().toThrow('is damaged (tables/company.copy.zst)');
  writeFileSync(file, whole);
  await checkBackup(inRoot('tuesday'));

  await writeManifest(inRoot('tuesday'), { ...manifest, format: 2, version: '9.0.0' });
  await refused().toThrow(/newer version \(9\.0\.0\)/);
  const later = { name: '9999_later.sql', hash: 'x' };
  await writeManifest(inRoot('tuesday'), { ...manifest, migrations: [...manifest.migrations, later] });
  await refused().toThrow(/newer version/);
  await writeManifest(inRoot('tuesday'), { ...manifest, migrations: manifest.migrations.slice(1) });
  await refused().toThrow(/other migrations/);
  await writeManifest(inRoot('tuesday'), manifest);
  writeFileSync(
    inRoot('tuesday/manifest.json'),
    readFileSync(inRoot('tuesday/manifest.json'), 'utf8').replace('1.2.3', '1.2.4'),
  );
  await refused().toThrow(/damaged \(manifest\.json\)/);
  rmSync(inRoot('tuesday/manifest.json'));
  await refused().toThrow(/no finished backup/);
});

test('a crafted backup is refused before anything is written, even with a valid checksum', async () => {
  const manifest = await backup('crafted');
  const [table] = manifest.tables;
  const [one, ...others] = manifest.tables.slice(1);
  const content = { sizeBytes: 0, sha256: '0'.repeat(64) };
  const crafted: object[] = [
    { notes: [{ name: '../evil.json', ...content }] },
    { stored: { ...manifest.stored, files: [{ key: '../../evil', ...content }] } },
    { tables: [{ ...table!, name: '../company' }, one, ...others] },
    { tables: [{ ...table!, columns: ['id) FROM PROGRAM (id'] }, one, ...others] },
    { tables: [{ ...table!, parts: [{ name: 'p', bounds: "FOR VALUES FROM ('1') TO ('2'); DROP TABLE company" }] }] },
    { sequences: [{ name: 'x"; DROP TABLE company; --', value: 1, isCalled: true }] },
  ];
  for (const change of crafted) {
    await writeManifest(inRoot('crafted'), { ...manifest, ...change } as typeof manifest);
    await expect(checkBackup(inRoot('crafted')), JSON.stringify(change)).rejects.toThrow(/damaged \(manifest\.json\)/);
  }
});

test('a data folder that holds something is replaced only when told, and what it held is moved aside', async () => {
  const dataDir = inRoot('held');
  mkdirSync(path.join(dataDir, 'files'), { recursive: true });
  writeFileSync(path.join(dataDir, 'files/old'), 'old');
  await expect(takeDataFolder(dataDir, { replace: false, log: quiet })).rejects.toThrow(/is not empty \(files\)/);
  const { staging, release } = await takeDataFolder(dataDir, { replace: true, log: quiet });
  await expect(takeDataFolder(dataDir, { replace: true, log: quiet })).rejects.toThrow(/Watchpost runs on the folder/);
  mkdirSync(path.join(staging, 'files'));
  writeFileSync(path.join(staging, 'files/new'), 'new');
  const aside = putInPlace(dataDir, staging, noon);
  release();
  expect(readdirSync(path.join(dataDir, 'files'))).toEqual(['new']);
  expect(readFileSync(path.join(aside!, 'files/old'), 'utf8')).toBe('old');
  expect(readdirSync(dataDir).sort()).toEqual(['files', 'replaced-2026-11-21T120000']);
});

test('a restore that is killed while it moves things is ended by the next start, wherever it was', () => {
  // What was there is moved aside first, then what is new comes in; the kill is after so many of these four moves.
  for (let done = 0; done <= 4; done++) {
    const dataDir = inRoot(`killed-${done}`);
    const [staging, aside] = [path.join(dataDir, 'restoring'), path.join(dataDir, 'replaced-then')];
    for (const folder of [aside, path.join(staging, 'files'), path.join(staging, 'downloads')])
      mkdirSync(folder, { recursive: true });
    for (const name of ['files', 'downloads']) {
      writeFileSync(path.join(staging, name, 'new'), 'new');
      mkdirSync(path.join(dataDir, name));
      writeFileSync(path.join(dataDir, name, 'old'), 'old');
    }
    const mark = { aside: 'replaced-then', held: ['downloads', 'files'] };
    writeFileSync(path.join(dataDir, 'restore-in-place.json'), JSON.stringify(mark));
    const moves = [
      [dataDir, aside, 'downloads'],
      [dataDir, aside, 'files'],
      [staging, dataDir, 'downloads'],
      [staging, dataDir, 'files'],
    ] as const;
    for (const [from, to, name] of moves.slice(0, done)) renameSync(path.join(from, name), path.join(to, name));
    expect([finishPutInPlace(dataDir), finishPutInPlace(dataDir)]).toEqual([true, false]);
    expect(readdirSync(dataDir).sort()).toEqual(['downloads', 'files', 'replaced-then']);
    for (const name of ['files', 'downloads']) {
      expect(readdirSync(path.join(dataDir, name))).toEqual(['new']);
      expect(readdirSync(path.join(aside, name))).toEqual(['old']);
    }
  }
});
