import { loosenHours } from '@watchpost/contract';
import type { AccountRow } from '../accounts/accounts.store.ts';

/** What somebody asked for and nobody else decided yet; null: nothing. A request of a person who is gone counts no more. */
export function loosening(
  account: AccountRow,
  now: number,
): { askedBy: number; askedName: string; askedAt: Date; endsAt: Date; reason: string } | null {
  const { loosen_asked_by: askedBy, loosen_asked_at: askedAt } = account;
  if (account.load_class !== 'protected' || account.closed_at || askedBy === null || askedAt === null) return null;
  const endsAt = new Date(askedAt.getTime() + loosenHours * 3_600_000);
  if (endsAt.getTime() <= now) return null;
  return { askedBy, askedName: account.loosen_asked_name ?? '', askedAt, endsAt, reason: account.loosen_reason ?? '' };
}
/** Nobody waits for a decision any more. */
export const notLoosening = { loosen_asked_by: null, loosen_asked_at: null, loosen_reason: null };
