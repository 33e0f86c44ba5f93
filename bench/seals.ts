/**
 * What proof costs: sealing a month of points under a profile, verifying it, and a compliance pack of it with its file checked by
 * the program inside.
 *
 * `npm run bench -- seals [--points 30] [--days 30]`
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { system } from '../packages/server/src/access/index.ts';
import { insertAssignments, makePacks, sealRecords } from '../packages/server/src/compliance/index.ts';
import { insertPack, readPart } from '../packages/server/src/compliance/packs/pack.store.ts';
import { verifySeals } from '../packages/server/src/compliance/proof/verifySeals.ts';
import type { DomainEvents } from '../packages/server/src/events.ts';
import { createHistoryShare, importSegments, openHistory } from '../packages/server/src/history/index.ts';
import { manualClock } from '../packages/server/src/platform/clock.ts';
import { openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { createEvents } from '../packages/server/src/platform/events/events.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { aCompany, aDevice, aGateway, aMember, aPoint, aProject } from '../packages/server/src/testing/factories.ts';
import { timed } from './rig/historyEngines.ts';
import { count, ms, printTable } from './rig/table.ts';
import { past } from './rig/telemetry.ts';

const { values: options } = parseArgs({
  options: { points: { type: 'string', default: '30' }, days: { type: 'string', default: '30' } },
});
const pointCount = Number(options.points);
const days = Number(options.days);
const dayMs = 86_400_000;
/** Midnight in Shanghai. */
const first = Date.UTC(2026, 9, 31, 16);
const clock = manualClock(first + days * dayMs + 4 * 3_600_000);
const folder = mkdtempSync(path.join(tmpdir(), 'wp-bench-seals-'));
const quiet = { info: () => {}, warn: console.warn, error: console.error };
const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), log: quiet });
const database = openDatabase(postgres.url, silentLog);
const { db, pool } = database;
const { signal } = new AbortController();
try {
  await migrate(pool);
  const companyId = await aCompany(db);
  const projectId = await aProject(db, companyId);
  const userId = await aMember(db, companyId, projectId);
  const gatewayId = await aGateway(db, projectId);
  const deviceId = await aDevice(db, projectId);
  const pointIds: number[] = [];
  for (let i = 0; i < pointCount; i++) {
    const id = await aPoint(db, gatewayId, { deviceId, name: `Probe ${i + 1}`, unit: '°C' });
    pointIds.push(id);
    await importSegments(pool, id, past(id, first, days * 1440, 0));
  }
  const since = new Date(first);
  await insertAssignments(system, db, pointIds, { profile: 'gsp', low: -40, high: 40, since, at: since, by: null });
  const history = openHistory({ db: pool, clock, log: silentLog });
  await history.start();
  const events = createEvents<DomainEvents>(silentLog);
  const historyShare = createHistoryShare();
  const deps = { db, clock, log: silentLog, events, history, historyShare, secretKey: 'bench', publicUrl: null };
  const seal = await timed(() => sealRecords(deps, signal));
  const from = '2026-11-01';
  const until = new Date(first + days * dayMs).toISOString().slice(0, 10);
  const range = { projectId, timeZone: 'Asia/Shanghai', from, until };
  let matches = 0;
  const verify = await timed(async () => {
    matches = (await verifySeals(deps, system, range, userId, signal)).matches;
  });
  const scope = { projectId, deviceIds: [], fromDay: from, untilDay: until };
  const facts = { name: 'Bench', language: 'en' as const, revision: 1, by: userId, at: since };
  const packId = await insertPack(system, db, scope, facts);
  const pack = await timed(() => makePacks(deps, signal));
  const parts: Buffer[] = [];
  for (let part = 0; ; part++) {
    const bytes = await readPart(system, db, packId, part);
    if (bytes === null) break;
    parts.push(bytes);
  }
  const zip = Buffer.concat(parts);
  const file = path.join(folder, 'pack.zip');
  writeFileSync(file, zip);
  const program = new URL('../packages/server/src/compliance/proof/verify.mjs', import.meta.url).pathname;
  let said = '';
  const check = await timed(async () => {
    said = spawnSync(process.execPath, [program, file], { encoding: 'utf8' }).stdout;
  });
  const { rows } = await pool.query<{ bytes: number }>(
    `SELECT (pg_total_relation_size('record_seal') + pg_total_relation_size('project_seal'))::float8 AS bytes`,
  );
  console.log(`${pointCount} points × ${days} days, ${count(pointCount * days * 1440)} samples`);
  printTable([
    ['seal all days', ms(seal), ''],
    ['a day of 10,000 points, from that', ms((seal / (pointCount * days)) * 10_000), 'some 3 s'],
    [`verify (${count(matches)} days of points match)`, ms(verify), ''],
    ['make a pack', ms(pack), '30 s'],
    ['its size', `${(zip.length / 1e6).toFixed(1)} MB`, '150 MB'],
    ['check it with verify.mjs', ms(check), said.includes('Everything matches') ? 'matches' : 'DOES NOT MATCH'],
    ['a seal of a point and day in the database', `${count(rows[0]!.bytes / (pointCount * days))} B`, ''],
    ['memory of the process', `${count(process.memoryUsage.rss() / 1e6)} MB`, ''],
  ]);
  await history.stop();
} finally {
  await db.destroy();
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
