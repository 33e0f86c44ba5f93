import { accountErrors, type ErrorEntry } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { networksOf } from '../platform/networksOf.ts';
import { clearCounted } from './allowance.store.ts';
import { countFailed, countIfWithin, isWithin, type Limit, limitsByNetwork, tooManyRequests } from './allowance.ts';
import { createTurns, type Room, type Turn } from './createTurns.ts';
import { isKnownPlace } from './knownPlace.ts';
import { type Attacked, type Origin, type ReportDeps, reportAttack } from './reportAttack.ts';

/** Failures within this time count, and a lock lasts as long. */
const withinMs = 15 * 60_000;
/** Of one account from one network: a person mistypes a few times; a guesser needs thousands. */
const ofPair = { count: 5, withinMs };
/**
 * Of one account from one network where its owner never signed in, before it counts with all others: strangers elsewhere do not
 * use it up. Few, for a guesser may have thousands of networks.
 */
const ofNewcomer = { count: 2, withinMs: 24 * 60 * 60_000 };
/** Beyond that, of one account from all these networks together. Higher than what one network can reach. */
const ofAccount = { count: 30, withinMs };
/** A whole office may sit behind one address. */
const ofNetwork = { count: 50, withinMs };

/**
 * A guess counts as wrong until it is known to be right. So the guesses that count together wait for each other, some 100 ms
 * each: a whole office in the morning. A flood is answered at once and takes no memory.
 */
const inTurn = createTurns(() => tooManyRequests(20_000));
const waiting = {
  ofNetwork: 200,
  ofAccount: 200,
  /** Of one network at one account: a tenth, so that no network fills the room of an account. */
  ofPair: 20,
};

const nameOf = (guessed: Attacked): string =>
  'userId' in guessed
    ? `user:${guessed.userId}`
    : `typed:${guessed.typed.normalize('NFKC').replace(/\s/g, '').toLowerCase()}`;

const locked = (): Refusal => new Refusal(accountErrors.loginLocked, { minutes: withinMs / 60_000 });

const limitsOf = (guessed: Attacked, address: string) => {
  const name = nameOf(guessed);
  return {
    pair: limitsByNetwork(`failed:${name}`, address, ofPair, locked),
    newcomer: limitsByNetwork(`failed:new:${name}`, address, ofNewcomer, locked),
    account: { key: `failed:${name}`, allowance: ofAccount, refuse: locked } satisfies Limit,
    network: limitsByNetwork('failed', address, ofNetwork, locked),
  };
};

interface ThrottleDeps extends ReportDeps {
  readonly db: Db;
}

interface Guess {
  /** The account, not how it was written: a number has many spellings, and each would have its own guesses. */
  readonly whose: Attacked;
  readonly from: Origin;
  readonly wrong: ErrorEntry;
  /** The sign-in that is asked for its password again. It has guesses of its own; those of strangers do not count. */
  readonly sessionId?: string;
}

type Limits = ReturnType<typeof limitsOf>;

const keysOf = (limits: readonly Limit[]): string[] => limits.map(({ key }) => key);

/**
 * Lets one guess at the password of an account happen, at the login page or wherever it is asked for again; wrong ones are
 * counted, and too many close the account to guesses for a while. They count in the database, before the guess is looked at:
 * a hundred at once get no more than a hundred one by one, whichever process they reach.
 *
 * Somebody who is signed in, or signs in where the account's owner does as a rule, neither counts with strangers nor waits
 * for them. Nor does a network at its first two guesses of a day: the owner may be anywhere.
 *
 * @param verify null: wrong
 * @throws Refusal `loginLocked`, `tooManyRequests` when too many wait for their turn, or `guess.wrong`
 */
export async function throttleLogin<Right>(
  deps: ThrottleDeps,
  guess: Guess,
  verify: () => Promise<Right | null>,
): Promise<Right> {
  const { whose, from, sessionId } = guess;
  const limits = limitsOf(whose, from.address);
  // Before the queue: in a queue that strangers fill, the owner would wait, too.
  const isApart =
    sessionId !== undefined ||
    ('userId' in whose && (await isKnownPlace(deps.db, whose.userId, from.address))) ||
    (await isAmongFirst(deps, limits, from.address));
  const counted = [
    ...limits.pair,
    ...(sessionId === undefined ? [] : [ofSession(sessionId)]),
    ...(isApart ? [] : [limits.account]),
    ...limits.network,
  ];
  return inTurn(turnOf(limits, from.address, isApart ? null : limits.account.key), () =>
    attempt(deps, guess, limits, counted, verify),
  );
}

/**
 * Counts it as one of the guesses that a network has before it counts with all others; false: it had them. One at a time for each
 * customer of a provider, and few wait: a flood is not to fill the database with questions.
 */
function isAmongFirst({ db, clock }: ThrottleDeps, { pair, newcomer }: Limits, address: string): Promise<boolean> {
  const turn = { keys: [newcomer.at(-1)!.key], rooms: roomsOf(pair, address, waiting.ofPair) };
  return inTurn(turn, async () => {
    const now = clock.now();
    if (!(await isWithin(db, now, newcomer))) return false;
    return db.transaction().execute((transaction) => countIfWithin(transaction, now, newcomer));
  });
}

/** Guesses of one sign-in: a stolen session gets no more of them in another network. */
const ofSession = (sessionId: string): Limit => ({
  key: `failed:session:${sessionId}`,
  allowance: ofPair,
  refuse: locked,
});

/** A room for each network of a caller, by its share. */
function roomsOf(limits: readonly Limit[], address: string, maxWaiting: number): Room[] {
  const shares = networksOf(address).map(({ share }) => share);
  return limits.map(({ key }, index) => ({ name: key, maxWaiting: maxWaiting * shares[index]! }));
}

/** @param account null: it does not wait for others at the account */
function turnOf({ network, pair }: Limits, address: string, account: string | null): Turn {
  const ofNetwork = { keys: [network[0]!.key], rooms: roomsOf(network, address, waiting.ofNetwork) };
  if (account === null) return ofNetwork;
  return {
    keys: [...ofNetwork.keys, account],
    rooms: [
      ...ofNetwork.rooms,
      { name: account, maxWaiting: waiting.ofAccount },
      ...roomsOf(pair, address, waiting.ofPair),
    ],
  };
}

async function attempt<Right>(
  deps: ThrottleDeps,
  { whose, from, wrong }: Guess,
  { pair, newcomer, account }: Limits,
  counted: readonly Limit[],
  verify: () => Promise<Right | null>,
): Promise<Right> {
  let isGuessed = false;
  const right = await countFailed(deps, counted, async () => {
    isGuessed = true;
    const answer = await verify();
    if (answer === null) throw new Refusal(wrong);
    return answer;
  }).catch((error: unknown) => {
    if (error instanceof Refusal) reportAttack(deps, isGuessed ? 'signInFailed' : 'signInLocked', whose, from);
    throw error;
  });
  await clearCounted(system, deps.db, keysOf([...pair, ...newcomer, account]));
  return right;
}

/** Opens the account to guesses again: its owner has proven in another way who it is. */
export async function forgetGuesses({ db }: { db: Db }, userId: number, address: string): Promise<void> {
  const { pair, newcomer, account } = limitsOf({ userId }, address);
  await clearCounted(system, db, keysOf([...pair, ...newcomer, account]));
}
