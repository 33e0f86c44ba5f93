import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes the folder for logs in a data folder, for its owner alone: devices and people are named in logs. The folder above stays
 * open, because the database may run as another user.
 */
export function makeLogFolder(dataDir: string): void {
  const folder = path.join(dataDir, 'logs');
  makeFolder(folder);
  chmodSync(folder, 0o700);
}

/** Makes a folder with its parents. Node's own `recursive` hides why it failed, and on some file systems never returns. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}
