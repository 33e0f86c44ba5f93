import type { accountCalls } from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import type { AccountDeps } from './AccountDeps.ts';
import { otherHandlers } from './others/handlers.ts';
import { ownHandlers } from './own/handlers.ts';
import { signInHandlers } from './signingIn/handlers.ts';

/** Coming in, one's own account, the accounts of others. */
export const accountHandlers = (deps: AccountDeps): Handlers<typeof accountCalls> => ({
  ...signInHandlers(deps),
  ...ownHandlers(deps),
  ...otherHandlers(deps),
});
