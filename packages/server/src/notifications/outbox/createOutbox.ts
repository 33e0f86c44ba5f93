import { type OutboundChannel, outboundChannels } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../../access/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import type { Ownership } from '../../platform/db/ownership.ts';
import type { Log } from '../../platform/log/log.ts';
import type { PhoneProvider, PhoneReceipt } from '../../platform/phone/phoneProvider.ts';
import type { WebhookTry } from '../webhooks/webhookWatch.ts';
import { batchMessages } from './batchMessages.ts';
import { claimMessages, type QueuedMessage, type Settlement } from './outbox.store.ts';
import type { Available } from './reachedBy.ts';
import { claimAsks } from './receipts.store.ts';
import { settle, takeReceipt } from './receipts.ts';
import { recheckMessages } from './recheckMessages.ts';
import { type Senders, SendFailed } from './senders.ts';

const tickMs = 1_000;
/** Longer than a send may take: a process that still holds a message by then has ended. */
const leaseMs = 60_000;
/** By each way. */
const sendsAtOnce = 16;
/** Pauses between tries; the last again and again. */
const backoffSeconds = [10, 30, 60, 120, 300, 600] as const;
/** After this the message is of no use to anybody. */
const giveUpMs = 6 * 3_600_000;
const askEveryMs = 30_000;
const askForMs = 3_600_000;
const asksAtOnce = 50;
/** How long the verdict of when a message was put together holds. */
const judgedForMs = 60_000;

export interface Outbox {
  readonly available: Available;
  start(): void;
  /** Something is new; returns at once. */
  wake(): void;
  /** When nothing that is due is left, or the database does not answer. */
  settled(): Promise<void>;
  /** Ends after the sends under way. */
  stop(): Promise<void>;
}

export interface OutboxDeps {
  readonly pool: pg.Pool;
  readonly owner: Pick<Ownership, 'holds'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly senders: Senders;
  readonly providers: Readonly<Record<'sms' | 'voice', PhoneProvider | null>>;
  readonly publicUrl: string | null;
  /** The result of a try to reach a webhook. */
  webhookTried(tried: WebhookTry): Promise<void>;
  /** An answer that came with a receipt. */
  answered(channel: 'sms' | 'voice', receipt: PhoneReceipt): Promise<void>;
}

/** A message on its way out. */
interface Send {
  readonly webhookId: number | null;
  /** When its result is written down. */
  done: Promise<void>;
}

/** Where no message leaves the house: notifications appear on screens alone, and the delivery log says so. */
export const noOutbox: Outbox = {
  available: { sms: false, voice: false, email: false, webhook: false },
  start: () => {},
  wake: () => {},
  settled: async () => {},
  stop: async () => {},
};

/** The pause before the next try, ms; null: it is given up. */
export const pauseAfter = (attempts: number, ageMs: number): number | null => {
  const pause = (backoffSeconds[attempts - 1] ?? backoffSeconds.at(-1)!) * 1000;
  return ageMs + pause > giveUpMs ? null : pause;
};

