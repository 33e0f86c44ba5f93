import type { AllCalls, CallData } from '@watchpost/contract';
import type { CallContext } from '../platform/http/callServer.ts';
import { hiddenMobile } from '../platform/phoneNumber.ts';
import type { Country } from './countries.ts';
import type { InboxRow } from './inbox.store.ts';
import type { ApplicationRow } from './others/application.store.ts';
import type { SessionRow } from './session.store.ts';
import type { IssuedSession } from './signIn.ts';
import type { FoundUser, UserRow } from './store.ts';
import { refreshTokenMs } from './tokens.ts';
import type { SentCode } from './verificationCode.ts';

export const refreshCookie = 'refreshToken';

/** What a fresh sign-in returns; its refresh token also goes into a cookie that no script reads. */
export function answerSession(context: CallContext<unknown>, session: IssuedSession): CallData<AllCalls['login']> {
  context.setCookie(refreshCookie, session.refreshToken, refreshTokenMs / 1000);
  return { Token: session.token, RefreshToken: session.refreshToken, ExpiresAt: session.expiresAt };
}

export const presentUser = (
  user: UserRow,
  companyName: string | null,
  avatarUrl: string,
  deactivated: boolean,
): CallData<AllCalls['getUserInfo']> => ({
  UserId: user.id,
  Account: user.account,
  AccountChosen: user.account_chosen,
  HasPassword: user.password_hash !== null,
  Nickname: user.nickname,
  CompanyName: companyName ?? user.company_name ?? '',
  Depart: user.department ?? '',
  Mobile: user.mobile ?? '',
  Email: user.email ?? '',
  Avatar: avatarUrl,
  OpenIdName: user.openid_name,
  Deactivated: deactivated,
});

export const presentSentCode = (sent: SentCode): CallData<AllCalls['mobileCode']> => ({
  Target: sent.target,
  Channel: sent.channel,
  ResendSeconds: sent.resendMs / 1000,
  ExpiresSeconds: sent.lifetimeMs / 1000,
  InTestInbox: sent.inTestInbox,
});

export const presentCountry = (country: Country): CallData<AllCalls['getCountryDropdownList']>[number] => ({
  Key: country.dialingCode,
  Value: country.name,
  Code: country.code,
});

export const presentSignIn = (row: SessionRow, currentId: string): CallData<AllCalls['getSessionList']>[number] => ({
  SessionId: row.id,
  UserAgent: row.user_agent ?? '',
  Address: row.address ?? '',
  CreatedEPOCH: row.created_at.getTime(),
  LastSeenEPOCH: (row.last_seen_at ?? row.created_at).getTime(),
  IsCurrent: row.id === currentId,
});

export const presentPerson = (user: FoundUser): CallData<AllCalls['getUserDropdownByMobileOrName']>[number] => ({
  Key: user.id,
  Value: user.nickname,
});

export const presentColleague = (user: FoundUser): CallData<AllCalls['queryUser']>[number] => ({
  UserId: user.id,
  Nickname: user.nickname,
  Account: user.account,
  Mobile: user.mobile ?? '',
  InCompany: true,
});

/** Enough of a colleague to tell them from others: how to reach them and how they sign in is for managers of members. */
export const presentColleagueInBrief = (user: FoundUser): CallData<AllCalls['queryUser']>[number] => ({
  ...presentColleague(user),
  Account: '',
  Mobile: user.mobile === null ? '' : hiddenMobile(user.mobile),
});

/** Of somebody in another company only enough to recognise them: the first letter of their name. */
export const presentStranger = (user: FoundUser, mobile: string): CallData<AllCalls['queryUser']>[number] => ({
  UserId: user.id,
  Nickname: `${[...user.nickname][0] ?? ''}**`,
  Account: '',
  Mobile: mobile,
  InCompany: false,
});

export const presentApplication = (row: ApplicationRow): CallData<AllCalls['getCompanyApplyPage']>['Data'][number] => ({
  ApplyId: row.id,
  CompanyName: row.company_name,
  Industry: row.industry,
  FullName: row.full_name,
  Mobile: row.mobile,
  State: row.state,
  AppliedEPOCH: row.applied_at.getTime(),
  DecidedEPOCH: row.decided_at?.getTime() ?? null,
  DecidedByName: row.decided_by_name ?? '',
  Reason: row.reason ?? '',
  CompanyId: row.company_id,
});

export const presentInboxMessage = (row: InboxRow): CallData<AllCalls['getInboxMessagePage']>['Data'][number] => ({
  MessageId: row.id,
  Channel: row.channel,
  Recipient: row.recipient,
  Subject: row.subject ?? '',
  Body: row.body,
  SentEPOCH: row.sent_at.getTime(),
});
