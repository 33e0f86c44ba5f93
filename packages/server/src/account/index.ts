export type { AccountDeps } from './AccountDeps.ts';
export { countCall, countFailed, countWithin, limitsByNetwork, tooManyRequests } from './allowance.ts';
export { isCompanyAccount } from './companyAccount.store.ts';
export {
  changeCompanyAccount,
  type JoiningDeps,
  makeCompanyAccounts,
  needCompanyAccount,
  needOwnAccount,
} from './companyAccounts.ts';
export { createCountMinute } from './countMinute.ts';
export { countUnknownPeople } from './countUnknownPeople.ts';
export { createTurns } from './createTurns.ts';
export { accountHandlers } from './handlers.ts';
export { housekeepAccounts } from './housekeepAccounts.ts';
export { createMessenger, type Messenger } from './messenger.ts';
export { createOpenId, type OpenId } from './openId.ts';
export { hashPassword, verifyPassword } from './password.ts';
export { answerSession, presentSentCode } from './present.ts';
export { createHasProvenIdentity, createNeedsNoProof, provenIdentityMs } from './provenIdentity.ts';
export { type NewAccount, registerAccount } from './registerAccount.ts';
export { revokeSessionsOf, sessionIsOpen } from './session.store.ts';
export { type IssuedSession, openSession, type SignInContext } from './signIn.ts';
export { findUser, findUserByMobile, insertUser, markMobileProven, updateUser } from './store.ts';
export { createTokens, type Tokens } from './tokens.ts';
export {
  askerOf,
  type CodeDeps,
  type CodeTarget,
  checkCode,
  type RightCode,
  sendCode,
  useCode,
} from './verificationCode.ts';
export { createVerifyToken } from './verifyAccess.ts';
export { needStrongPassword, weaknessOf } from './weakPassword.ts';
