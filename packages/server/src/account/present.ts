import type { AllCalls, CallData } from '@watchpost/contract';
import type { IssuedSession } from './signIn.ts';
import type { UserRow } from './store.ts';

export const presentSession = (session: IssuedSession): CallData<AllCalls['login']> => ({
  Token: session.token,
  RefreshToken: session.refreshToken,
  ExpiresAt: session.expiresAt,
});

export const presentUser = (user: UserRow, companyName: string): CallData<AllCalls['getUserInfo']> => ({
  UserId: user.id,
  Account: user.account,
  Nickname: user.nickname,
  CompanyName: companyName,
  Depart: user.department ?? '',
  Mobile: user.mobile ?? '',
  Email: user.email ?? '',
  Avatar: user.avatar ?? '',
});
