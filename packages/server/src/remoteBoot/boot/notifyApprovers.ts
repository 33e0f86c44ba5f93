import type { Bilingual } from '@watchpost/contract';
import type { OneWrite } from '../../logs/index.ts';
import { type HolderMail, mailHolders } from '../../notifications/index.ts';
import type { WatchDeps } from '../deps.ts';

interface Unit {
  readonly company_id: number;
  readonly project_id: number | null;
}

interface Message {
  readonly timeZone: string;
  readonly subject: Bilingual;
  readonly line: Bilingual;
}

type Deps = Pick<WatchDeps, 'clock' | 'outbox'>;

/**
 * Mails the people who release units of a company, and see the project of this one: about one that waits for them, did not start, or not
 * well. Within the caller's transaction; wake the outbox after it. The unit says it as well: in quiet hours nobody is mailed.
 *
 * @returns whether there are any
 */
export const notifyApprovers = (
  deps: Deps,
  transaction: OneWrite['transaction'],
  unit: Unit,
  { exceptUserId, ...message }: Message & { exceptUserId?: number },
): Promise<boolean> =>
  mailAbout(deps, transaction, unit, message, {
    permission: 'bootApprove',
    ...(exceptUserId !== undefined && { exceptUserId }),
  });

/**
 * Mails the person who entered the figures of a unit what was decided about them, as `notifyApprovers` does.
 *
 * @returns whether that person still enters units of this company and sees this one
 */
export const notifyInstaller = async (
  deps: Deps,
  transaction: OneWrite['transaction'],
  unit: Unit & { readonly submitted_by: number | null },
  message: Message,
): Promise<boolean> =>
  unit.submitted_by !== null &&
  (await mailAbout(deps, transaction, unit, message, { permission: 'bootUnits', onlyUserId: unit.submitted_by }));

async function mailAbout(
  { clock, outbox }: Deps,
  transaction: OneWrite['transaction'],
  { company_id: companyId, project_id: projectId }: Unit,
  { subject, line, timeZone }: Message,
  to: Pick<HolderMail, 'permission' | 'exceptUserId' | 'onlyUserId'>,
): Promise<boolean> {
  const mail: HolderMail = { ...to, companyId, projectId, about: 'boot', subject, lines: [line], timeZone };
  const { recipients } = await mailHolders(transaction, mail, clock.now(), outbox.available);
  return recipients > 0;
}
