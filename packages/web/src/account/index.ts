/** What other domains may use of the account. */
export { IdentityDialog } from './IdentityDialog.tsx';
