import { randomInt, timingSafeEqual } from 'node:crypto';
import { accountErrors, type CodePurpose, codePurposes, dayMs, type Language, minuteMs } from '@watchpost/contract';
import type { Transaction } from 'kysely';
import { system } from '../access/index.ts';
import type { EventBus } from '../events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.generated.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Log } from '../platform/log/log.ts';
import { networkOf } from '../platform/networksOf.ts';
import { hiddenEmail, hiddenMobile, internationalMobile } from '../platform/phoneNumber.ts';
import { clearCounted } from './allowance.store.ts';
import { countFailed, countIfWithin, countWithin, type Limit, limitsByNetwork, tooManyRequests } from './allowance.ts';
import { findSharedCode, giveTryBack, insertCode, markUsed, takeTry } from './code.store.ts';
import { isKnownPlace } from './knownPlace.ts';
import type { Messenger } from './messenger.ts';
import { type Origin, reportAttack } from './reportAttack.ts';
import { findUserByMobile } from './store.ts';
import type { Tokens } from './tokens.ts';

/** Long enough to fetch the phone from another room, short enough that a lost phone is locked by then. */
export const codeLifetimeMs = 5 * minuteMs;
/** Guesses at six digits, from the network that asked for the code: one in 200,000 succeeds. */
const triesOfCode = 5;
/** From elsewhere: a phone may have changed its network; a stranger must not use up the tries of the owner. */
const foreignTriesOfCode = 3;
/** Between two codes to the same number or address. Messages are late sometimes; nobody needs two a minute. */
const betweenCodes = { count: 1, withinMs: minuteMs };
/** To oneself, while signed in: no more than a very bad day needs. */
const ofOwner = { count: 10, withinMs: dayMs };
/** To one number, asked for from one network: the share of a /48 stays below what all together have. */
const ofTargetFromNetwork = { count: 10, withinMs: dayMs };
/**
 * To one number from all networks but those its owner signs in from. Beyond it one message goes out every eight minutes, and requests in
 * between share the code that was sent last: no flood of messages, and the holder of the phone is never refused.
 */
const ofTarget = { count: 20, withinMs: dayMs };
const spacedOfTarget = { count: 1, withinMs: 8 * minuteMs };
/** Leaves two minutes to type the code when the next one is sent just after the request. No code is good for longer: ASVS 6.5.5. */
const spacedLifetimeMs = 10 * minuteMs;
/** Guesses at the codes of one number from all these networks. Sixty networks find a code with less than 0.1 % a day: a guess is compared with two codes. */
const guessesOfTarget = { count: 300, withinMs: dayMs };
/** From one network, also from the owner's, in which a guesser may sit: enough for the codes that it may ask for. */
const guessesOfNetwork = { count: 50, withinMs: dayMs };
/** Of each network before it counts with the others: the holder of the phone types the code rightly at the first or second try. */
const guessesOfNewcomer = { count: 2, withinMs: dayMs };
/** From one network, for any numbers: an office may sit behind it. */
const ofNetworkAMinute = { count: 5, withinMs: minuteMs };
const ofNetworkADay = { count: 100, withinMs: dayMs };

/** Codes of one class count together; using up one class leaves the others. */
const classOf: Readonly<Record<CodePurpose, 'enter' | 'recover' | 'change' | 'sign'>> = {
  login: 'enter',
  invitation: 'enter',
  applyCompany: 'enter',
  forgotPassword: 'recover',
  changePassword: 'recover',
  verifyIdentity: 'recover',
  changeMobile: 'change',
  changeEmail: 'change',
  signContract: 'sign',
};

/** Where a code goes: a phone number as it is kept (`mobileOf`), or an e-mail address. */
export interface CodeTarget {
  readonly channel: 'sms' | 'mail';
  readonly to: string;
}

