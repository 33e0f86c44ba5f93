/**
 * The process that the drill `sealing` kills: takes readings, seals hours and days and fills in the past, step by step, and
 * says what is about to happen and what is done.
 */
import pg from 'pg';
import { importSegments, openHistory, ReadingColumnsBuilder } from '../../packages/server/src/history/index.ts';
import { manualClock } from '../../packages/server/src/platform/clock.ts';
import { inTransaction } from '../../packages/server/src/platform/db/inTransaction.ts';
import { silentLog } from '../../packages/server/src/platform/log/log.ts';
import { nowAt, pointIds, samplingIntervalMs, stepOf } from './sealingLoad.ts';

const [url, seedText, firstText] = process.argv.slice(2);
const seed = Number(seedText);
const pool = new pg.Pool({ connectionString: url, max: 3 });
// A killed PostgreSQL ends this process by the first statement that fails.
pool.on('error', () => {});
const clock = manualClock(nowAt(Number(firstText)));
const findIntervals = async () => new Map(pointIds.map((id) => [id, samplingIntervalMs]));
const history = openHistory({ db: pool, clock, log: silentLog, findIntervals });
const tell = (news: object): void => void process.send?.(news);

await history.start();
for (let number = Number(firstText); ; number++) {
  const step = stepOf(seed, number);
  clock.set(step.now);
  const columns = new ReadingColumnsBuilder(step.rows.length);
  for (const { pointId, measuredAt, value } of step.rows) columns.push(pointId, measuredAt, value, 0);
  tell({ begins: step.kind, number });
  if (step.kind === 'fill') await importSegments(pool, step.rows[0]!.pointId, columns.take(), findIntervals);
  else {
    const readings = columns.take();
    await inTransaction(pool, (client) => history.append(client, readings));
    history.committed(readings);
  }
  tell({ done: number });
  if (number % 4 !== 3) continue;
  tell({ begins: 'sealing', number });
  await history.seal();
}
