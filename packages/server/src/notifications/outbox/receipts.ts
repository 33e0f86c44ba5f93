import type { OutboundChannel } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../../access/index.ts';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { type Settlement, settleMessage } from './outbox.store.ts';
import { keepEarlyReceipt, lockReceipt, type NewReceipt, takeEarlyReceipt, writeReceipt } from './receipts.store.ts';

/** As long as a message is tried: a send that was broken off is made again under the same number. */
const keptForMs = 6 * 3_600_000;

/** What a provider says by itself became of a message. It may be faster than its own answer to the send. */
export const takeReceipt = (
  pool: pg.Pool,
  channel: OutboundChannel,
  receipt: NewReceipt,
  nowMs: number,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    await lockReceipt(system, client, channel, receipt.providerId);
    const at = new Date(nowMs);
    if (!(await writeReceipt(system, client, channel, receipt, at)))
      await keepEarlyReceipt(system, client, channel, receipt, { at, keptSince: new Date(nowMs - keptForMs) });
  });

/** Writes down what came of a send, and the receipt that was there before it. */
export async function settle(pool: pg.Pool, channel: OutboundChannel, settled: Settlement, at: Date): Promise<void> {
  const { providerId } = settled;
  if (providerId === null) return settleMessage(system, pool, settled, at);
  await inTransaction(pool, async (client) => {
    await lockReceipt(system, client, channel, providerId);
    await settleMessage(system, client, settled, at);
    const early = await takeEarlyReceipt(system, client, channel, providerId);
    if (early) await writeReceipt(system, client, channel, early, early.at);
  });
}
