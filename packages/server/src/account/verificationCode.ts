import { randomInt, timingSafeEqual } from 'node:crypto';
import { accountErrors, type CodePurpose, codePurposes, commonErrors, type Language } from '@watchpost/contract';
import type { Transaction } from 'kysely';
import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.generated.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Log } from '../platform/log/log.ts';
import { hiddenEmail, hiddenMobile, internationalMobile } from '../platform/phoneNumber.ts';
import { countCodes, giveTryBack, insertCode, lockName, markUsed, takeTry } from './code.store.ts';
import type { Messenger } from './messenger.ts';
import type { Tokens } from './tokens.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Long enough to fetch the phone from another room, short enough that a lost phone is locked by then. */
export const codeLifetimeMs = 5 * minuteMs;
/** Guesses at six digits: one in 200,000 succeeds. */
const triesOfCode = 5;
/** Between two codes to the same number or address. Messages are late sometimes; nobody needs two a minute. */
const betweenCodesMs = minuteMs;
/** To one number: no more than a very bad day needs, and fifty guesses in all. */
const codesPerTargetADay = 10;
/** From one network address: an office may sit behind it. */
const codesPerAddressAMinute = 5;
const codesPerAddressADay = 100;

/** Where a code goes: a phone number as it is kept (`mobileOf`), or an e-mail address. */
export interface CodeTarget {
  readonly channel: 'sms' | 'mail';
  readonly to: string;
}

export interface CodeDeps {
  db: Db;
  clock: Clock;
  log: Log;
  tokens: Tokens;
  messenger: Messenger;
}

export interface SentCode {
  readonly target: string;
  readonly channel: 'sms' | 'mail';
  readonly resendMs: number;
  readonly lifetimeMs: number;
  readonly inTestInbox: boolean;
}

/** A code that was right and can be used up, once. */
export interface RightCode {
  readonly id: number;
}

/** The same spelling for the same mailbox. */
const targetKey = ({ channel, to }: CodeTarget): string => (channel === 'mail' ? to.toLowerCase() : to);

const hashOf = (tokens: Tokens, purpose: CodePurpose, target: CodeTarget, code: string): Buffer =>
  tokens.keyedHash(`code:${purpose}:${targetKey(target)}:${code}`);

const messageText = (purpose: CodePurpose, code: string, language: Language): string =>
  language === 'zh'
    ? `【Watchpost 哨站】验证码 ${code}，用于${codePurposes[purpose].zh}，5 分钟内有效。请勿告知他人。`
    : `Watchpost: ${code} is your code (${codePurposes[purpose].en}). Valid for 5 minutes. Tell it to nobody.`;

const messageSubject = (purpose: CodePurpose, language: Language): string =>
  language === 'zh' ? `验证码：${codePurposes[purpose].zh}` : `Your code: ${codePurposes[purpose].en}`;

/**
 * Sends a fresh code for one purpose; an earlier one for the same no longer counts.
 *
 * @param request.toNobody counts and answers as if a code had been sent, but sends none: where a stranger must not learn
 *   whether somebody has an account. Real ones are then sent behind the answer, so that its time does not tell either.
 * @throws Refusal `tooManyRequests`, `tooManyCodesToday`, `noSmsService`, `noMailService`, `codeNotSent`
 */
export async function sendCode(
  { db, clock, log, tokens, messenger }: CodeDeps,
  request: {
    purpose: CodePurpose;
    target: CodeTarget;
    /** Where the request came from. */
    address: string;
    language: Language;
    discreetly?: 'toSomebody' | 'toNobody';
  },
): Promise<SentCode> {
  const { purpose, target, address, language, discreetly } = request;
  const way = messenger[target.channel];
  if (way === null) throw new Refusal(accountErrors[target.channel === 'sms' ? 'noSmsService' : 'noMailService']);

  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = clock.now();
  const id = await db.transaction().execute(async (transaction) => {
    await needRoom(transaction, now, targetKey(target), address);
    return insertCode(system, transaction, {
      purpose,
      target: targetKey(target),
      hash: hashOf(tokens, purpose, target, code),
      address,
      at: new Date(now),
      expiresAt: new Date(now + codeLifetimeMs),
      tries: triesOfCode,
    });
  });

  const key = `code-${id}`;
  const text = messageText(purpose, code, language);
  const send = async (): Promise<void> => {
    if (target.channel === 'mail') {
      await messenger.sendMail({ key, to: target.to, subject: messageSubject(purpose, language), text });
      return;
    }
    const fields = { code, purpose: codePurposes[purpose][language], mobile: target.to };
    await messenger.sendSms({ key, to: internationalMobile(target.to), text, fields });
  };
  const failed = (error: unknown): void =>
    log.warn({ err: error, channel: target.channel }, 'A verification code could not be sent');
  if (discreetly === 'toSomebody') {
    send().catch(failed);
  } else if (discreetly === undefined) {
    try {
      await send();
    } catch (error) {
      failed(error);
      throw new Refusal(accountErrors.codeNotSent);
    }
  }
  return {
    target: target.channel === 'mail' ? hiddenEmail(target.to) : hiddenMobile(target.to),
    channel: target.channel,
    resendMs: betweenCodesMs,
    lifetimeMs: codeLifetimeMs,
    inTestInbox: way === 'inbox',
  };
}

/** Refuses when too many codes were asked for; those who ask at the same moment wait for each other. */
async function needRoom(transaction: Transaction<Tables>, now: number, target: string, address: string): Promise<void> {
  await lockName(system, transaction, `code from ${address}`);
  await lockName(system, transaction, `code to ${target}`);
  const asked = (by: 'target' | 'address', withinMs: number) =>
    countCodes(system, transaction, by, by === 'target' ? target : address, new Date(now - withinMs));

  const { latest, count } = await asked('target', dayMs);
  const waitMs = latest === null ? 0 : latest.getTime() + betweenCodesMs - now;
  if (waitMs > 0) throw new Refusal(commonErrors.tooManyRequests, { seconds: Math.ceil(waitMs / 1000) });
  if (count >= codesPerTargetADay || (await asked('address', dayMs)).count >= codesPerAddressADay) {
    throw new Refusal(accountErrors.tooManyCodesToday);
  }
  if ((await asked('address', minuteMs)).count >= codesPerAddressAMinute) {
    throw new Refusal(commonErrors.tooManyRequests, { seconds: minuteMs / 1000 });
  }
}

/**
 * Whether a code is right; it can then be used up in the transaction of what it was asked for. A wrong one costs one of its
 * five tries, whatever becomes of the call.
 *
 * @throws Refusal `wrongCode`
 */
export async function checkCode(
  { db, clock, tokens }: Pick<CodeDeps, 'db' | 'clock' | 'tokens'>,
  purpose: CodePurpose,
  target: CodeTarget,
  code: string,
): Promise<RightCode> {
  const row = await takeTry(system, db, purpose, targetKey(target), new Date(clock.now()));
  if (!row || !timingSafeEqual(row.code_hash, hashOf(tokens, purpose, target, code))) {
    throw new Refusal(accountErrors.wrongCode);
  }
  await giveTryBack(system, db, row.id);
  return { id: row.id };
}

/** Uses a code up. @throws Refusal `wrongCode` when another call was faster */
export async function useCode(transaction: Transaction<Tables>, { id }: RightCode, now: number): Promise<void> {
  if (!(await markUsed(system, transaction, id, new Date(now)))) throw new Refusal(accountErrors.wrongCode);
}
