import { timingSafeEqual } from 'node:crypto';
import { hourMs } from '@watchpost/contract';
import type pg from 'pg';
import { system } from '../../access/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/inTransaction.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Log } from '../../platform/log/log.ts';
import type { PhoneProvider, PhoneReceipt } from '../../platform/phone/phoneProvider.ts';
import { hiddenMobile, internationalMobile, mobileOfSender } from '../../platform/phoneNumber.ts';
import { answerableMs } from './batchMessages.ts';
import {
  countWrongAnswers,
  deleteWrongAnswer,
  findAnswered,
  keepWrongAnswer,
  lockCaller,
  markAnswered,
} from './receipts.store.ts';
import { takeReceipt } from './receipts.ts';

/** A person confirms from a phone: with their rights of this moment. Refuses as the call would. */
export type AcknowledgeByPhone = (order: {
  readonly userId: number;
  readonly companyId: number;
  readonly alarmId: number;
  readonly seenSeverity: number;
  readonly by: 'sms' | 'voice';
}) => Promise<void>;

export interface Answers {
  /** An answer that came with a receipt, or by itself; anything else is ignored. */
  take(channel: 'sms' | 'voice', receipt: PhoneReceipt): Promise<void>;
  /** What a provider posted: receipts and answers. */
  posted(channel: 'sms' | 'voice', body: unknown): Promise<void>;
}

/** After this many wrong codes from one number in an hour, nothing from it is looked at. */
const wrongPerHour = 5;
/** The key that confirms. */
const confirmDigit = '1';

export function createAnswers({
  pool,
  clock,
  log,
  providers,
  acknowledge,
}: {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  providers: Readonly<Record<'sms' | 'voice', PhoneProvider | null>>;
  acknowledge: AcknowledgeByPhone;
}): Answers {
  /** Looks at an answer unless its number sent too many wrong ones; until it confirms something it counts as wrong, too. */
  async function unlessBarred(from: string, work: () => Promise<boolean>): Promise<'right' | 'wrong' | 'barred'> {
    const at = new Date(clock.now());
    const since = new Date(clock.now() - hourMs);
    const id = await inTransaction(pool, async (client) => {
      await lockCaller(system, client, from);
      const isBarred = (await countWrongAnswers(system, client, from, since)) >= wrongPerHour;
      return isBarred ? null : keepWrongAnswer(system, client, from, { at, keptSince: since });
    });
    if (id === null) return 'barred';
    if (!(await work())) return 'wrong';
    await deleteWrongAnswer(system, pool, id);
    return 'right';
  }

  async function confirm(
    channel: 'sms' | 'voice',
    asked: { code: string; address: string | null; providerId: string | null },
  ): Promise<boolean> {
    const since = new Date(clock.now() - answerableMs);
    const message = await findAnswered(system, pool, channel, { ...asked, since });
    if (!message) return false;
    const confirmed: number[] = [];
    for (const { alarmId, companyId, severity } of message.alarms) {
      try {
        await acknowledge({ userId: message.userId, companyId, alarmId, seenSeverity: severity, by: channel });
        confirmed.push(alarmId);
      } catch (error) {
        // Acknowledged by somebody else, more severe by now, or no longer permitted: the other alarms are confirmed all the same.
        if (!(error instanceof Refusal)) throw error;
        log.info({ err: error, alarmId }, 'An alarm could not be acknowledged from a phone');
      }
    }
    const at = new Date(clock.now());
    await inTransaction(pool, (client) => markAnswered(system, client, message.id, { at, confirmed }));
    return true;
  }

  /** For the operator who looks up why an answer confirmed nothing; the code itself stays out of the log. */
  function unmatched(channel: 'sms' | 'voice', from: string | null, why: string): void {
    const sender = from === null ? null : from.length > 8 ? hiddenMobile(from) : from;
    log.warn({ channel, sender, why }, 'An answer from a phone matches no message');
  }

  async function take(channel: 'sms' | 'voice', { id, from: sender, text, digit, code }: PhoneReceipt): Promise<void> {
    // As it is kept; what is no phone number stays as it came and matches nothing.
    const from = sender === null ? null : (mobileOfSender(sender) ?? sender);
    if (channel === 'voice') {
      if (digit !== confirmDigit) return;
      if (code === null)
        return unmatched('voice', from, 'a key without the code of its call: VOICE_BODY and VOICE_RECEIPT name it');
      const caller = id ?? from ?? '';
      const address = from === null ? null : internationalMobile(from);
      const came = await unlessBarred(caller, () => confirm('voice', { code, address, providerId: id }));
      if (came === 'right') return;
      return unmatched('voice', from, came === 'barred' ? 'too many wrong codes' : 'no call with this code');
    }
    if (from === null || text === null) return;
    // A Chinese keyboard types its digits full-width: ９４６２ is 9462.
    const codes = text.normalize('NFKC').match(/(?<!\d)\d{4}(\d{2})?(?!\d)/g);
    if (!codes) return unmatched('sms', from, 'no code in it');
    const address = internationalMobile(from);
    const came = await unlessBarred(from, async () => {
      for (const each of codes.slice(0, 3))
        if (await confirm('sms', { code: each, address, providerId: null })) return true;
      return false;
    });
    if (came === 'right') return;
    unmatched('sms', from, came === 'barred' ? 'too many wrong codes' : 'no message with this code to this number');
  }

  return {
    take,
    async posted(channel, body) {
      const receipts = providers[channel]?.read(body) ?? [];
      for (const receipt of receipts) {
        const { id, state, detail } = receipt;
        if (id !== null && state !== null)
          await takeReceipt(pool, channel, { providerId: id, state, detail }, clock.now());
        await take(channel, receipt);
      }
    },
  };
}

/** Whether two secrets are the same, in a time that does not tell how much of them is. */
export function isSameSecret(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
