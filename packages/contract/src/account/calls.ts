import { installationCalls } from './installationCalls.ts';
import { otherAccountCalls } from './otherAccountCalls.ts';
import { ownAccountCalls } from './ownAccountCalls.ts';
import { signInCalls } from './signInCalls.ts';

/** Accounts: signing in, one's own, those of others, and the companies that apply. */
export const accountCalls = {
  ...installationCalls,
  ...otherAccountCalls,
  ...ownAccountCalls,
  ...signInCalls,
};
