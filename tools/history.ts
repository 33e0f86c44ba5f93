/**
 * `npm run history -- <what>`: looks after what is stored of the past. On the database of DATA_DIR, with the server stopped, or
 * on that of DATABASE_URL, while it runs, too: every step takes its turn with the sealing of readings.
 */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ConfigError, loadConfig } from '../packages/server/src/config.ts';
import {
  checkHistory,
  eraseHistory,
  fillHistory,
  findAnalogPoints,
  ImportForbidden,
  listCorrections,
  overwrittenBy,
  ReadingColumnsBuilder,
  RetentionRefused,
  setRetention,
} from '../packages/server/src/history/index.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { PostgresStartError, startPostgres } from '../packages/server/src/platform/db/embeddedPostgres.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';

const usage = `npm run history -- check [--point 12]             says what is wrong with what is stored
npm run history -- repair [--point 12]            puts aside what cannot be read, makes wrong roll-ups anew
npm run history -- keep --project 3 --days 1827   how long a project keeps its history; --days forever
npm run history -- fill --point 12 --file a.csv   fills in the past; a line is: time,value[,quality byte], without a heading
npm run history -- erase --point 12 --from 2026-01-01T00:00Z --to 2026-01-02T00:00Z
npm run history -- changes --point 12             what was filled in and erased, by whom; --by and --reason are kept with either
npm run history -- was --change 7                 what stood there before, as lines for fill`;

/** What was asked cannot be done; said without a stack. */
class Unusable extends Error {}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    point: { type: 'string' },
    project: { type: 'string' },
    days: { type: 'string' },
    file: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    by: { type: 'string' },
    reason: { type: 'string' },
    change: { type: 'string' },
  },
});

function whole(name: 'point' | 'project' | 'days' | 'change'): number {
  const number = Number(options[name]);
  if (!Number.isInteger(number) || number < 1) throw new Unusable(`Give --${name} as a whole number.\n\n${usage}`);
  return number;
}

function moment(text: string | undefined, what: string): number {
  const epochMs = text !== undefined && /^\d{12,13}$/.test(text) ? Number(text) : Date.parse(text ?? '');
  if (Number.isNaN(epochMs)) throw new Unusable(`${what} is no time: ${text ?? 'nothing'}. Write 2026-01-31T08:00Z.`);
  return epochMs;
}

/**
 * Line by line: the file of a point that spoke each second for two years is larger than what fits into memory beside its
 * readings. A line that cannot be read stops everything: nothing is filled in by halves.
 */
async function readingsOf(file: string): Promise<ReturnType<ReadingColumnsBuilder['take']>> {
  const columns = new ReadingColumnsBuilder(4096);
  await using handle = await open(file);
  let index = -1;
  for await (const line of handle.readLines()) {
    index++;
    if (line.trim() === '') continue;
    const [time, value, quality = '0', ...rest] = line.split(',').map((cell) => cell.trim());
    const number = value === '' ? Number.NaN : Number(value);
    const code = Number(quality);
    const isReadable = rest.length === 0 && (value === '' || Number.isFinite(number)) && Number.isInteger(code);
    if (!isReadable || code < 0 || code > 255) throw new Unusable(`Line ${index + 1} cannot be read: ${line}`);
    const at = moment(time, `Line ${index + 1}`);
    if (at > systemClock.now()) throw new Unusable(`Line ${index + 1} lies in the future: ${line}`);
    columns.push(0, at, number, code);
  }
  if (columns.length === 0) throw new Unusable(`${file} holds no readings.`);
  return columns.take();
}

/** A mistyped number must not become a history of nothing. */
async function known(db: pg.Pool, point: number): Promise<number> {
  const { rowCount } = await db.query('SELECT FROM point WHERE id = $1', [point]);
  if (rowCount === 0) throw new Unusable(`There is no point ${point}.`);
  return point;
}

