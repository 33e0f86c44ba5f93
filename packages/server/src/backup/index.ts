/** The state of one moment, carried into a folder while the product runs, and put back. */
export { type BackupSource, makeBackup } from './makeBackup.ts';
export { BackupRefused, type Manifest } from './manifest.ts';
export { finishPutInPlace, putInPlace, takeDataFolder } from './putInPlace.ts';
export { checkBackup, restoreBackup } from './restoreBackup.ts';
