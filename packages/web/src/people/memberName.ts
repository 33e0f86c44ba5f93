import type { MemberRow } from '@watchpost/contract';

/** What a member is called in this company: his real name, else how he calls himself, else his account. */
export const memberName = ({
  RealName,
  Nickname,
  Account,
}: Pick<MemberRow, 'RealName' | 'Account'> & { Nickname?: string }): string => RealName || Nickname || Account;
