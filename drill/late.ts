/**
 * Random days of twenty points, each delivered in order, backwards, newest block first, point by point and twice, and shuffled, with
 * a stop and a start of the server in the middle: in each way the same alarms come of it, and they are those of a slow
 * reference. The property test that `npm test` tries on three days, on many.
 *
 * `npm run drill -- late [--days 200] [--seed 1]`; it ends with code 1 when a way gave other alarms, and names the day: `--days 1
 * --seed <day>` makes it again.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    days: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
  },
});
const test = 'packages/server/src/alarms/late/late.property.test.ts';
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project=server', test], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, LATE_DAYS: options.days, LATE_SEED: options.seed },
  stdio: 'inherit',
});
process.exit(status ?? 1);
