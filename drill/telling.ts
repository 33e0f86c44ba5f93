/**
 * A flood of alarms whose messages must go out while the server is killed (kill -9) again and again and the provider of SMS and
 * calls is down. At the end every message that was owed must have been sent or say why not, and a provider that honours keys must
 * not have carried one twice.
 *
 * `npm run drill -- telling [--alarms 10000] [--kills 5] [--outage 20]`; it ends with code 1 when a promise was broken.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort, type ServerPlace, startServer } from '../bench/rig/serverProcess.ts';
import { openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { aCompany, aMember, aProject, aStrategy } from '../packages/server/src/testing/factories.ts';

const { values: options } = parseArgs({
  options: {
    alarms: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '5' },
    outage: { type: 'string', default: '20' },
  },
});
const alarms = Number(options.alarms);
const kills = Number(options.kills);
const people = 5;
const channels = ['sms', 'voice'];
/** Until the last message of the flood must be out: gathering, backoff and a busy machine. */
const patienceMs = 240_000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

// The provider: down at first, then it takes everything, each key once.
const keys = new Map<string, number>();
let isDown = true;
let refused = 0;
const provider = createServer((request, response) => {
  let text = '';
  request.on('data', (part) => {
    text += String(part);
  });
  request.on('end', () => {
    if (isDown) {
      refused++;
      return response.writeHead(503).end();
    }
    const { key } = JSON.parse(text) as { key: string };
    keys.set(key, (keys.get(key) ?? 0) + 1);
    response.end(JSON.stringify({ id: key }));
  });
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/send`;

const dataDir = mkdtempSync(path.join(tmpdir(), 'wp-telling-'));
const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), log: silent });
const database = openDatabase(postgres.url, silentLog);
const { db, pool } = database;
await migrate(pool);
const companyId = await aCompany(db);
const projectId = await aProject(db, companyId);
const strategyId = await aStrategy(db, projectId);
for (let n = 0; n < people; n++) {
  const userId = await aMember(db, companyId, projectId, { permissions: ['alarmManage', 'alarmHandle'] });
  await db
    .updateTable('app_user')
    .set({ mobile: `1390000000${n}` })
    .where('id', '=', userId)
    .execute();
  await db
    .insertInto('alarm_strategy_contact')
    .values({ strategy_id: strategyId, user_id: userId, severities: [1], channels })
    .execute();
}
await pool.query(
  `WITH raised AS (
     INSERT INTO alarm (company_id, project_id, strategy_id, rule_id, rule_definition, subject_kind, subject_id, subject_name, kind, severity,
       worst_severity, raised_at, sentence_zh, sentence_en)
     SELECT $1, $2, $3, n, '{}', 'point', n, 'Air ' || n, 'limit', 1, 1, now(), '超限', 'too warm' FROM generate_series(1, $4) n RETURNING id)
   INSERT INTO alarm_announcement (alarm_id, project_id, push_type, step, severity, text_zh, text_en, only_those_told, created_at)
   SELECT id, $2, 0, 'raised', 1, '超限', 'too warm', false, now() FROM raised ORDER BY id`,
  [companyId, projectId, strategyId, alarms],
);

const place: ServerPlace = {
  dataDir,
  httpPort: await freePort(),
  mqttPort: await freePort(),
  databaseUrl: postgres.url,
};
const environment = { SMS_URL: url, VOICE_URL: url, ALLOWED_PRIVATE_HOSTS: '127.0.0.1' };
const begun = performance.now();
setTimeout(() => {
  isDown = false;
}, Number(options.outage) * 1000);
for (let n = 0; n < kills; n++) {
  let kill = () => {};
  const server = await startServer(place, environment, (stop) => {
    kill = stop;
  });
  await pause(200 + Math.random() * 1_500);
  kill();
  await server.ended;
}
const server = await startServer(place, environment);
const waiting = async (): Promise<number> =>
  (
    await pool.query<{ left: number }>(
      `SELECT ((SELECT count(*) FROM alarm_announcement) + (SELECT count(*) FROM notification_ledger WHERE state = 'waiting'))::int AS left`,
    )
  ).rows[0]!.left;
while ((await waiting()) > 0 && performance.now() - begun < patienceMs) await pause(500);

const { rows: states } = await pool.query<{ channel: string; state: string; reason: string | null; count: number }>(
  `SELECT channel, state, reason, count(*)::int AS count FROM notification_ledger GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
);
const { rows: counts } = await pool.query<{ messages: number; unsent: number; doubled: number }>(
  `SELECT count(*)::int AS messages, count(*) FILTER (WHERE state NOT IN ('sent', 'delivered'))::int AS unsent,
     (SELECT count(*) FROM (SELECT 1 FROM notification GROUP BY alarm_id, user_id, channel, step HAVING count(*) > 1) d)::int AS doubled
   FROM notification_message`,
);
const { messages, unsent, doubled } = counts[0]!;
await server.stop();
await database.close();
await postgres.stop();
provider.closeAllConnections();
provider.close();

const owed = alarms * people * channels.length;
const written = states.filter(({ channel }) => channel !== 'app').reduce((sum, { count }) => sum + count, 0);
const unexplained = states
  .filter(
    ({ state, reason }) => state === 'waiting' || ((state === 'failed' || state === 'skipped') && reason === null),
  )
  .reduce((sum, { count }) => sum + count, 0);
console.table(states);
console.table({
  'alarms raised': alarms,
  'kills of the server': kills,
  'refused while the provider was down': refused,
  'messages owed (alarm × person × way)': owed,
  'messages in the ledger': written,
  'of them twice': doubled,
  'neither sent nor explained': unexplained,
  'sent in so many pieces': messages,
  'pieces that were not sent': unsent,
  'keys the provider carried': keys.size,
  'requests with a key it had (carried once)': [...keys.values()].reduce((sum, times) => sum + times - 1, 0),
  seconds: Math.round((performance.now() - begun) / 1000),
});
const broken = [
  written !== owed && 'not every message that was owed stands in the ledger',
  doubled > 0 && 'somebody is owed a message twice',
  unexplained > 0 && 'messages were neither sent nor explained',
  keys.size !== messages - unsent && 'the provider carried other messages than the ledger says',
].filter((sentence) => sentence !== false);
for (const sentence of broken) console.error(`BROKEN: ${sentence}`);
if (broken.length === 0) rmSync(dataDir, { recursive: true, force: true });
process.exit(broken.length === 0 ? 0 : 1);
