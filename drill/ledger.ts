/**
 * Recharges of prepaid accounts, each sent twice at the same time, while the server is killed (kill -9) again and again: what had no
 * answer is sent once more until it has one. At the end each order number must be credited once, what was paid for must be there, each
 * entry adds up to 0, and each balance is the sum of its lines.
 *
 * `npm run drill -- ledger [--orders 1000] [--kills 12] [--seed 1]`; it ends with code 1 when a promise was broken.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type AllCalls, type CallData, calls } from '@watchpost/contract';
import { freePort, type RunningServer, type ServerPlace, startServer } from '../bench/rig/serverProcess.ts';
import { count, printTable } from '../bench/rig/table.ts';
import { createTokens } from '../packages/server/src/account/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { openDatabase } from '../packages/server/src/platform/db/database.ts';
import { startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { installationSecret } from '../packages/server/src/platform/db/installationSecret.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { silentLog } from '../packages/server/src/platform/log/log.ts';
import { aCompany, aMember, aProject } from '../packages/server/src/testing/factories.ts';
import { seededRandom } from './rig/seededRandom.ts';

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '12' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
});
const orderCount = Number(options.orders);
const kills = Number(options.kills);
const { random, between } = seededRandom(Number(options.seed));
const accountCount = 5;
const sentAtATime = 8;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const violations: string[] = [];

const dataDir = mkdtempSync(path.join(tmpdir(), 'wp-ledger-'));
const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres'), log: quiet });
const database = openDatabase(postgres.url, silentLog);
const { db, pool } = database;
await migrate(pool);
const companyId = await aCompany(db);
const projectId = await aProject(db, companyId);
const userId = await aMember(db, companyId, projectId, { permissions: ['energyView', 'meterRecharge'] });
const { rows: accounts } = await pool.query<{ id: number }>(
  `WITH meter AS (
     INSERT INTO energy_meter (project_id, name, max_watts, created_at, settled_through)
     SELECT $1, 'Meter ' || n, 1000, now(), '2100-01-01' FROM generate_series(1, $2::int) n RETURNING id, name)
   INSERT INTO prepaid_account (project_id, meter_id, consumer, mode, load_class, low_days, overdraft_fen, hoard_limit_fen, charge_from,
     charged_through, opened_at)
   SELECT $1, id, name, 'platform', 'protected', 7, 0, 100000000000, current_date, '2100-01-01', now() FROM meter RETURNING id`,
  [projectId, accountCount],
);
const sessionId = crypto.randomUUID();
await pool.query('INSERT INTO session_family (id, user_id, created_at) VALUES ($1, $2, now())', [sessionId, userId]);
const tokens = createTokens(await installationSecret(db, 'tokens'), systemClock);

const orders = Array.from({ length: orderCount }, (_, n) => ({
  OrderNumber: `DRILL-${n}`,
  AccountId: accounts[Math.floor(random() * accountCount)]!.id,
  Amount: Math.floor(between(1, 500_000)),
  ExternalId: `PAY-${n}`,
}));
type Order = (typeof orders)[number];
type Answer = CallData<AllCalls['rechargeMeter']>;

const place: ServerPlace = {
  dataDir,
  httpPort: await freePort(),
  mqttPort: await freePort(),
  databaseUrl: postgres.url,
};
const url = `http://127.0.0.1:${place.httpPort}`;
let unanswered = 0;

/** Sends an order once. @returns null when it had no answer that says what became of it */
async function sendOnce(order: Order): Promise<Answer | null> {
  try {
    const { token } = await tokens.issueAccess(userId, sessionId);
    const reply = await fetch(`${url}/api${calls.rechargeMeter.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'company-id': String(companyId),
        'content-type': 'application/json',
      },
      body: JSON.stringify(order),
    });
    const { Data, Message } = (await reply.json()) as { Data: Answer; Message: string };
    if (reply.status === 200) return Data;
    if (reply.status < 500) violations.push(`${order.OrderNumber}: ${reply.status} ${Message}`);
  } catch {
    // Killed in the middle of it.
  }
  unanswered++;
  return null;
}

/** Sends an order twice at a time, as a browser that tries again, until both have an answer. */
async function pay(order: Order): Promise<void> {
  const untilAnswered = async (): Promise<Answer> => {
    for (;;) {
      const answer = await sendOnce(order);
      if (answer) return answer;
      await pause(100);
    }
  };
  const [one, other] = await Promise.all([untilAnswered(), untilAnswered()]);
  if (one.OrderId !== other.OrderId) violations.push(`${order.OrderNumber} became two orders`);
}

let next = 0;
let isOver = false;
const begun = performance.now();
const workers = Promise.all(
  Array.from({ length: sentAtATime }, async () => {
    while (next < orders.length) await pay(orders[next++]!);
  }),
).then(() => {
  isOver = true;
});

let server: RunningServer | null = null;
let struck = 0;
for (let life = 0; !isOver; life++) {
  let kill = () => {};
  server = await startServer(place, {}, (stop) => {
    kill = stop;
  });
  if (life >= kills) {
    await workers;
    break;
  }
  // So many orders more are begun before the next blow, which falls anywhere in their work.
  const until = Math.min(orders.length, Math.round((orders.length * (life + random())) / kills) + 1);
  while (!isOver && next < until) await pause(1);
  await pause(between(0, 60));
  kill();
  await server.ended;
  struck++;
}
// One amount is not another: the number is taken.
const { token } = await tokens.issueAccess(userId, sessionId);
const other = await fetch(`${url}/api${calls.rechargeMeter.path}`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'company-id': String(companyId), 'content-type': 'application/json' },
  body: JSON.stringify({ ...orders[0]!, Amount: orders[0]!.Amount + 1 }),
});
if (other.status !== 409) violations.push(`another amount under a number that is taken: ${other.status}`);

const one = async (text: string): Promise<number> => (await pool.query<{ n: number }>(text)).rows[0]!.n;
const is = async (what: string, expected: number, text: string): Promise<void> => {
  const found = await one(text);
  if (Number(found) !== expected) violations.push(`${what}: ${found} instead of ${expected}`);
};
await is('orders', orders.length, 'SELECT count(*)::int AS n FROM recharge_order');
await is('numbers of orders', orders.length, 'SELECT count(DISTINCT order_number)::int AS n FROM recharge_order');
await is('entries', orders.length, 'SELECT count(*)::int AS n FROM ledger_entry');
await is(
  'entries without an order',
  0,
  `SELECT count(*)::int AS n FROM ledger_entry e WHERE NOT EXISTS (
  SELECT 1 FROM recharge_order o WHERE o.entry_id = e.id)`,
);
await is('sum of all lines', 0, 'SELECT coalesce(sum(amount_fen), 0)::int AS n FROM ledger_line');
await is(
  'entries that do not add up',
  0,
  `SELECT count(*)::int AS n FROM (
  SELECT entry_id FROM ledger_line GROUP BY entry_id HAVING sum(amount_fen) <> 0 OR count(*) <> 2) odd`,
);
await is(
  'lines whose balance is not the sum until then',
  0,
  `SELECT count(*)::int AS n FROM (
  SELECT l.balance_fen, sum(l.amount_fen) OVER (PARTITION BY e.account_id ORDER BY e.id) AS fen
  FROM ledger_line l JOIN ledger_entry e ON e.id = l.entry_id WHERE l.side = 'customer') line WHERE balance_fen <> fen`,
);
for (const { id } of accounts) {
  const paid = orders.filter(({ AccountId }) => AccountId === id).reduce((all, { Amount }) => all + Amount, 0);
  await is(`account ${id}, kept`, paid, `SELECT posted_fen AS n FROM prepaid_account WHERE id = ${id}`);
  await is(
    `account ${id}, lines`,
    paid,
    `SELECT coalesce(sum(l.amount_fen), 0)::bigint AS n FROM ledger_line l
    JOIN ledger_entry e ON e.id = l.entry_id WHERE e.account_id = ${id} AND l.side = 'customer'`,
  );
}
printTable([
  ['orders, each sent twice', count(orders.length)],
  ['kills', count(struck)],
  ['sent once more, having had no answer', count(unanswered)],
  ['seconds', count(Math.round((performance.now() - begun) / 1000))],
  ['broken promises', count(violations.length)],
]);
await server?.stop();
await database.close();
await postgres.stop();
if (violations.length > 0) {
  console.error(`Seed ${options.seed}; ${dataDir}\n${violations.slice(0, 20).join('\n')}`);
  process.exitCode = 1;
} else rmSync(dataDir, { recursive: true, force: true });
