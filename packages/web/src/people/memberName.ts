import type { MemberRow } from '@watchpost/contract';

/** A member's name in this company: the real name, else the nickname, else the account. */
export const memberName = ({
  RealName,
  Nickname,
  Account,
}: Pick<MemberRow, 'RealName' | 'Account'> & { Nickname?: string }): string => RealName || Nickname || Account;