export interface CodeDeps {
  db: Db;
  clock: Clock;
  events: EventBus;
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

/** Where a request came from, and the user of its sign-in; null: made without one. */
export interface Asker extends Origin {
  readonly userId: number | null;
}

export const askerOf = ({ address, userAgent, caller }: Origin & { caller: { userId: number } | null }): Asker => ({
  address,
  userAgent,
  userId: caller?.userId ?? null,
});

/** A code that was right and can be used up, once. */
export interface RightCode {
  readonly purpose: string;
  readonly target: string;
  readonly hash: Buffer;
}

/** The same spelling for the same mailbox. */
const targetKey = ({ channel, to }: CodeTarget): string => (channel === 'mail' ? to.toLowerCase() : to);

const hashOf = (tokens: Tokens, purpose: CodePurpose, target: CodeTarget, code: string): Buffer =>
  tokens.keyedHash(`code:${purpose}:${targetKey(target)}:${code}`);

const messageText = (purpose: CodePurpose, code: string, lifetimeMs: number, language: Language): string => {
  const minutes = Math.floor(lifetimeMs / minuteMs);
  return language === 'zh'
    ? `【Watchpost 哨站】验证码 ${code}，用于${codePurposes[purpose].zh}，${minutes} 分钟内有效。请勿告知他人。`
    : `Watchpost: ${code} is your code (${codePurposes[purpose].en}). Valid for ${minutes} minutes. Do not share it.`;
};

const messageSubject = (purpose: CodePurpose, language: Language): string =>
  language === 'zh' ? `验证码：${codePurposes[purpose].zh}` : `Your code: ${codePurposes[purpose].en}`;

/**
 * Sends a fresh code for one purpose; an earlier one for the same no longer counts. Where strangers asked for too many, the code
 * that was sent last counts for this caller, too, and no message is sent.
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
    from: Asker;
    /** The account whose phone the target is; null: nobody's. */
    accountId?: number | null;
    language: Language;
    discreetly?: 'toSomebody' | 'toNobody';
  },
): Promise<SentCode> {
  const { purpose, target, from, language, discreetly, accountId = null } = request;
  const way = messenger[target.channel];
  if (way === null) throw new Refusal(accountErrors[target.channel === 'sms' ? 'noSmsService' : 'noMailService']);

  const now = clock.now();
  const asked = { purpose, target: targetKey(target) };
  const { id, code, lifetimeMs } = await db.transaction().execute(async (transaction) => {
    const isKnown = accountId !== null && (await isKnownPlace(transaction, accountId, from.address));
    const to = `${classOf[purpose]}:${asked.target}`;
    await countWithin(transaction, now, from.userId === null ? limitsOf(to, from) : ownLimits(from.userId, to));
    const pace = from.userId !== null || isKnown ? 'free' : await paceOf(transaction, now, to, purpose);
    const shared = pace === 'shared' ? await findSharedCode(system, transaction, asked, new Date(now)) : undefined;
    const code = shared ? null : String(randomInt(1_000_000)).padStart(6, '0');
    const lifetimeMs = shared ? shared.expires_at.getTime() - now : pace === 'free' ? codeLifetimeMs : spacedLifetimeMs;
    const id = await insertCode(system, transaction, {
      ...asked,
      hash: code === null ? shared!.code_hash : hashOf(tokens, purpose, target, code),
      network: networkOf(from.address),
      askedBy: from.userId,
      at: new Date(now),
      expiresAt: new Date(now + lifetimeMs),
      tries: triesOfCode,
      foreignTries: foreignTriesOfCode,
    });
    return { id, code, lifetimeMs };
  });

  const key = `code-${id}`;
  const send = async (): Promise<void> => {
    if (code === null) return;
    const text = messageText(purpose, code, lifetimeMs, language);
    if (target.channel === 'mail') {
      await messenger.sendMail({ key, to: target.to, subject: messageSubject(purpose, language), text });
      return;
    }
    // Templates of a provider say how long it is good: as long as ours says it.
    const minutes = String(Math.floor(lifetimeMs / minuteMs));
    const fields = { code, minutes, purpose: codePurposes[purpose][language], mobile: target.to };
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
    resendMs: betweenCodes.withinMs,
    lifetimeMs,
    inTestInbox: way === 'inbox',
  };
}

const tooManyToday = (): Refusal => new Refusal(accountErrors.tooManyCodesToday);

/** Of somebody who is not signed in. */
function limitsOf(to: string, { address }: Asker): Limit[] {
  const pair = `code:${to}`;
  const fromNetwork = networkOf(address);
  return [
    { key: `${pair}@${fromNetwork}`, allowance: betweenCodes, refuse: tooManyRequests },
    ...limitsByNetwork(pair, address, ofTargetFromNetwork, tooManyToday),
    ...limitsByNetwork('code', address, ofNetworkADay, tooManyToday),
    ...limitsByNetwork('code', address, ofNetworkAMinute),
  ];
}

