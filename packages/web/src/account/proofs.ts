import type { UserInfo } from '../lib/session.ts';

/** How users can prove who they are. */
export type Proof = 'password' | 'code';

/** The ways that are open to a user; none for an account with neither password nor anywhere to send a code to. */
export const proofsOf = (user: Pick<UserInfo, 'HasPassword' | 'Mobile' | 'Email'>): readonly Proof[] => [
  ...(user.HasPassword ? (['password'] as const) : []),
  ...(user.Mobile || user.Email ? (['code'] as const) : []),
];
