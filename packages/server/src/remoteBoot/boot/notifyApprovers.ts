import type { Bilingual } from '@watchpost/contract';
import type { OneWrite } from '../../logs/index.ts';
import { mailHolders } from '../../notifications/index.ts';
import type { WatchDeps } from '../deps.ts';

/**
 * Mails the people who release units of a company, and see the project of this one: about one that waits for them, did not start, or not
 * well. Within the caller's transaction; wake the outbox after it. The unit says it as well: in quiet hours nobody is mailed.
 *
 * @returns whether there are any
 */
export async function notifyApprovers(
  { clock, outbox }: Pick<WatchDeps, 'clock' | 'outbox'>,
  transaction: OneWrite['transaction'],
  unit: { company_id: number; project_id: number | null },
  {
    timeZone,
    subject,
    line,
    exceptUserId,
  }: { timeZone: string; subject: Bilingual; line: Bilingual; exceptUserId?: number },
): Promise<boolean> {
  const mail = { permission: 'bootApprove' as const, about: 'boot', subject, lines: [line], timeZone };
  const { recipients } = await mailHolders(
    transaction,
    {
      ...{ ...mail, companyId: unit.company_id, projectId: unit.project_id },
      ...(exceptUserId !== undefined && { exceptUserId }),
    },
    clock.now(),
    outbox.available,
  );
  return recipients > 0;
}
