import { accountErrors, type ErrorEntry } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createTurns } from './createTurns.ts';
import { clearFailures, countFailures, insertFailure } from './session.store.ts';

/** Failures within this time count, and a lock lasts as long. */
const throttleWindowMs = 15 * 60_000;
/** Of one account from one address: a person mistypes a few times; a guesser needs thousands. */
const failuresPerPair = 5;
/** Of one account from anywhere. Higher, or a stranger could lock the operator out with five requests. */
const failuresPerAccount = 30;
/** A whole office may sit behind one address. */
const failuresPerAddress = 50;

/** Attempts wait for those before them: a hundred guesses sent at once would all pass a count that none has raised yet. */
const inTurn = createTurns();

/** Whose password is guessed: an account however it was typed, or, where there is none, the text itself. */
export type Throttled = { readonly userId: number } | { readonly typed: string };

const nameOf = (guessed: Throttled): string =>
  'userId' in guessed
    ? `user:${guessed.userId}`
    : `typed:${guessed.typed.normalize('NFKC').replace(/\s/g, '').toLowerCase()}`;

const keysOf = (guessed: Throttled, address: string) => ({
  pair: `pair:${nameOf(guessed)}@${address}`,
  account: `account:${nameOf(guessed)}`,
  address: `address:${address}`,
});

/**
 * Lets one guess at the password of an account happen, at the login page or wherever it is asked for again; wrong ones are
 * counted, and too many close the account to guesses for a while.
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
  const keys = keysOf(guess.whose, guess.address);
  return inTurn(keys.address, () => inTurn(keys.account, () => attempt(deps, keys, guess.wrong, verify)));
}

async function attempt<Right>(
  { db, clock }: { db: Db; clock: Clock },
  keys: ReturnType<typeof keysOf>,
  wrong: ErrorEntry,
  verify: () => Promise<Right | null>,
): Promise<Right> {
  const since = new Date(clock.now() - throttleWindowMs);
  const locked =
    (await countFailures(system, db, keys.pair, since)) >= failuresPerPair ||
    (await countFailures(system, db, keys.account, since)) >= failuresPerAccount ||
    (await countFailures(system, db, keys.address, since)) >= failuresPerAddress;
  if (locked) throw new Refusal(accountErrors.loginLocked, { minutes: throttleWindowMs / 60_000 });

  const right = await verify();
  if (right === null) {
    await insertFailure(system, db, [keys.pair, keys.account, keys.address], new Date(clock.now()));
    throw new Refusal(wrong);
  }
  await forgetFailures({ db }, keys);
  return right;
}

async function forgetFailures({ db }: { db: Db }, keys: { pair: string; account: string }): Promise<void> {
  await clearFailures(system, db, keys.pair);
  await clearFailures(system, db, keys.account);
}

/** Opens the account to guesses again: he has proven in another way that it is he. */
export const forgetGuesses = (deps: { db: Db }, userId: number, address: string): Promise<void> =>
  forgetFailures(deps, keysOf({ userId }, address));
