export { accountHandlers } from './handlers.ts';
export { hashPassword, verifyPassword } from './password.ts';
export { createHasProvenIdentity, provenIdentityMs } from './provenIdentity.ts';
export { deleteOldFailures, deleteOldSessions, insertUser, sessionIsOpen } from './store.ts';
export { createTokens, type Tokens } from './tokens.ts';
export { createVerifyToken } from './verifyAccess.ts';
