import { accountErrors, type ErrorEntry } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { networkOf } from '../platform/networksOf.ts';
import { clearCounted } from './allowance.store.ts';
import { countFailed, type Limit, limitsByNetwork, tooManyRequests } from './allowance.ts';
import { createTurns } from './createTurns.ts';
import { isKnownPlace } from './knownPlace.ts';
import { type Attacked, type Origin, type ReportDeps, reportAttack } from './reportAttack.ts';

/** Failures within this time count, and a lock lasts as long. */
const withinMs = 15 * 60_000;
/** Of one account from one network: a person mistypes a few times; a guesser needs thousands. */
const ofPair = { count: 5, withinMs };
/** Of one account from anywhere but the networks its owner signs in from. Higher than what one network can reach. */
const ofAccount = { count: 30, withinMs };
/** A whole office may sit behind one address. */
const ofNetwork = { count: 50, withinMs };

/**
 * An attempt counts as a failure until it is known to be right, so those of one network, and those at one account, wait for each
 * other: a whole office in the morning, some 100 ms each. More is a flood, which takes no memory and is answered at once.
 */
const turns = { maxWaiting: 200, refuse: () => tooManyRequests(20_000) };
const inTurn = createTurns(turns);

const nameOf = (guessed: Attacked): string =>
  'userId' in guessed
    ? `user:${guessed.userId}`
    : `typed:${guessed.typed.normalize('NFKC').replace(/\s/g, '').toLowerCase()}`;

const locked = (): Refusal => new Refusal(accountErrors.loginLocked, { minutes: withinMs / 60_000 });

const limitsOf = (guessed: Attacked, address: string) => {
  const name = nameOf(guessed);
  return {
    pair: limitsByNetwork(`failed:${name}`, address, ofPair, locked),
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
}

const keysOf = (limits: readonly Limit[]): string[] => limits.map(({ key }) => key);

/**
 * Lets one guess at the password of an account happen, at the login page or wherever it is asked for again; wrong ones are
 * counted, and too many close the account to guesses for a while. They count in the database, before the guess is looked at:
 * a hundred at once get no more than a hundred one by one, whichever process they reach.
 *
 * @param verify null: wrong
 * @throws Refusal `loginLocked`, `tooManyRequests` when too many wait for their turn, or `guess.wrong`
 */
export function throttleLogin<Right>(
  deps: ThrottleDeps,
  guess: Guess,
  verify: () => Promise<Right | null>,
): Promise<Right> {
  const limits = limitsOf(guess.whose, guess.from.address);
  const turnOf = `network ${networkOf(guess.from.address)}`;
  return inTurn([turnOf, limits.account.key], () => attempt(deps, guess, limits, verify));
}

async function attempt<Right>(
  deps: ThrottleDeps,
  { whose, from, wrong }: Guess,
  { pair, account, network }: ReturnType<typeof limitsOf>,
  verify: () => Promise<Right | null>,
): Promise<Right> {
  const isKnown = 'userId' in whose && (await isKnownPlace(deps.db, whose.userId, from.address));
  const limits = [...pair, ...(isKnown ? [] : [account]), ...network];
  let isGuessed = false;
  const right = await countFailed(deps, limits, async () => {
    isGuessed = true;
    const answer = await verify();
    if (answer === null) throw new Refusal(wrong);
    return answer;
  }).catch((error: unknown) => {
    if (error instanceof Refusal) reportAttack(deps, isGuessed ? 'signInFailed' : 'signInLocked', whose, from);
    throw error;
  });
  await clearCounted(system, deps.db, keysOf([...pair, account]));
  return right;
}

/** Opens the account to guesses again: its owner has proven in another way who it is. */
export async function forgetGuesses({ db }: { db: Db }, userId: number, address: string): Promise<void> {
  const { pair, account } = limitsOf({ userId }, address);
  await clearCounted(system, db, keysOf([...pair, account]));
}
