import { accountErrors, type ErrorEntry } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { networkOf } from '../platform/networksOf.ts';
import { clearCounted } from './allowance.store.ts';
import { countFailed, type Limit, limitsByNetwork } from './allowance.ts';
import { createTurns } from './createTurns.ts';
import { isKnownPlace } from './knownPlace.ts';

/** Failures within this time count, and a lock lasts as long. */
const withinMs = 15 * 60_000;
/** Of one account from one network: a person mistypes a few times; a guesser needs thousands. */
const ofPair = { count: 5, withinMs };
/** Of one account from anywhere but the networks its owner signs in from. Higher than what one network can reach. */
const ofAccount = { count: 30, withinMs };
/** A whole office may sit behind one address. */
const ofNetwork = { count: 50, withinMs };

/** An attempt counts as a failure until it is known to be right, so those of one caller wait for each other. */
const inTurn = createTurns();

/** Whose password is guessed: an account however it was typed, or, where there is none, the text itself. */
export type Throttled = { readonly userId: number } | { readonly typed: string };

const nameOf = (guessed: Throttled): string =>
  'userId' in guessed
    ? `user:${guessed.userId}`
    : `typed:${guessed.typed.normalize('NFKC').replace(/\s/g, '').toLowerCase()}`;

const locked = (): Refusal => new Refusal(accountErrors.loginLocked, { minutes: withinMs / 60_000 });

const limitsOf = (guessed: Throttled, address: string) => {
  const name = nameOf(guessed);
  return {
    pair: limitsByNetwork(`failed:${name}`, address, ofPair, locked),
    account: { key: `failed:${name}`, allowance: ofAccount, refuse: locked } satisfies Limit,
    network: limitsByNetwork('failed', address, ofNetwork, locked),
  };
};

const keysOf = (limits: readonly Limit[]): string[] => limits.map(({ key }) => key);

/**
 * Lets one guess at the password of an account happen, at the login page or wherever it is asked for again; wrong ones are
 * counted, and too many close the account to guesses for a while. They count in the database, before the guess is looked at:
 * a hundred at once get no more than a hundred one by one, whichever process they reach.
 *
 * @param guess.whose the account, not how it was written: a number has many spellings, and each would have its own guesses
 * @param verify null: wrong
 * @throws Refusal `loginLocked`, or `guess.wrong`
 */
export function throttleLogin<Right>(
  deps: { db: Db; clock: Clock },
  guess: { whose: Throttled; address: string; wrong: ErrorEntry },
  verify: () => Promise<Right | null>,
): Promise<Right> {
  const limits = limitsOf(guess.whose, guess.address);
  const turnOf = `network ${networkOf(guess.address)}`;
  return inTurn(turnOf, () => inTurn(limits.account.key, () => attempt(deps, guess, limits, verify)));
}

async function attempt<Right>(
  deps: { db: Db; clock: Clock },
  { whose, address, wrong }: { whose: Throttled; address: string; wrong: ErrorEntry },
  { pair, account, network }: ReturnType<typeof limitsOf>,
  verify: () => Promise<Right | null>,
): Promise<Right> {
  const isKnown = 'userId' in whose && (await isKnownPlace(deps.db, whose.userId, address));
  const limits = [...pair, ...(isKnown ? [] : [account]), ...network];
  const right = await countFailed(deps, limits, async () => {
    const answer = await verify();
    if (answer === null) throw new Refusal(wrong);
    return answer;
  });
  await clearCounted(system, deps.db, keysOf([...pair, account]));
  return right;
}

/** Opens the account to guesses again: its owner has proven in another way who it is. */
export async function forgetGuesses({ db }: { db: Db }, userId: number, address: string): Promise<void> {
  const { pair, account } = limitsOf({ userId }, address);
  await clearCounted(system, db, keysOf([...pair, account]));
}