/** Puts messages together, sends them, each way on its own, and asks what became of them. */
export function createOutbox({
  pool,
  owner,
  clock,
  log,
  senders,
  providers,
  publicUrl,
  answered,
  webhookTried,
}: OutboxDeps): Outbox {
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let fails = false;
  /** What runs, by its name: each kind of work once at a time. */
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const underWay: Readonly<Record<OutboundChannel, Set<Send>>> = {
    sms: new Set(),
    voice: new Set(),
    email: new Set(),
    webhook: new Set(),
  };

  function run(name: string, work: () => Promise<boolean>): void {
    if (stopped) return;
    again.add(name);
    if (running.has(name)) return;
    const loop = async (): Promise<void> => {
      while (again.delete(name) && !stopped) {
        try {
          if (await work()) again.add(name);
          fails = false;
        } catch (error) {
          if (!fails) log.error({ err: error }, 'Messages about alarms could not be sent; trying on');
          fails = true;
        }
      }
      running.delete(name);
    };
    running.set(name, loop());
  }

  const packSome = async (): Promise<boolean> => {
    const isMore = await inTransaction(pool, (client) => batchMessages(client, clock.now(), publicUrl));
    for (const channel of outboundChannels) sendOn(channel);
    return isMore;
  };
  const sendOn = (channel: OutboundChannel): void => run(`send ${channel}`, () => sendSome(channel));

  /** Begins to send what is due as far as there is room. Each end of a send makes room for the next. */
  async function sendSome(channel: OutboundChannel): Promise<boolean> {
    const sending = underWay[channel];
    const free = sendsAtOnce - sending.size;
    // A queue of thousands is not looked through for every single one; but webhooks are slow each for itself.
    if (free < (channel === 'webhook' ? 1 : sendsAtOnce / 2)) return false;
    const claimed = await claimMessages(system, pool, channel, {
      at: new Date(clock.now()),
      leaseUntil: new Date(clock.now() + leaseMs),
      limit: free,
      busyWebhooks: [...sending].flatMap(({ webhookId }) => webhookId ?? []),
    });
    for (const message of claimed) {
      const send: Send = { webhookId: message.webhookId, done: Promise.resolve() };
      sending.add(send);
      send.done = deliver(message).then(() => {
        sending.delete(send);
        sendOn(channel);
      });
    }
    return false;
  }

  /** Never rejects: where the result could not be written down, the message is sent again after its lease, under the same key. */
  async function deliver(message: QueuedMessage): Promise<void> {
    try {
      await settle(pool, message.channel, await sendOne(message), new Date(clock.now()));
    } catch (error) {
      log.error({ err: error, messageId: message.id }, 'What came of a message could not be written down');
    }
  }

  /** What the webhook's own record does not take is no reason to send again. */
  async function noteWebhook({ webhookId }: QueuedMessage, tried: Omit<WebhookTry, 'webhookId'>): Promise<void> {
    if (webhookId === null) return;
    await webhookTried({ webhookId, ...tried }).catch((error: unknown) =>
      log.error({ err: error, webhookId }, 'What came of a webhook could not be noted'),
    );
  }

  async function sendOne(message: QueuedMessage): Promise<Settlement> {
    const { id, attempts: number, channel, createdAt } = message;
    const nothing = { id, number, outcome: null, detail: null, providerId: null, nextTryAt: null, nextAskAt: null };
    // What was put together a moment ago was judged then; before a later send there may be a night in which nothing could be sent.
    if (number > 1 || clock.now() - createdAt.getTime() > judgedForMs) {
      const leftOut = await recheckMessages(pool, message, clock.now());
      if (leftOut !== null) return { ...nothing, state: 'skipped', reason: leftOut };
    }
    const send = senders[channel];
    if (!send) return { ...nothing, state: 'skipped', reason: 'channelNotAvailable' };
    // Another server may have claimed it meanwhile; if not, its turn comes again.
    if (!owner.holds())
      return { ...nothing, state: 'waiting', reason: 'retrying', nextTryAt: new Date(clock.now() + tickMs) };
    try {
      const { providerId, isAskable, isDelivered } = await send(message);
      await noteWebhook(message, { error: null, isGone: false });
      const nextAskAt = isAskable ? new Date(clock.now() + askEveryMs) : null;
      return {
        ...nothing,
        outcome: 'accepted',
        state: isDelivered ? 'delivered' : 'sent',
        reason: null,
        providerId,
        nextAskAt,
      };
    } catch (error) {
      const failed =
        error instanceof SendFailed
          ? error
          : new SendFailed((error as Error).message, { again: true, outcome: 'noAnswer' });
      const { outcome, message: detail } = failed;
      if (failed.leftOut !== null) return { ...nothing, state: 'skipped', reason: failed.leftOut };
      await noteWebhook(message, { error: detail, isGone: failed.isGone });
      const pause = failed.again ? pauseAfter(number, clock.now() - createdAt.getTime()) : null;
      if (pause === null)
        return { ...nothing, outcome, detail, state: 'failed', reason: failed.again ? 'expired' : 'refused' };
      const nextTryAt = new Date(clock.now() + pause);
      return { ...nothing, outcome, detail, state: 'waiting', reason: 'retrying', nextTryAt };
    }
  }

  async function askSome(): Promise<boolean> {
    const now = clock.now();
    const asked = await claimAsks(system, pool, {
      at: new Date(now),
      nextAt: new Date(now + askEveryMs),
      giveUpBefore: new Date(now - askForMs),
      limit: asksAtOnce,
    });
    await Promise.all(
      asked.map(async ({ channel, providerId, key }) => {
        const provider = channel === 'sms' || channel === 'voice' ? providers[channel] : null;
        // A provider that does not answer now is asked again.
        const receipt = await provider?.ask?.(providerId, key).catch(() => null);
        if (!receipt || (channel !== 'sms' && channel !== 'voice')) return;
        if (receipt.state !== null)
          await takeReceipt(pool, channel, { providerId, state: receipt.state, detail: receipt.detail }, clock.now());
        await answered(channel, receipt);
      }),
    );
    return asked.length === asksAtOnce;
  }

  function tick(): void {
    run('batchMessages', packSome);
    run('ask', askSome);
  }

  async function quiet(): Promise<void> {
    for (;;) {
      const sends = Object.values(underWay).flatMap((sending) => [...sending].map(({ done }) => done));
      if (running.size + sends.length === 0) return;
      await Promise.all([...running.values(), ...sends]);
    }
  }

  return {
    available: {
      sms: senders.sms !== null,
      voice: senders.voice !== null,
      email: senders.email !== null,
      webhook: senders.webhook !== null,
    },
    start() {
      timer = setInterval(tick, tickMs).unref();
      tick();
    },
    wake: tick,
    settled: quiet,
    async stop() {
      stopped = true;
      if (timer) clearInterval(timer);
      await quiet();
    },
  };
}
