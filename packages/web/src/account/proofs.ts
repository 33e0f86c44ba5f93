import type { UserInfo } from '../lib/session.ts';

/** How a person can show that it is he. */
export type Proof = 'password' | 'code';

/** The ways that are open to him; none for an account with neither password nor anywhere to send a code to. */
export const proofsOf = (user: Pick<UserInfo, 'HasPassword' | 'Mobile' | 'Email'>): readonly Proof[] => [
  ...(user.HasPassword ? (['password'] as const) : []),
  ...(user.Mobile || user.Email ? (['code'] as const) : []),
];
