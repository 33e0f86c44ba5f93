import type { Bilingual, PermissionName } from '@watchpost/contract';
import { grantsOfUser, maySee, system, tenantOf } from '../../access/index.ts';
import { holdersInCompany } from '../../people/index.ts';
import { clientOf } from '../../platform/db/clientOf.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import type { Outbox } from './createOutbox.ts';
import { sendPlain } from './sendPlain.ts';

export interface HolderMail {
  readonly companyId: number;
  /** Held company-wide. */
  readonly permission: PermissionName;
  /** The project that it is about: only people who see all of it are mailed. Null: of no project. */
  readonly projectId?: number | null;
  /** The person who did it, and knows. */
  readonly exceptUserId?: number;
  /** Only this person, if the permission is held. */
  readonly onlyUserId?: number;
  /** What it is about, in the key of its messages. */
  readonly about: string;
  readonly subject: Bilingual;
  readonly lines: readonly Bilingual[];
  readonly timeZone: string;
}

/**
 * Mails the people who hold a permission in a company. Within the caller's transaction; wake the outbox after it.
 *
 * @returns how many people it is for, how many of them are mailed (others have no address, or mail is not set up), and whether one was left
 * out because of quiet hours
 */
export async function mailHolders(
  transaction: DbOrTransaction,
  { companyId, permission, projectId = null, exceptUserId, onlyUserId, about, subject, lines, timeZone }: HolderMail,
  nowMs: number,
  available: Outbox['available'],
): Promise<{ recipients: number; mailed: number; isQuiet: boolean }> {
  const people: number[] = [];
  for (const userId of await holdersInCompany(system, transaction, companyId, [permission])) {
    if (userId === exceptUserId || (onlyUserId !== undefined && userId !== onlyUserId)) continue;
    const grants = projectId === null ? null : await grantsOfUser(system, transaction, userId, companyId);
    if (projectId === null || (grants && maySee(tenantOf(userId, grants, [permission]), projectId, null)))
      people.push(userId);
  }
  const outcomes = await sendPlain(
    clientOf(transaction),
    people.map((userId) => ({ userId, channel: 'email' as const, about, subject, lines: [...lines], timeZone })),
    nowMs,
    available,
  );
  return {
    recipients: people.length,
    mailed: outcomes.filter((outcome) => 'messageId' in outcome).length,
    isQuiet: outcomes.some((outcome) => 'wait' in outcome),
  };
}

/**
 * The same for mails that wait until all can have them: then they are asked for again.
 *
 * @throws QuietHours which undoes what was queued for the others, so that nobody is mailed twice; see `nullInQuietHours`
 */
export async function mailAllHolders(
  ...mail: Parameters<typeof mailHolders>
): Promise<{ recipients: number; mailed: number }> {
  const { isQuiet, ...counts } = await mailHolders(...mail);
  if (isQuiet) throw new QuietHours();
  return counts;
}

/** What a transaction with `mailAllHolders` returns; null: somebody has quiet hours, and nothing was written. */
export const nullInQuietHours = <Result>(transaction: Promise<Result>): Promise<Result | null> =>
  transaction.catch((error: unknown) => {
    if (error instanceof QuietHours) return null;
    throw error;
  });

class QuietHours extends Error {}
