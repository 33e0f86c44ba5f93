import type { Bilingual } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import type { OneWrite } from '../../logs/index.ts';
import { sendPlain } from '../../notifications/index.ts';
import { holdersInCompany } from '../../people/index.ts';
import { clientOf } from '../../platform/db/clientOf.ts';
import type { WatchDeps } from '../deps.ts';

/**
 * Mails those who release units of a company about one that did not start, or not well. Within the caller's transaction; wake the outbox
 * after it. The unit says it as well.
 *
 * @returns whether there are approvers; in quiet hours they are not mailed
 */
export async function notifyApprovers(
  { clock, outbox }: Pick<WatchDeps, 'clock' | 'outbox'>,
  transaction: OneWrite['transaction'],
  { companyId, timeZone, subject, line }: { companyId: number; timeZone: string; subject: Bilingual; line: Bilingual },
): Promise<boolean> {
  const people = await holdersInCompany(system, transaction, companyId, ['bootApprove']);
  await sendPlain(
    clientOf(transaction),
    people.map((userId) => ({
      userId,
      channel: 'email' as const,
      about: 'boot',
      subject,
      lines: [line],
      timeZone,
    })),
    clock.now(),
    outbox.available,
  );
  return people.length > 0;
}
