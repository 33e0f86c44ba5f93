import { accountErrors, commonErrors, type Language } from '@watchpost/contract';
import { type Caller, system } from '../../access/index.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import { foundCompany } from '../../people/index.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { internationalMobile } from '../../platform/phoneNumber.ts';
import type { AccountDeps } from '../AccountDeps.ts';
import { needOwnAccount } from '../companyAccounts.ts';
import { registerAccount } from '../registerAccount.ts';
import { findUserByMobile } from '../store.ts';
import { type ApplicationRow, decideApplication, lockApplication } from './application.store.ts';

type Application = Pick<ApplicationRow, 'company_name' | 'industry' | 'full_name' | 'mobile' | 'language'>;

/**
 * Decides about a company that applies. Approved, it is made with the usual roles, and the applicant is its administrator,
 * with the account of their phone number or a new one. They are told by SMS where there is a way.
 *
 * @returns the new company's id; null when it was refused
 * @throws Refusal `notFound`, `applicationDecided`, `reasonMissing`
 */
export async function decideCompanyApply(
  deps: AccountDeps,
  context: CallContext<Caller>,
  { applicationId, approve, reason }: { applicationId: number; approve: boolean; reason: string },
): Promise<number | null> {
  const { clock, events } = deps;
  const { caller } = context;
  if (!approve && reason === '') throw new Refusal(accountErrors.reasonMissing);
  const { application, companyId } = await inOneWrite(deps, context, async (write) => {
    const { transaction, log, afterCommit } = write;
    const found = await lockApplication(system, transaction, applicationId);
    if (!found) throw new Refusal(commonErrors.notFound);
    if (found.state !== 'pending') throw new Refusal(accountErrors.applicationDecided);
    const made = approve ? await companyFor(deps, write, found) : null;
    const state = approve ? 'approved' : 'refused';
    await decideApplication(system, transaction, applicationId, {
      state,
      by: caller.userId,
      at: new Date(clock.now()),
      reason: reason || null,
      companyId: made?.companyId ?? null,
    });
    log({
      companyId: caller.grants?.companyId ?? null,
      subject: { kind: 'application', id: applicationId, name: found.company_name },
      before: { state: found.state },
      after: { state, ...(reason === '' ? {} : { reason }) },
    });
    if (made) afterCommit(() => events.emit('accessChanged', { userIds: [made.userId] }));
    return { application: found, companyId: made?.companyId ?? null };
  });
  await tellApplicant(deps, applicationId, application, approve ? null : reason);
  return companyId;
}

/** The applicant's company, with the account of their phone number or a new one as its administrator. */
async function companyFor(
  deps: AccountDeps,
  write: OneWrite,
  application: Application,
): Promise<{ companyId: number; userId: number }> {
  const { transaction, log } = write;
  const { company_name: name, industry, full_name: fullName, mobile } = application;
  const existing = await findUserByMobile(system, transaction, mobile);
  // A code showed, with the application, that the number is the applicant's.
  const provenAt = new Date(deps.clock.now());
  const userId = existing?.id ?? (await registerAccount(write, { mobile, provenAt, nickname: fullName }));
  const companyId = await foundCompany(system, transaction, { name, industry }, { userId, name: fullName });
  await needOwnAccount(deps, write, { userId, companyId, mobile, keepSession: null });
  log({ companyId, subject: { kind: 'company', id: companyId, name }, after: { name, industry } });
  return { companyId, userId };
}

function messageText({ company_name: name, language }: Application, refusal: string | null): string {
  const words: Record<Language, string> =
    refusal === null
      ? {
          zh: `【Watchpost 哨站】企业“${name}”的注册申请已通过，请用本手机号登录。`,
          en: `Watchpost: your company ${name} is approved. Log in with this phone number.`,
        }
      : {
          zh: `【Watchpost 哨站】企业“${name}”的注册申请未通过：${refusal}`,
          en: `Watchpost: your company ${name} was not approved: ${refusal}`,
        };
  return words[language];
}

/** The decision stands when the message fails: that is logged, and the list of applications shows the decision. */
async function tellApplicant(
  { messenger, log }: AccountDeps,
  applicationId: number,
  application: Application,
  refusal: string | null,
): Promise<void> {
  if (messenger.sms === null) return;
  const { mobile } = application;
  const text = messageText(application, refusal);
  try {
    const to = internationalMobile(mobile);
    await messenger.sendSms({ key: `application-${applicationId}`, to, text, fields: { mobile } });
  } catch (error) {
    log.warn({ err: error, applicationId }, 'An applicant could not be told of the decision');
  }
}
