import { commonErrors, maxReturnMinutes } from '@watchpost/contract';
import { system } from '../access/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { sameValue, trustedValue } from './checkWrite.ts';
import { insertRecords } from './records.store.ts';
import { type DueReturn, dueReturns, moveReturn } from './returns.store.ts';
import type { Writing } from './Writing.ts';

/** While nothing could be sent, because the gateway is away or an interlock blocks, it is tried again this often … */
const againAfterMs = 60_000;
/** … until this long after it was written: the longest time a value may stand in, and a day. */
const giveUpAfterMs = maxReturnMinutes * 60_000 + 24 * 3_600_000;

/**
 * Takes back values whose time is over. Only when the point still reads what was written: whoever set another value meanwhile
 * meant it. Sent once; only what could not be sent at all is tried again.
 */
export async function returnValues(writing: Writing): Promise<void> {
  const { db, clock } = writing.deps;
  for (const due of await dueReturns(system, db, new Date(clock.now()))) {
    if (writing.isClosing) return;
    await returnOne(writing, due);
  }
}

async function returnOne(writing: Writing, due: DueReturn): Promise<void> {
  const { db, clock, live, commands } = writing.deps;
  const now = clock.now();
  const later = async (): Promise<void> => {
    if (now - due.requested_at.getTime() > giveUpAfterMs) await moveReturn(system, db, due.id, 'waiting', 'failed');
    else await moveReturn(system, db, due.id, 'waiting', 'waiting', new Date(now + againAfterMs));
  };
  const { point, blocked } = await writing.look(db, { tenant: system, rights: null }, due.point_id);
  if (!point) {
    await moveReturn(system, db, due.id, 'waiting', 'failed');
    return;
  }
  const present = trustedValue(live, point, now);
  if (blocked || present === null || !commands.isConnected(point.gateway_id)) return later();
  if (!sameValue(present, due.value, point.decimals)) {
    await moveReturn(system, db, due.id, 'waiting', 'changedMeanwhile');
    return;
  }
  let recordId: number | null = null;
  try {
    recordId = await db.transaction().execute(async (transaction) => {
      // First, or the newer order's own rule would take it for one that it replaces.
      if (!(await moveReturn(system, transaction, due.id, 'waiting', 'returning'))) return null;
      const passed = await writing.pass(
        transaction,
        { tenant: system, rights: null },
        { pointId: due.point_id, value: due.old_value },
      );
      if (!passed) throw new Refusal(commonErrors.notFound);
      const [id] = await insertRecords(system, transaction, [
        {
          point: passed.point,
          value: due.old_value,
          oldValue: passed.oldValue,
          reason: due.reason,
          userId: null,
          requestedAt: new Date(now),
          outcome: 'sending',
          returnsId: due.id,
        },
      ]);
      return id ?? null;
    });
  } catch (error) {
    if (error instanceof Refusal) return later();
    throw error;
  }
  if (recordId === null) return;
  const { outcome } = await writing.send(recordId, due.point_id, due.old_value);
  if (outcome === 'notConnected')
    await moveReturn(system, db, due.id, 'returning', 'waiting', new Date(now + againAfterMs));
  else {
    const isBack = outcome === 'succeeded' || outcome === 'acknowledged';
    await moveReturn(system, db, due.id, 'returning', isBack ? 'returned' : 'failed');
  }
}

/** Each minute; may be asked for at any time. */
export const returnValuesJob = (writing: Writing): Job => ({
  schedule: '* * * * *',
  run: () => writing.keep(returnValues(writing)),
});
