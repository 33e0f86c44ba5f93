/** What other domains may use of the account. */
export { deviceName } from './deviceName.ts';
export { IdentityDialog } from './IdentityDialog.tsx';
