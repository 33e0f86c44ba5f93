import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Log } from '../platform/log/log.ts';
import { insertBatch, linesBetween, newestBatch, newestComplete } from './batches.store.ts';
import { hashBatch, noHash } from './hashBatch.ts';
import type { OperationFacts } from './store.ts';

/** A minute of a busy day is far less; an import of many thousand members makes several batches. */
const maxLinesOfBatch = 10_000;
const linesAtOnce = 500;

/** Lines above `afterId` up to `lastId`, read in pieces. */
export async function* readLines(db: Db, afterId: number, lastId: number): AsyncGenerator<OperationFacts> {
  let at = afterId;
  for (;;) {
    const lines = await linesBetween(system, db, at, lastId, linesAtOnce);
    yield* lines;
    const last = lines.at(-1);
    if (!last || lines.length < linesAtOnce) return;
    at = last.id;
  }
}

/** Seals what was written since the last time into batches, each with the hash of the one before. */
export async function sealLog({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Promise<void> {
  const newest = await newestComplete(system, db);
  if (newest === null) return;
  for (;;) {
    const before = await newestBatch(system, db);
    const sealed = before?.last_id ?? 0;
    const previousHash = before?.hash ?? noHash;
    let [firstId, lastId, rowCount] = [0, sealed, 0];
    async function* counted() {
      for await (const line of readLines(db, sealed, newest!)) {
        if (rowCount === 0) firstId = line.id;
        lastId = line.id;
        rowCount += 1;
        yield line;
        if (rowCount === maxLinesOfBatch) return;
      }
    }
    const hash = await hashBatch(previousHash, counted());
    if (rowCount === 0) return;
    await insertBatch(system, db, {
      first_id: firstId,
      last_id: lastId,
      row_count: rowCount,
      sealed_at: new Date(clock.now()),
      previous_hash: previousHash,
      hash,
    });
    // A copy of this log kept elsewhere proves that the newest batches were not removed.
    log.info({ lastId, rowCount, hash: hash.toString('hex') }, 'The operation log was sealed');
    if (rowCount < maxLinesOfBatch) return;
  }
}