/** How codes are paced that are asked for from where the owner never signed in; counted in the transaction. */
async function paceOf(
  transaction: Transaction<Tables>,
  now: number,
  to: string,
  purpose: CodePurpose,
): Promise<'free' | 'spaced' | 'shared'> {
  const ofAll = { key: `code:${to}`, allowance: ofTarget, refuse: tooManyToday };
  if (await countIfWithin(transaction, now, [ofAll])) return 'free';
  const spaced = { key: `code:spaced:${purpose}:${to}`, allowance: spacedOfTarget, refuse: tooManyRequests };
  return (await countIfWithin(transaction, now, [spaced])) ? 'spaced' : 'shared';
}

/** Of the owner of an account: strangers cannot use them up. */
const ownLimits = (userId: number, to: string): Limit[] => [
  { key: `code:own:${userId}:${to}`, allowance: betweenCodes, refuse: tooManyRequests },
  { key: `code:own:${userId}`, allowance: ofOwner, refuse: tooManyToday },
];

/**
 * Whether a code is right; it can then be used up in the transaction of its purpose. A wrong one costs one of its
 * tries, also when the call fails.
 *
 * @throws Refusal `wrongCode`, `tooManyRequests`
 */
export async function checkCode(
  { db, clock, events, tokens }: Pick<CodeDeps, 'db' | 'clock' | 'events' | 'tokens'>,
  { purpose, target, from }: { purpose: CodePurpose; target: CodeTarget; from: Asker },
  code: string,
): Promise<RightCode> {
  const wanted = { purpose, target: targetKey(target) };
  const guesser = { network: networkOf(from.address), userId: from.userId };
  const owner = from.userId ?? (target.channel === 'sms' ? await userOfMobile(db, target.to) : null);
  const { newcomer, network, all } = limitsOfGuess(`${classOf[purpose]}:${wanted.target}`, from.address);
  const isApart =
    from.userId !== null ||
    (owner !== null && (await isKnownPlace(db, owner, from.address))) ||
    (await db.transaction().execute((transaction) => countIfWithin(transaction, clock.now(), newcomer)));
  return countFailed({ db, clock }, from.userId !== null ? [] : [...network, ...(isApart ? [] : [all])], async () => {
    const row = await takeTry(system, db, wanted, guesser, new Date(clock.now()));
    const guess = hashOf(tokens, purpose, target, code);
    const right = [row?.code_hash, row?.last_hash].some((hash) => hash && timingSafeEqual(hash, guess));
    if (!row || !right) {
      reportAttack({ clock, events }, 'codeWrong', owner === null ? { typed: target.to } : { userId: owner }, from);
      throw new Refusal(accountErrors.wrongCode);
    }
    await giveTryBack(system, db, row);
    await clearCounted(
      system,
      db,
      newcomer.map(({ key }) => key),
    );
    return { ...wanted, hash: guess };
  });
}

/**
 * What bounds guesses at codes besides the tries of each: many networks have many codes. A network counts by itself first, and
 * with all other strangers only after that; where the owner signs in, and for the owner's own sign-in, the tries are enough.
 */
const limitsOfGuess = (to: string, address: string): { newcomer: Limit[]; network: Limit[]; all: Limit } => ({
  network: limitsByNetwork(`guess:${to}`, address, guessesOfNetwork),
  newcomer: limitsByNetwork(`guess:new:${to}`, address, guessesOfNewcomer),
  all: { key: `guess:${to}`, allowance: guessesOfTarget, refuse: tooManyRequests },
});

const userOfMobile = async (db: Db, mobile: string): Promise<number | null> =>
  (await findUserByMobile(system, db, mobile))?.id ?? null;

/** Uses a code up. @throws Refusal `wrongCode` when another call was faster */
export async function useCode(transaction: Transaction<Tables>, code: RightCode, now: number): Promise<void> {
  if (!(await markUsed(system, transaction, code, new Date(now)))) throw new Refusal(accountErrors.wrongCode);
}