const commands: Record<string, (db: pg.Pool) => Promise<void>> = {
  check: (db) => look(db, false),
  repair: (db) => look(db, true),
  async keep(db) {
    await setRetention(db, whole('project'), options.days === 'forever' ? null : whole('days'), systemClock.now());
    console.log('From now on so. What is older is erased in the next night.');
  },
  async fill(db) {
    if (options.file === undefined) throw new Unusable(`Give --file.\n\n${usage}`);
    const point = await known(db, whole('point'));
    const readings = await readingsOf(options.file);
    await fillHistory(db, point, readings, byHand());
    console.log(`${readings.length} readings stand in the history of point ${point}.`);
  },
  async erase(db) {
    const range = { from: moment(options.from, '--from'), to: moment(options.to, '--to') };
    const samples = await eraseHistory(db, whole('point'), range, byHand());
    console.log(`${samples} readings erased. What came within the last hours may not be sealed yet and stays.`);
  },
  async changes(db) {
    const all = await listCorrections(db, [whole('point')], Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    for (const { id, at, kind, samples, from, to, by, reason } of all) {
      const range = `${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
      console.log(
        `${id}  ${new Date(at).toISOString()}  ${kind} ${samples} readings, ${range}, by ${by ?? 'nobody named'}${reason ? `: ${reason}` : ''}`,
      );
    }
    console.log(`${all.length} changes by hand.`);
  },
  async was(db) {
    for await (const { length, measuredAt, values, quality } of overwrittenBy(db, whole('change'))) {
      for (let i = 0; i < length; i++) {
        const value = values[i]!;
        console.log(`${new Date(measuredAt[i]!).toISOString()},${Number.isNaN(value) ? '' : value},${quality[i]}`);
      }
    }
  },
};

/** Whoever sits at the keyboard, unless he says otherwise. */
const byHand = () => ({ now: systemClock.now(), by: options.by ?? userInfo().username, reason: options.reason });

async function look(db: pg.Pool, repair: boolean): Promise<void> {
  const pointIds = options.point === undefined ? undefined : [whole('point')];
  const check = await checkHistory(db, { findIntervals: findAnalogPoints, repair, now: systemClock.now(), pointIds });
  for (const { pointId, what } of check.problems) {
    console.log(`${pointId === null ? 'log' : `point ${pointId}`}: ${what}`);
  }
  for (const hour of check.putAside) {
    console.log(
      `log: a commit of the hour that begins at ${new Date(hour).toISOString()} could not be read and was put aside`,
    );
  }
  const repaired = check.problems.filter(({ pointId }) => pointId !== null).length;
  console.log(
    `${check.points} points, ${check.samples} readings, ${check.rollupDays} days of roll-ups: ${check.problems.length} problems${repair && repaired > 0 ? `, ${repaired} repaired` : ''}.`,
  );
  if (check.problems.length > 0 && !repair) process.exitCode = 1;
}

async function run(): Promise<void> {
  const command = commands[positionals[0] ?? ''];
  if (!command || positionals.length > 1) throw new Unusable(usage);
  const config = loadConfig();
  const cluster = path.join(config.dataDir, 'postgres');
  if (config.databaseUrl === null && !existsSync(path.join(cluster, 'PG_VERSION'))) {
    throw new Unusable(`There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL.`);
  }
  const quiet = { info: () => {}, warn: console.warn, error: console.error };
  const own = config.databaseUrl === null ? await startPostgres({ dataDir: cluster, log: quiet }) : null;
  const db = new pg.Pool({ connectionString: config.databaseUrl ?? own!.url, max: 2 });
  // PostgreSQL may be stopped before the last connection has said goodbye.
  db.on('error', () => {});
  try {
    await migrate(db);
    await command(db);
  } finally {
    await db.end();
    await own?.stop();
  }
}

try {
  await run();
} catch (error) {
  const isOurs = [Unusable, ConfigError, ImportForbidden, PostgresStartError, RetentionRefused].some(
    (kind) => error instanceof kind,
  );
  console.error(isOurs ? (error as Error).message : error);
  process.exitCode = 1;
}
