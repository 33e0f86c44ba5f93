import type { SubjectKind } from '@watchpost/contract';
import type { Transaction } from 'kysely';
import { system } from '../access/index.ts';
import type { Clock } from '../platform/clock.ts';
import { againAfterDeadlock } from '../platform/db/againAfterDeadlock.ts';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.generated.ts';
import type { CallContext } from '../platform/http/callServer.ts';
import { insertOperations } from './store.ts';

/** What happened to one thing: a line of the operation log. */
export interface Operation {
  /** Null: before anybody belongs to a company. */
  readonly companyId: number | null;
  /** Null or absent: an affair of the whole company. */
  readonly projectId?: number | null;
  /** Its kind stands in the contract, in words (`<domain>/logWords.ts`). */
  readonly subject: { readonly kind: SubjectKind; readonly id: number | string | null; readonly name: string };
  /** What it was and what it is, only what changed; absent where there was or is nothing. Never a password, a code or a token. */
  readonly before?: object | null;
  readonly after?: object | null;
  /** Who did it, where the call itself does not know: before a sign-in. */
  readonly userId?: number | null;
}

/** What a write works with. */
export interface OneWrite {
  readonly transaction: Transaction<Tables>;
  /** Adds a line to the operation log; it is kept only when everything else is. */
  log(operation: Operation): void;
  /** Nothing needed to change, so there is nothing to log. */
  unchanged(): void;
  /** Done once everything is kept: telling others (`events.emit`). */
  afterCommit(tell: () => void): void;
}

/** The part of a call's context that the log asks for. */
type WriteContext = Pick<
  CallContext<{ userId: number; withoutProof?: true } | null>,
  'call' | 'caller' | 'address' | 'userAgent' | 'markLogged'
>;

/**
 * Does everything that one call changes in one transaction, together with what the operation log says of it: a refusal or a
 * failure leaves neither. Every call with `effect: 'write'` goes through here unless the contract says `logged: false`.
 *
 * @param work done again from the beginning when PostgreSQL ended this one of two transactions that waited for each other
 */
export async function inOneWrite<Result>(
  { db, clock }: { db: Db; clock: Clock },
  context: WriteContext,
  work: (write: OneWrite) => Promise<Result>,
): Promise<Result> {
  return againAfterDeadlock(() => tryOnce({ db, clock }, context, work));
}

/** A dangerous call that came without a proof of identity is told apart. */
const withProof = (operation: Operation, isWithoutProof: boolean): Operation =>
  isWithoutProof ? { ...operation, after: { ...operation.after, withoutProof: true } } : operation;

async function tryOnce<Result>(
  { db, clock }: { db: Db; clock: Clock },
  context: WriteContext,
  work: (write: OneWrite) => Promise<Result>,
): Promise<Result> {
  const operations: Operation[] = [];
  const tellings: (() => void)[] = [];
  let isUnchanged = false;
  const result = await db.transaction().execute(async (transaction) => {
    const done = await work({
      transaction,
      log: (operation) => void operations.push(withProof(operation, context.caller?.withoutProof ?? false)),
      unchanged: () => {
        isUnchanged = true;
      },
      afterCommit: (tell) => void tellings.push(tell),
    });
    if (operations.length > 0) {
      await insertOperations(system, transaction, context, operations, new Date(clock.now()));
    }
    return done;
  });
  if (operations.length > 0 || isUnchanged) context.markLogged(operations);
  for (const tell of tellings) tell();
  return result;
}
