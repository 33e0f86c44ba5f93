import type { FileUrls } from '../files/index.ts';
import type { IsBreached } from '../platform/breachedPasswords.ts';
import type { OpenId } from './openId.ts';
import type { SignInDeps } from './signIn.ts';
import type { CodeDeps } from './verificationCode.ts';

/** What the calls about accounts work with. */
export interface AccountDeps extends SignInDeps, CodeDeps {
  /** The service with whose accounts people may sign in; null: none is set up. */
  openId: OpenId | null;
  /** Where people get the phone app; null: nowhere. */
  appUrl: string | null;
  isBreached: IsBreached;
  fileUrls: FileUrls;
}
