import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { type BatchFacts, batchesAfter, newestBatch, oldestBatch } from './batches.store.ts';
import { hashBatch, noHash } from './hashBatch.ts';
import { readLines } from './sealLog.ts';

export interface LogCheck {
  /** When the first batch was sealed; null: none was yet. */
  readonly sinceAt: Date | null;
  /** When the newest was. */
  readonly sealedAt: Date | null;
  readonly checkedAt: Date;
  /** The first batch that is not as it was sealed; null: all are. */
  readonly broken: { readonly batchId: number; readonly sealedAt: Date } | null;
}

const batchesAtOnce = 100;

/**
 * Computes every hash anew from the lines as they stand. Finds lines that were changed, added or taken away below the newest
 * batch, and batches that were changed or taken out of the middle. It cannot find that the newest batches were taken away
 * together with their lines: the server's log tells each one's hash for that.
 */
export async function verifyLog({ db, clock }: { db: Db; clock: Clock }): Promise<LogCheck> {
  const oldest = await oldestBatch(system, db);
  let before: Pick<BatchFacts, 'id' | 'last_id' | 'hash'> = { id: 0, last_id: 0, hash: noHash };
  let broken: LogCheck['broken'] = null;
  check: for (;;) {
    const batches = await batchesAfter(system, db, before.id, batchesAtOnce);
    for (const batch of batches) {
      let rowCount = 0;
      async function* counted() {
        for await (const line of readLines(db, before.last_id, batch.last_id)) {
          rowCount += 1;
          yield line;
        }
      }
      const hash = await hashBatch(before.hash, counted());
      if (!batch.previous_hash.equals(before.hash) || !batch.hash.equals(hash) || batch.row_count !== rowCount) {
        broken = { batchId: batch.id, sealedAt: batch.sealed_at };
        break check;
      }
      before = batch;
    }
    if (batches.length < batchesAtOnce) break;
  }
  const newest = await newestBatch(system, db);
  return {
    sinceAt: oldest?.sealed_at ?? null,
    sealedAt: newest?.sealed_at ?? null,
    checkedAt: new Date(clock.now()),
    broken,
  };
}

/** How long a check is good for everybody who asks: it reads the whole log. */
const goodForMs = 60_000;

/** Checks the log when somebody asks, but not twice at once nor twice a minute. */
export function createLogChecks(deps: { db: Db; clock: Clock }): () => Promise<LogCheck> {
  let latest: { at: number; check: Promise<LogCheck> } | null = null;
  return () => {
    const now = deps.clock.now();
    if (latest === null || now - latest.at > goodForMs || now < latest.at) {
      const check = verifyLog(deps);
      const entry = { at: now, check };
      latest = entry;
      // A failure is not kept.
      check.catch(() => {
        if (latest === entry) latest = null;
      });
    }
    return latest.check;
  };
}
