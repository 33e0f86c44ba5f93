import { commonErrors, maxReturnMinutes } from '@watchpost/contract';
import { system } from '../access/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { sameValue, trustedValue } from './checkWrite.ts';
import { insertRecords } from './records.store.ts';
import { type DueReturn, dueReturns, moveReturn } from './returns.store.ts';
import type { Writing } from './Writing.ts';

/** While nothing could be sent, because the gateway is away or an interlock blocks, it is tried again this often … */
const againAfterMs = 60_000;
/** … until this long after it was written: the longest time a value may stand in, and a day. */
const giveUpAfterMs = maxReturnMinutes * 60_000 + 24 * 3_600_000;

/** How often it is looked whether the time of a value is over; people set it in minutes. */
const roundMs = 10_000;

/**
 * Writes earlier values back when a temporary write ends, but only while the point still reads what was written: another value
 * was set on purpose. Each return is sent once; only one that could not be sent at all is tried again. It runs on a timer of its
 * own, gateways in parallel: neither a long export nor a silent gateway keeps a freezer at the wrong setpoint.
 */
export class Returns {
  readonly #writing: Writing;
  /** Gateways at which values are being taken back. */
  readonly #busy = new Set<number>();
  #timer: NodeJS.Timeout | null = null;
  #isAsking = false;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (this.#isAsking) return;
      this.#writing
        .keep(this.round())
        .catch((error) => this.#writing.deps.log.warn({ err: error }, 'Values could not be taken back; trying again'));
    }, roundMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Begins what is due wherever nothing is under way; resolves when that is done. */
  async round(): Promise<void> {
    const { db, clock } = this.#writing.deps;
    this.#isAsking = true;
    let due: DueReturn[];
    try {
      due = await dueReturns(system, db, new Date(clock.now()), [...this.#busy]);
    } finally {
      this.#isAsking = false;
    }
    const lines = Map.groupBy(due, ({ gateway_id }) => gateway_id);
    await Promise.all([...lines].map(([gatewayId, own]) => this.#line(gatewayId, own)));
  }

  async #line(gatewayId: number, due: readonly DueReturn[]): Promise<void> {
    this.#busy.add(gatewayId);
    try {
      for (const one of due) {
        if (this.#writing.isClosing) return;
        await returnOne(this.#writing, one);
      }
    } finally {
      this.#busy.delete(gatewayId);
    }
  }
}

async function returnOne(writing: Writing, due: DueReturn): Promise<void> {
  const { db, clock, live, commands } = writing.deps;
  const now = clock.now();
  const later = async (): Promise<void> => {
    if (now - due.requested_at.getTime() > giveUpAfterMs)
      await moveReturn(system, db, due.id, 'waiting', 'failed', new Date(now));
    else await moveReturn(system, db, due.id, 'waiting', 'waiting', new Date(now + againAfterMs));
  };
  const { point, blocked } = await writing.look(db, { tenant: system, rights: null }, due.point_id);
  if (!point) {
    await moveReturn(system, db, due.id, 'waiting', 'failed', new Date(now));
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
        { pointId: due.point_id, value: due.return_value },
      );
      if (!passed) throw new Refusal(commonErrors.notFound);
      const [id] = await insertRecords(system, transaction, [
        {
          point: passed.point,
          value: due.return_value,
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
  const { outcome } = await writing.send(recordId, due.point_id, due.return_value);
  if (outcome === 'notConnected' || outcome === 'notSent')
    await moveReturn(system, db, due.id, 'returning', 'waiting', new Date(now + againAfterMs));
  else {
    const isBack = outcome === 'succeeded' || outcome === 'acknowledged';
    await moveReturn(
      system,
      db,
      due.id,
      'returning',
      isBack ? 'returned' : 'failed',
      isBack ? undefined : new Date(clock.now()),
    );
  }
}
